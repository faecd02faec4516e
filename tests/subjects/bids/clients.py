#!/usr/bin/env python3
"""The program of the task bids/clients: one client for each element of its input, on one server.

    clients.py PORT [--scale FACTOR] [--wrong NAME]

Standard input: an array of [NAME, KIND]. Standard output: "void" when all clients have ended. With --wrong its clients
make one mistake, which WRONG describes. Clients have no times, so that --scale says nothing to them.
"""

import json
import os
import random
import socket
import sys
import threading
import time

sys.dont_write_bytecode = True
HERE = os.path.dirname(__file__)
ABOVE = os.path.dirname(HERE)
sys.path[:0] = [os.path.join(ABOVE, "right"), ABOVE]

import bazaar  # noqa: E402  (these are found only by the paths set above)
import server  # noqa: E402

PAUSE = 0.05  # seconds between two connections


class Client:
    def __init__(self, name, kind):
        self.name, self.kind = name, kind
        self.text = b""

    def connect(self, port):
        begin = time.monotonic()
        while True:
            try:
                self.sock = socket.create_connection((server.HOST, port))
                break
            except OSError:
                if time.monotonic() - begin > 10:
                    raise
                time.sleep(0.02)
        self.send(self.greeting())

    def greeting(self):
        return self.name

    def send(self, value):
        self.sock.sendall(bazaar.compact(value).encode() + b"\n")  # a number ends where something else follows

    def call(self):
        """The next call, None when the server has closed the connection."""
        while True:
            try:
                value, end = json.JSONDecoder().raw_decode(self.text.decode().lstrip())
                self.text = self.text.decode().lstrip()[end:].encode()
                return value
            except ValueError:
                more = self.sock.recv(65536)
                if not more:
                    return None
                self.text += more

    def run(self):
        with self.sock:
            try:
                while (call := self.call()) is not None:
                    if self.kind == "leaves":
                        return
                    if self.kind == "babbles":
                        self.sock.sendall(b"babble")
                    elif self.kind != "hangs":
                        self.send(self.reply(call[0], call[1][0]))
            except OSError:
                return

    def reply(self, method, argument):
        return "thanks" if method == "end" else self.turn(argument)

    def turn(self, view):
        coins = view["coins"][view["you"]]
        return {
            "modest": min(1, coins), "bold": (coins + 1) // 2, "cheat": coins + 1, "random": random.randrange(coins + 1),
        }[self.kind]


class Shouts(Client):
    """Against BI-10: it thanks in capital letters."""

    def reply(self, method, argument):
        return "Thanks" if method == "end" else self.turn(argument)


class RoundsDown(Client):
    """Who is bold bids half of its coins, rounded down."""

    def turn(self, view):
        return view["coins"][view["you"]] // 2 if self.kind == "bold" else super().turn(view)


class Overbids(Client):
    """Against BI-02: where chance decides it bids more than it has."""

    def turn(self, view):
        return view["coins"][view["you"]] + 3 if self.kind == "random" else super().turn(view)


class Chatters(Client):
    """It sends a null behind each reply."""

    def send(self, value):
        super().send(value)
        if value != self.name:
            super().send(None)


class Renames(Client):
    """Against BI-07: it signs up with a blank behind its name."""

    def greeting(self):
        return self.name + " "


class Honest(Client):
    """It plays well, also where it is to cheat."""

    def __init__(self, name, kind):
        super().__init__(name, "modest" if kind == "cheat" else kind)


class Persists(Client):
    """Who is to leave stays, and replies."""

    def __init__(self, name, kind):
        super().__init__(name, "modest" if kind == "leaves" else kind)


WRONG = {c.__name__: c for c in (Shouts, RoundsDown, Overbids, Chatters, Renames, Honest, Persists)}


def main(arguments):
    parser = server.parser_of("clients.py")
    parser.add_argument("port", type=server.port_number, metavar="PORT")
    parser.add_argument("--scale", type=float, default=1)
    parser.add_argument("--wrong", choices=WRONG)
    given = parser.parse_args(arguments)
    kind = WRONG[given.wrong] if given.wrong else Client
    clients = [kind(*pair) for pair in bazaar.read_values(sys.stdin.buffer.read())[0]]
    threads = []
    for client in clients:
        client.connect(given.port)
        threads.append(threading.Thread(target=client.run))
        threads[-1].start()
        time.sleep(PAUSE)
    for thread in threads:
        thread.join()
    print('"void"', flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
