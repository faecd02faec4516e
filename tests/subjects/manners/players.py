#!/usr/bin/env python3
"""Players of the task player with manners of their own, over standard input and output, as servers.py has servers.

    players.py MANNER

They ask for pebbles and buy what they can pay, exchange where the bank has no pebble, and never exchange more than once
in a turn.
"""

import json
import sys
import time


class Player:
    name = "Ada"

    def __init__(self):
        self.equations = []
        self.turn = None  # that the last call for a request showed

    def say(self, value):
        print(json.dumps(value), flush=True)

    def run(self):
        self.sign_up()
        for line in self.lines():
            method, (argument,) = json.loads(line)
            self.reply(method, argument)
            if method == "win":
                self.after_win()
                return

    def sign_up(self):
        self.say(self.name)

    def lines(self):
        return sys.stdin

    def reply(self, method, argument):
        if method == "request-pebble-or-trades":
            self.turn = argument
            self.say(self.request(argument))
        elif method == "request-cards":
            self.say(self.cards(argument))
        else:
            self.equations = argument if method == "setup" else self.equations
            self.say("void")

    def request(self, turn):
        wallet, bank = turn["active"]["wallet"], turn["bank"]
        for left, right in self.equations + [[right, left] for left, right in self.equations]:
            if contains(wallet, left) and contains(bank, right):
                return [[left, right]]
        return False if bank else []

    def cards(self, turn):
        wallet, bought = list(turn["active"]["wallet"]), []
        for card in turn["cards"]:
            if contains(wallet, card["pebbles"]):
                bought.append(card)
                self.pay(wallet, card["pebbles"])
        return bought

    def pay(self, wallet, pebbles):
        for pebble in pebbles:
            wallet.remove(pebble)

    def after_win(self):
        """Nothing is left to do."""


def contains(bag, pebbles):
    return all(bag.count(pebble) >= pebbles.count(pebble) for pebble in pebbles)


class plain(Player):
    """A right player."""


class pauses(Player):
    """Writes the line feed after each value a moment later, as Python does without a buffer."""

    def say(self, value):
        print(json.dumps(value), end="", flush=True)
        time.sleep(0.02)
        print(flush=True)


class long_name(Player):
    """Has a name with blanks, longer than twenty characters (BG-81)."""

    name = "Ada Lovelace, the first programmer"


class bare_name(Player):
    """Writes its name without quotation marks (BG-80)."""

    def sign_up(self):
        print(self.name, flush=True)


class half_name(Player):
    """Ends its output within its name (BG-80)."""

    def sign_up(self):
        print('"Ada', end="", flush=True)
        sys.exit()


class no_name(Player):
    """Ends without a word (BG-80)."""

    def sign_up(self):
        sys.exit()


class debugs(Player):
    """Writes a line for people before each reply (BG-90)."""

    def reply(self, method, argument):
        print("called with", method, flush=True)
        super().reply(method, argument)


class reads_to_the_end(Player):
    """Waits for the end of its input before it replies (BG-91)."""

    def lines(self):
        return sys.stdin.read().splitlines()


class sets_up_twice(Player):
    """Replies to setup twice (BG-90)."""

    def reply(self, method, argument):
        super().reply(method, argument)
        if method == "setup":
            super().reply(method, argument)


class echoes_win(Player):
    """Replies to win with what it was told (BG-92)."""

    def reply(self, method, argument):
        if method == "win":
            self.say(argument)
        else:
            super().reply(method, argument)


class bare_void(Player):
    """Replies void without quotation marks (BG-90)."""

    def say(self, value):
        print("void" if value == "void" else json.dumps(value), flush=True)


class half_a_reply(Player):
    """Writes its requests without their last character (BG-91)."""

    def say(self, value):
        print(json.dumps(value) + "\n" if isinstance(value, str) else json.dumps(value)[:-1], end="", flush=True)


class python_words(Player):
    """Writes False as Python does (BG-90)."""

    def say(self, value):
        print(json.dumps(value) if value else value, flush=True)


class python_lists(Player):
    """Writes lists as Python does (BG-90)."""

    def say(self, value):
        print(json.dumps(value) if not isinstance(value, list) else value, flush=True)


class fails_at_the_end(Player):
    """Ends with status 1 when the game is over."""

    def after_win(self):
        sys.exit(1)


class slow(Player):
    """Thinks longer than a call may take (BG-91), and would go on then."""

    def request(self, turn):
        time.sleep(6)
        return super().request(turn)


class looks_back(Player):
    """Buys with the wallet that it had before its exchange (BG-14)."""

    def cards(self, turn):
        return super().cards(self.turn)


class pays_once(Player):
    """Buys each card that it could pay if it were the only one (BG-27)."""

    def pay(self, wallet, pebbles):
        pass


if __name__ == "__main__":
    globals()[sys.argv[1]]().run()
