"""A right program for all tasks: python3 right.py TASK, the values on standard input."""
import json
import sys

FIRST_COIN = ["red", "blue", "green"]


def read():
    text, values, decoder = sys.stdin.read().strip(), [], json.JSONDecoder()
    while text:
        value, end = decoder.raw_decode(text)
        values.append(value)
        text = text[end:].lstrip()
    return values


def without(coins, some):
    """The coins that are left, or None if some are missing."""
    left = list(coins)
    for coin in some:
        if coin not in left:
            return None
        left.remove(coin)
    return left


class Game:
    def __init__(self, state):
        self.state, self.me = state, state["turn"]

    def is_over(self):
        return max(self.state["scores"]) >= 15 or not self.state["stall"]

    def set(self, purse, bank):
        self.state["purses"][self.me], self.state["bank"] = purse, bank

    def take_coin(self):
        purse, bank = self.state["purses"][self.me], self.state["bank"]
        if not bank:
            return "bank_empty"
        if len(purse) == 8:
            return "purse_full"
        coin = next(c for c in FIRST_COIN if c in bank)
        self.set(purse + [coin], without(bank, [coin]))

    def exchange(self, want, really=True):
        if want["rate"] >= len(self.state["rates"]):
            return "no_such_rate"
        given, got = self.state["rates"][want["rate"]][:: -1 if want["flipped"] else 1]
        purse, bank = without(self.state["purses"][self.me], given), without(self.state["bank"], got)
        if purse is None:
            return "purse_lacks"
        if bank is None:
            return "bank_lacks"
        if len(purse) + len(got) > 8:
            return "purse_full"
        if really:
            self.set(purse + got, bank + given)

    def buy(self, number):
        stall = self.state["stall"]
        if number >= len(stall):
            return "no_such_good"
        purse = without(self.state["purses"][self.me], stall[number]["price"])
        if purse is None:
            return "too_dear"
        self.set(purse, self.state["bank"] + stall[number]["price"])
        self.state["scores"][self.me] += stall.pop(number)["points"] + (0 if purse else 2)
        stall.extend(self.state["pile"][:1])
        del self.state["pile"][:1]


def move(state, request):
    game, want = Game(state), request["want"]
    if game.is_over():
        code = "game_over"
    elif request["player"] != state["turn"]:
        code = "not_your_turn"
    elif want == "coin":
        code = game.take_coin()
    elif "good" in want:
        code = game.buy(want["good"])
    else:
        code = game.exchange(want)
    if code:
        return {"legal": False, "code": code}
    state["turn"] = (state["turn"] + 1) % len(state["purses"])
    return {"legal": True, "state": state}


def exchanges(state):
    game = Game(state)
    every = [{"rate": i, "flipped": flipped} for i in range(len(state["rates"])) for flipped in (False, True)]
    return [] if game.is_over() else [want for want in every if not game.exchange(want, really=False)]


def view(state, player):
    purses = state["purses"][player:] + state["purses"][:player]
    seen = {key: state[key] for key in ("rates", "bank", "stall", "scores", "turn")}
    return {**seen, "pile": len(state["pile"]), "purse": purses[0], "others": [len(p) for p in purses[1:]]}


def result(state):
    if not Game(state).is_over():
        return {"over": False, "winners": []}
    ranks = [(points, len(purse)) for points, purse in zip(state["scores"], state["purses"])]
    return {"over": True, "winners": [i for i, rank in enumerate(ranks) if rank == max(ranks)]}


if __name__ == "__main__":
    print(json.dumps(globals()[sys.argv[1]](*read())))
