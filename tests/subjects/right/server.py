#!/usr/bin/env python3
"""The program of the task server: seats the clients that sign up, and plays one game with them by calls.

    server.py PORT [--option NAME=VALUE]... [--preset NAME]

Standard input: Equations, Game [, Bonus]. Standard output: [[winners],[drop-outs]]. Invalid input: a message on
standard error, no output, no port opened, exit status 2. Written from chapter 11 of the rule book, whose clauses the
numbers such as BG-91 are; the rules of the game are those of bazaar.py.
"""

import argparse
import contextlib
import json
import os
import selectors
import socket
import sys
import time

sys.dont_write_bytecode = True
sys.path[:0] = [os.path.dirname(__file__), os.path.dirname(os.path.dirname(__file__))]

import bazaar  # noqa: E402  (these two are found only by the paths set above)
import wire  # noqa: E402

HOST = "127.0.0.1"
WAITING_CONNECTIONS = 128  # that the system holds until they are accepted


class Connection:
    """A connection to a client, which never blocks and is read only when something is due."""

    def __init__(self, sock):
        sock.setblocking(False)
        self.sock = sock
        self.values = wire.Values()
        self.name = None  # until it has signed up

    def close(self):
        self.sock.close()

    def read(self):
        """Takes over what has come. Fails when the client has closed or reset the connection."""
        try:
            data = self.sock.recv(wire.CHUNK)
        except (BlockingIOError, InterruptedError):
            return
        except OSError as problem:
            raise bazaar.Failed(f"closed: {problem}") from None
        if not data:
            raise bazaar.Failed("closed")
        self.values.feed(data)

    def write(self, data):
        """Sends what can be sent at once, and gives the rest."""
        try:
            return data[self.sock.send(data) :]
        except (BlockingIOError, InterruptedError):
            return data
        except OSError as problem:
            raise bazaar.Failed(f"closed: {problem}") from None

    def next_value(self):
        """The text of the next value, or None while it is not complete."""
        try:
            return self.values.next()
        except (wire.NotJSON, wire.TooLong) as problem:
            raise bazaar.Failed(str(problem)) from None

    def call(self, method, argument, seconds, *more):
        """BG-90, BG-91: the text of the reply, due so many seconds after the start of sending. In The Bazaar Game a call
        has one argument, in other games it may have more.

        A value that came before the call is the reply to it (BG-94), but the call is sent all the same.
        """
        unsent = memoryview(bazaar.compact([method, [argument, *more]]).encode())
        deadline = time.monotonic() + seconds
        with selectors.DefaultSelector() as selector:
            selector.register(self.sock, selectors.EVENT_WRITE)
            while unsent:
                self.wait(selector, deadline)
                unsent = self.write(unsent)
            selector.modify(self.sock, selectors.EVENT_READ)
            while True:
                text = self.next_value()
                if text is not None:
                    return text
                self.wait(selector, deadline)
                self.read()
                deadline = self.deadline_after_bytes(deadline, seconds)

    def wait(self, selector, deadline):
        """Until the connection is ready, or the time is up."""
        remaining = deadline - time.monotonic()
        if remaining <= 0 or not selector.select(remaining):
            raise bazaar.Failed("timeout")

    def deadline_after_bytes(self, deadline, seconds):
        """SF21: bytes that come do not start the time anew."""
        return deadline


class RemotePlayer:
    """What bazaar.py's Actor is in a game of actors: replies by the player at the other end of a connection."""

    def __init__(self, rules, connection):
        self.rules = rules
        self.name = connection.name
        self.connection = connection

    def call(self, method, argument):
        return self.connection.call(method, argument, self.rules.call_ms / 1000)

    def set_up(self, equations):
        written = [[list(e.left_written), list(e.right_written)] for e in equations]  # as given: BG-74, BG-75
        need_void(self.call("setup", written))

    def first_reply(self, rules, table):
        try:
            text = self.call("request-pebble-or-trades", turn_json(table)).strip()
        except bazaar.Failed as problem:
            if rules.closed_call == "pebble" and str(problem).startswith("closed"):
                return False  # chapter 10, quirk Q7
            raise
        if rules.first_reply == "lenient" and text[:1] != b"[":
            return False  # BG-92, quirk Q6
        value = decoded(text)
        return value if value is False else shaped(bazaar.need_exchanges, rules, value)

    def second_reply(self, rules, table):
        value = decoded(self.call("request-cards", turn_json(table)))
        return shaped(bazaar.need_cards, rules, value, "cards to buy", None)

    def win(self, won):
        need_void(self.call("win", won))

    def dismiss(self):
        """BG-96: nothing more is sent to an eliminated player."""
        self.connection.close()


def turn_json(table):
    """What the active player sees (BG-14). The wallet goes out in its order, for the quirk of chapter 10."""
    turn = bazaar.turn_json(table, 0)
    turn["active"]["wallet"] = table.players[0].wallet
    return turn


def shaped(need, *arguments):
    """BG-92: a reply of another shape eliminates."""
    try:
        return need(*arguments)
    except bazaar.Invalid as problem:
        raise bazaar.Failed(f"wrong_shape: {problem}") from None


# No name and no reply has a number in it, so that any number is wrong and none need be worked out: one of a million
# digits would take longer than a call may.
DECODER = json.JSONDecoder(object_pairs_hook=bazaar.object_without_duplicates, parse_int=len, parse_float=len)


def decoded(text):
    return shaped(DECODER.decode, text.decode())


def need_void(text):
    if decoded(text) != "void":
        raise bazaar.Failed("wrong_shape: not void")


class SignUp:
    """BG-80 to BG-86. All names are read side by side, so that nobody waits for a silent client (BG-83)."""

    def __init__(self, rules, listener):
        self.rules = rules
        self.listener = listener
        self.candidates = []  # pairs of a connection and its deadline, in the order of accept
        self.signed_up = []  # connections, in the order in which their names were complete
        self.accepted = []  # connections, in the order of accept

    def run(self):
        """The connections of the players in the order of their seats, or None if too few sign up (BG-85)."""
        opened = time.monotonic()
        for wait in range(1, self.rules.waits + 1):
            end = opened + wait * self.rules.wait_ms / 1000
            while not self.full() and time.monotonic() < end:
                self.step(end)
            if len(self.signed_up) >= self.rules.players_min:
                break
        for connection, _ in list(self.candidates):
            self.refuse(connection)
        if len(self.signed_up) < self.rules.players_min:
            return None
        return [connection for connection in self.accepted if connection in self.signed_up]

    def full(self):
        return len(self.signed_up) >= self.rules.players_max

    def reading(self):
        """The connections whose names are read now."""
        return [connection for connection, _ in self.candidates]

    def name_deadline(self):
        """BG-82, for a connection that is accepted now."""
        return time.monotonic() + self.rules.name_ms / 1000

    def step(self, end):
        """Waits for something to happen until a deadline is due, that of the wait or that of a name."""
        due = min([end] + [deadline for _, deadline in self.candidates])
        reading = self.reading()
        with selectors.DefaultSelector() as selector:
            selector.register(self.listener, selectors.EVENT_READ)
            for connection in reading:
                selector.register(connection.sock, selectors.EVENT_READ)
            ready = [key.fileobj for key, _ in selector.select(max(0, due - time.monotonic()))]
        for connection in reading:  # in the order of accept: of several names the first one's comes first
            if connection.sock in ready and not self.full():
                self.read_name(connection)
        for connection, deadline in list(self.candidates):
            if deadline <= time.monotonic():
                self.refuse(connection)
        if self.listener in ready and not self.full():
            self.accept()

    def accept(self):
        try:
            sock, _ = self.listener.accept()
        except OSError:  # the client has gone again
            return
        connection = Connection(sock)
        self.candidates.append((connection, self.name_deadline()))
        self.accepted.append(connection)

    def read_name(self, connection):
        """BG-81: what is no name closes the connection. What comes behind a name is left for the first call."""
        try:
            connection.read()
            text = connection.next_value()
            if text is None:
                return
            name = shaped(bazaar.need_name, decoded(text))
        except bazaar.Failed:
            self.refuse(connection)
            return
        if self.rules.duplicate_names == "refuse" and self.is_taken(name):
            self.refuse(connection)
            return
        connection.name = name
        self.signed_up.append(connection)
        self.forget(connection)

    def is_taken(self, name):
        """BG-84."""
        return any(other.name == name for other in self.signed_up)

    def refuse(self, connection):
        self.forget(connection)
        self.accepted.remove(connection)
        connection.close()

    def forget(self, connection):
        self.candidates = [pair for pair in self.candidates if pair[0] is not connection]


def can_play(rules, table, connections):
    """BG-84, BG-85, BG-87: otherwise there is no game, and no call."""
    if connections is None or len(connections) != len(table.players):
        return False
    return rules.duplicate_names == "refuse" or len({c.name for c in connections}) == len(connections)


def setup_order(players):
    """BG-10: list order."""
    return list(players)


def play(rules, table, bonus):
    """The whole game by calls: the names of the winners and of the drop-outs."""
    for player in setup_order(table.players):
        try:
            player.actor.set_up(table.equations)
        except bazaar.Failed:
            bazaar.eliminate(table, player)
            player.actor.dismiss()
    for _ in range(rules.turns_max):  # BG-43
        if bazaar.end_reason(rules, table):
            break
        player = table.players[0]
        bazaar.play_turn(rules, table)
        if player not in table.players:
            player.actor.dismiss()
    return tell_result(rules, table, bonus)


def tell_result(rules, table, bonus):
    """BG-50 to BG-52, BG-55: the winners hear first, and one that fails wins no more."""
    points = [player.score + bazaar.bonus_of(rules, bonus, player) for player in table.players]
    winners = [player for player, n in zip(table.players, points) if n == max(points)]
    losers = [player for player in table.players if player not in winners]
    names_of_winners, dropouts = [], list(table.dropouts)
    for player in winners + losers:
        try:
            player.actor.win(player in winners)
            if player in winners:
                names_of_winners.append(player.name)
        except bazaar.Failed:
            dropouts.append(player.name)
    return names_of_winners, dropouts


def result_json(winners, dropouts):
    """BG-53."""
    return [sorted(winners), sorted(dropouts)]


def serve(rules, table, bonus, listener):
    """The result of the one game, or of none. All connections are closed when it is out (BG-97)."""
    sign_up = SignUp(rules, listener)
    with contextlib.ExitStack() as stack:
        connections = sign_up.run()
        for connection in sign_up.accepted:
            stack.callback(connection.close)
        result = [[], []]
        if can_play(rules, table, connections):
            for player, connection in zip(table.players, connections):
                player.actor = RemotePlayer(rules, connection)
                player.name = connection.name
            result = result_json(*play(rules, table, bonus))
        print(bazaar.compact(result), flush=True)


def need_input(rules, values):
    """The table, with its equations, and the bonus or None."""
    bazaar.number_of_values(values, 2, 3)
    equations = bazaar.need_equations(rules, values[0])
    table = bazaar.need_game(rules, values[1])
    bazaar.need_sizes(rules, table)
    table.equations = equations
    for player in table.players:
        player.cards = player.cards or []  # 11.1: a Player without cards has none
    return table, bazaar.need_word(values[2], rules.bonuses, "bonus") if len(values) == 3 else None


def port_number(text):
    if not text.isdecimal() or not 1024 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"{text} is no port from 1024 to 65535")
    return int(text)


def parser_of(program):
    """A parser of a command line that does not ask how wide the terminal is: for that it would import several modules."""
    return argparse.ArgumentParser(
        prog=program, allow_abbrev=False, formatter_class=lambda prog: argparse.HelpFormatter(prog, width=100)
    )


def parse(program, arguments, more=()):
    """The command line, which server.py and clients.py share: what was given, and the options in force."""
    parser = parser_of(program)
    parser.add_argument("port", type=port_number, metavar="PORT")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--preset", action="append", default=[], metavar="NAME")
    for flag, settings in more:
        parser.add_argument(flag, **settings)
    given = parser.parse_args(arguments)
    try:
        return given, bazaar.make_rules(given.option, given.preset)
    except bazaar.Usage as problem:
        parser.error(str(problem))


def main(arguments):
    given, rules = parse("server.py", arguments)
    try:
        table, bonus = need_input(rules, bazaar.read_values(sys.stdin.buffer.read()))
    except bazaar.Invalid as problem:
        print(f"invalid input: {problem}", file=sys.stderr)
        return 2
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listener:
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((HOST, given.port))
            listener.listen(WAITING_CONNECTIONS)
            listener.setblocking(False)
        except OSError as problem:
            print(f"cannot open port {given.port}: {problem}", file=sys.stderr)
            return 1
        serve(rules, table, bonus, listener)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
