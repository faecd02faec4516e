#!/usr/bin/env python3
"""The program of the task bids/server: seats the clients that sign up, and plays one game with them by calls.

    server.py PORT [--scale FACTOR] [--wrong NAME]

Standard input: a state. Standard output: [[winners],[drop-outs]]. --scale multiplies all times. With --wrong it makes
one mistake, which WRONG describes. How clients sign up, and how a call goes over the connection, is the same in all
games: ../right/server.py does it.
"""

import json
import os
import sys
import threading

sys.dont_write_bytecode = True
HERE = os.path.dirname(__file__)
ABOVE = os.path.dirname(HERE)
sys.path[:0] = [os.path.join(ABOVE, "right"), ABOVE, HERE]

import bazaar  # noqa: E402  (these are found only by the paths set above)
import host  # noqa: E402
import rules  # noqa: E402
import server  # noqa: E402

CALL_MS = 4000
host.WAIT_MS = 5000


class Referee:
    """Plays a game by calls to all players at once. Who fails is out for good (BI-11)."""

    def __init__(self, state, connections, scale):
        self.game = rules.Game(state)
        self.connections = connections
        self.seconds = CALL_MS / 1000 * scale
        self.out = []

    def call(self, seat, method, argument):
        try:
            text = self.connections[seat].call(method, argument, self.seconds)
            return json.loads(text.decode(), object_pairs_hook=bazaar.object_without_duplicates)
        except (ValueError, bazaar.Invalid) as problem:
            raise bazaar.Failed(str(problem)) from None

    def seats(self):
        return [seat for seat in range(len(self.connections)) if seat not in self.out]

    def ask(self, method, argument_of, right):
        """Calls all who are not out, and drops those whose reply is not right: the other replies by seats."""
        replies = {}

        def one(seat):
            try:
                replies[seat] = self.call(seat, method, argument_of(seat))
            except bazaar.Failed:
                pass

        threads = [threading.Thread(target=one, args=[seat]) for seat in self.seats()]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for seat in self.seats():
            if seat not in replies or not right(seat, replies[seat]):
                self.out.append(seat)
                self.connections[seat].close()
                replies.pop(seat, None)
        return replies

    def play(self):
        """The seats of the winners and of the drop-outs."""
        game = self.game
        while self.seats() and game.prizes:
            game.auction(self.ask("bid", game.view, lambda seat, bid: rules.is_number(bid, 999) and game.may_bid(seat, bid)))
        winners = game.winners(self.able())
        self.tell(winners)
        return [w for w in winners if w not in self.out], self.out

    def able(self):
        return self.seats()

    def tell(self, winners):
        self.ask("end", lambda seat: winners, lambda seat, reply: reply == "thanks")


def result_json(names, winners, dropouts):
    return [[names[seat] for seat in winners], [names[seat] for seat in dropouts]]


# ---------------------------------------------------------------- mistakes


def last_of_equals(_):
    """Against BI-04: the last of those who bid most gets the prize."""
    rules.TIES["last"] = True


def all_pay(_):
    """Against BI-05: all pay what they have bid."""

    def pay(game, _, bids):
        for seat in bids:
            game.coins[seat] -= bids[seat]

    rules.Game.pay = pay


def bids_more(_):
    """Against BI-02: a bid of any size is taken."""
    rules.Game.may_bid = lambda game, seat, bid: True


def dropouts_win(_):
    """Against BI-11: who is out may win all the same."""
    Referee.able = lambda referee: range(len(referee.connections))


def any_name(_):
    """Against BI-07: whoever sends a string is seated."""
    server.bazaar.need_name = lambda value: bazaar.check(type(value) is str, "not a string") or value


def keeps_quiet(_):
    """Against BI-10: nobody is told the result."""
    Referee.tell = lambda referee, winners: None


def waits_longer(_):
    """Against BI-11: a player has twice the time."""
    right = Referee.__init__

    def init(referee, *arguments):
        right(referee, *arguments)
        referee.seconds *= 2

    Referee.__init__ = init


WRONG = {
    f.__name__: f
    for f in (last_of_equals, all_pay, bids_more, dropouts_win, any_name, keeps_quiet, waits_longer)
}


def play(_, values, connections, scale):
    return Referee(values[0], connections, scale).play()


if __name__ == "__main__":
    sys.exit(host.main(sys.argv[1:], WRONG, None, lambda values: len(values[0]["coins"]), play, result_json))
