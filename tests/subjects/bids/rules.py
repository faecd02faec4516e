"""The rules of Bids, as a server and its clients need them, written from the rule book alone."""

TIES = {"last": False}  # whether the last of those who bid most gets the prize


def is_number(value, most):
    return type(value) is int and 0 <= value <= most


class Game:
    def __init__(self, state):
        self.coins, self.points, self.prizes = list(state["coins"]), list(state["points"]), list(state["prizes"])

    def view(self, seat):
        """BI-09: what a player knows who is asked for a bid."""
        return {"you": seat, "coins": self.coins, "points": self.points, "prizes": self.prizes}

    def may_bid(self, seat, bid):
        """BI-02."""
        return bid <= self.coins[seat]

    def auction(self, bids):
        """BI-01, BI-03 to BI-05: bids are those of the seats that made one."""
        prize = self.prizes.pop(0)
        if not bids:
            return
        best = sorted(seat for seat in bids if bids[seat] == max(bids.values()))
        winner = best[-1 if TIES["last"] else 0]
        self.points[winner] += prize
        self.pay(winner, bids)

    def pay(self, winner, bids):
        self.coins[winner] -= bids[winner]

    def winners(self, seats):
        """BI-06."""
        return [seat for seat in seats if self.points[seat] == max(self.points[s] for s in seats)]
