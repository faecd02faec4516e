#!/usr/bin/env python3
"""The program of the task clients: one client for each actor, and the special ones, on one server.

    clients.py PORT [--option NAME=VALUE]... [--preset NAME] [--pause MILLISECONDS]

Standard input: Actors [, special clients]. Standard output: "void" when all clients have ended. Invalid input: a
message on standard error, no output, exit status 2. Written from chapter 11 of the rule book; what an actor replies
is bazaar.py's business.
"""

import argparse
import os
import socket
import sys
import threading
import time

sys.dont_write_bytecode = True
sys.path[:0] = [os.path.dirname(__file__), os.path.dirname(os.path.dirname(__file__))]

import bazaar  # noqa: E402  (these three are found only by the paths set above)
import server  # noqa: E402
import wire  # noqa: E402

PATIENCE = 10.5  # seconds from the start of the program for which a server may not be listening yet (CF1)
BETWEEN_TRIES = 0.05  # seconds
BLANKS = 4095  # in front of the replies of illTT (11.6)

STARTED = time.monotonic()


class Ended(Exception):
    """The server has closed the connection (CF2)."""


class GivesUp(Exception):
    """The server does what no server may; the client ends (11.5)."""


class Waits(Exception):
    """The client sends nothing more, and waits for the server to close the connection."""


class Client:
    """A client that plays its actor (11.1). One that raises closes its connection, one that loops falls silent."""

    methods = bazaar.METHODS
    last = "win"  # behind it comes no call
    several = {}  # the methods with more than one argument, and how many they have

    def __init__(self, rules, actor, loops):
        self.rules = rules
        self.actor = actor
        self.loops = loops
        self.name = actor.name
        self.equations = None  # until the set-up
        self.values = wire.Values()
        self.sock = None

    def run(self):
        """Plays until the end, whichever comes."""
        try:
            with self.sock:
                self.play()
        except Ended:
            pass
        except (GivesUp, bazaar.Invalid) as problem:
            print(f"{self.name} gives up: {problem}", file=sys.stderr)

    def play(self):
        """One call after the other; they say by themselves what they are about (CF9)."""
        try:
            while True:
                method, argument = self.next_call()
                self.reply(method, argument)
                if method == self.last:
                    self.after_win()
                    return
        except Waits:
            self.wait_for_the_end()
        except bazaar.Failed:
            if self.loops:  # BG-72
                self.wait_for_the_end()

    def after_win(self):
        """CF11: the game is over, the client ends."""

    def wait_for_the_end(self):
        while self.receive():
            pass

    def receive(self):
        """Some bytes, or none when the server has closed. There is no limit of time (CF8)."""
        try:
            return self.sock.recv(wire.CHUNK)
        except OSError:
            return b""

    def send(self, data):
        try:
            self.sock.sendall(data)
        except OSError:
            raise Ended from None

    def sign_up(self):
        """BG-80."""
        self.send(bazaar.compact(self.name).encode())

    def next_call(self):
        """The method and the argument of the next call."""
        try:
            while (text := self.values.next()) is None:
                data = self.receive()
                if not data and self.values.pending.strip():
                    raise GivesUp("the connection ends within a call")  # CF4
                if not data:
                    raise Ended
                self.values.feed(data)
        except (wire.NotJSON, wire.TooLong) as problem:
            raise GivesUp(str(problem)) from None  # CF3
        call = bazaar.need_list(bazaar.read_values(text)[0], "call")
        bazaar.check(len(call) == 2, "a call is a pair")  # CF5
        method = bazaar.need_word(call[0], self.methods, "method")
        count = self.several.get(method, 1)
        bazaar.check(len(bazaar.need_list(call[1], "arguments")) == count, "another number of arguments")
        return method, call[1][0] if count == 1 else call[1]

    def reply(self, method, argument):
        """The reply goes out as a whole, when all of it is known."""
        self.send_reply(method, self.reply_json(method, argument))

    def send_reply(self, method, value):
        self.send(self.reply_text(method, value).encode())

    def reply_text(self, method, value):
        return bazaar.compact(value)

    def reply_json(self, method, argument):
        """What the actor answers, from the argument alone (CF6)."""
        if method == "setup":
            self.equations = bazaar.need_equations(self.rules, argument)
            self.actor.called(method)
            return "void"
        if method == "win":
            bazaar.check(type(argument) is bool, "not a Boolean")
            self.actor.called(method)
            return "void"
        table = need_wire_turn(self.rules, argument)
        bazaar.check(self.equations is not None, "a turn comes before the set-up")
        table.equations = self.equations
        if method == "request-cards":
            return bazaar.cards_json(self.actor.second_reply(self.rules, table))
        reply = self.actor.first_reply(self.rules, table)
        return reply and [bazaar.exchange_json(exchange) for exchange in reply]


class NoJSON(Client):
    """nonSetup and nonWin (11.6): void without its quotes."""

    def __init__(self, rules, actor, method):
        super().__init__(rules, actor, loops=False)
        self.method = method

    def reply_text(self, method, value):
        return "void" if method == self.method else super().reply_text(method, value)


class CutsOff(Client):
    """illTT (11.6): the replies to the turn calls lack their last character."""

    def send_reply(self, method, value):
        if method in ("setup", "win"):
            super().send_reply(method, value)
            return
        self.send((" " * BLANKS + self.reply_text(method, value)[:-1]).encode())
        raise Waits


class WrongShape(Client):
    """invTTBadString (11.6): the replies to the turn calls are JSON, but of no shape that is allowed."""

    def reply_json(self, method, argument):
        value = super().reply_json(method, argument)
        if method in ("setup", "win"):
            return value
        if value is False:
            return True
        if not value:
            return [[["re"], ["red"]]]
        first = value[0]
        if method == "request-cards":
            return [{"e": first["pebbles"], "face?": first["face?"]}, *value[1:]]
        return [[*first, first[0]], *value[1:]]


class Special(Client):
    """The special clients of 11.6: one never sends anything, the other its name alone."""

    def __init__(self, rules, name):
        super().__init__(rules, bazaar.Actor(name, None), loops=True)

    def sign_up(self):
        if self.name == "AAsendnameloop":
            super().sign_up()

    def play(self):
        self.wait_for_the_end()


SPECIALS = ("AAdivergeBeforeSending", "AAsendnameloop")
NAMED = {
    "nonSetup": lambda rules, actor: NoJSON(rules, actor, "setup"),
    "nonWin": lambda rules, actor: NoJSON(rules, actor, "win"),
    "illTT": lambda rules, actor: CutsOff(rules, actor, False),
    "invTTBadString": lambda rules, actor: WrongShape(rules, actor, False),
}


def need_wire_turn(rules, value):
    """A Turn with cards of the active player, up to 40 (11.3), as a table without equations."""
    bazaar.need_object(value, "turn", ["bank", "cards", "active", "scores"])
    active = bazaar.need_object(value["active"], "player", ["wallet", "score", "cards"])
    player = bazaar.Player(
        bazaar.need_pebbles(rules, active["wallet"]),
        bazaar.need_natural(active["score"], "score"),
        bazaar.need_cards(rules, active["cards"], "cards of a player", 2 * rules.cards_max),
    )
    for score in bazaar.need_list(value["scores"], "scores"):
        bazaar.need_natural(score, "scores")
    bank = bazaar.bag_of(bazaar.need_pebbles(rules, value["bank"]))
    cards = bazaar.need_cards(rules, value["cards"], "cards", rules.visible_cards)
    return bazaar.Table([], bank, cards, [], [player])


def make_client(rules, value, actor):
    """The names of 11.6 mean something with a plain actor only."""
    if len(value) == 2 and actor.name in NAMED:
        return NAMED[actor.name](rules, actor)
    return Client(rules, actor, loops=len(value) == 4 and actor.cheat is None)


def need_client_name(value):
    """11.1: here, and here only, a name may be one that a server must refuse."""
    bazaar.check(type(value) is str and len(value) <= 100, "not a string of at most 100 characters")
    return value


def need_input(rules, values):
    """The clients, in the order in which they connect."""
    bazaar.number_of_values(values, 1, 2)
    actors = bazaar.need_actors(rules, values[0], need_client_name)
    clients = [make_client(rules, value, actor) for value, actor in zip(values[0], actors)]
    specials = bazaar.need_list(values[1], "special clients") if len(values) == 2 else []
    return clients + [Special(rules, bazaar.need_word(name, SPECIALS, "special client")) for name in specials]


def connect(port):
    """A connection, or None if no server is listening and it is late (CF1)."""
    while True:
        sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            sock.connect((server.HOST, port))
            # Where nobody listens a socket may happen to connect to itself.
            if sock.getsockname() != sock.getpeername():
                return sock
        except OSError:
            pass
        sock.close()
        if time.monotonic() - STARTED > PATIENCE:
            return None
        time.sleep(BETWEEN_TRIES)


def run(clients, port, pause):
    """Connects one client after the other, with a pause in which its sign-up arrives, and waits for all."""
    threads = []
    for client in clients:
        client.sock = connect(port)
        if client.sock is None:
            print(f"{client.name} gives up: nobody listens on port {port}", file=sys.stderr)
            continue
        try:
            client.sign_up()
        except Ended:
            client.sock.close()
            continue
        threads.append(threading.Thread(target=client.run))
        threads[-1].start()
        time.sleep(pause)
    for thread in threads:
        thread.join()


def milliseconds(text):
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text} is no number of milliseconds")
    return int(text)


def main(arguments):
    pause = {"type": milliseconds, "default": 50, "metavar": "MILLISECONDS"}
    given, rules = server.parse("clients.py", arguments, [("--pause", pause)])
    try:
        clients = need_input(rules, bazaar.read_values(sys.stdin.buffer.read()))
    except bazaar.Invalid as problem:
        print(f"invalid input: {problem}", file=sys.stderr)
        return 2
    run(clients, given.port, given.pause / 1000)
    print(bazaar.compact("void"))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
