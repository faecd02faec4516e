#!/usr/bin/env python3
"""The program of the task ubongo/clients: one client for each actor, on one server.

    clients.py PORT --content FILE [--scale FACTOR] [--wrong NAME]

Standard input: Actors. Standard output: "void" when all clients have ended. --content is what touchstone games ubongo
--content prints, --scale multiplies all times. With --wrong its clients make one mistake, which WRONG describes. How a
client connects, and how a call comes over the connection, is the same in all games: ../right/clients.py does it.
"""

import os
import random
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(__file__)
ABOVE = os.path.dirname(HERE)
sys.path[:0] = [os.path.join(ABOVE, "right"), ABOVE, HERE]

import actors  # noqa: E402  (these are found only by the paths set above)
import bazaar  # noqa: E402
import clients  # noqa: E402
import rules  # noqa: E402
import server  # noqa: E402

PAUSE = 0.05  # seconds between two connections
EARLY_S = 20  # how long an actor thinks that then tells 0 ms
VIEW = [
    "player", "phase", "round", "roller", "flipper", "die", "glass", "players", "solved", "out", "display", "bag", "winner",
    "task",
]
RESULT = ["over", "winner", "points", "ranking"]


class Client(clients.Client):
    """Any solution will do. The time of its claims is that of its actor, or half a minute."""

    methods = ("setup", "take-turn", "result")
    last = "result"

    def __init__(self, content, value, scale):
        super().__init__(None, actors.Actor(value), loops=len(value) == 4)
        self.content = content
        self.scale = scale
        self.policy, _, ms = value[1].partition(":")
        self.ms = int(ms) if ms else 30_000
        self.random = random.Random(value[0])
        self.place = None  # the run of the hourglass in which it was asked last
        self.tries = 0  # and how often

    def reply_json(self, method, argument):
        bazaar.need_object(argument, method, RESULT if method == "result" else VIEW)
        self.actor.called(method)
        if method != "take-turn":
            return self.void()
        first = self.place != (argument["round"], argument["glass"], argument["phase"])
        self.place = (argument["round"], argument["glass"], argument["phase"])
        self.tries = 1 if first else self.tries + 1
        return self.turn(argument, first)

    def void(self):
        return "void"

    def turn(self, view, first):
        if view["task"] is None or self.policy == "idle" or self.policy == "random" and self.random.random() < 0.5:
            return False
        placements = self.content.solve(view["task"])
        if placements is None:
            return False
        claim = {"time": self.ms, "placements": placements}
        cheats = self.tries <= {"ten_wrong": 10, "early_again": 2}.get(self.actor.code, 1)
        return self.cheat(view, claim) if cheats and self.actor.code else claim

    def cheat(self, view, claim):
        """The first claims in a run of the hourglass of an actor that cheats."""
        code = self.actor.code
        if code == "too_late" and view["phase"] != "playoff":
            return {**claim, "time": 60_001}
        if code == "told_early":
            clients.time.sleep(EARLY_S * self.scale)
            return {**claim, "time": 0}
        if code == "early_again":
            if self.tries == 2:
                return {**claim, "time": 0}
            clients.time.sleep(EARLY_S * self.scale)
            claim["time"] = max(claim["time"], 2 * EARLY_S * 1000)  # later than whatever is measured
        return {**claim, "placements": claim["placements"][1:]}


# ---------------------------------------------------------------- mistakes


class Shouts(Client):
    """Against UO-94: replies "Void" to setup and result."""

    def void(self):
        return "Void"


class Chatters(Client):
    """Against UO-92: sends a value too many behind each reply."""

    def reply_text(self, method, value):
        return super().reply_text(method, value) + "null"


class Mirrors(Client):
    """Against UO-35: builds in the mirror."""

    def turn(self, view, first):
        claim = super().turn(view, first)
        if claim:
            for placement in claim["placements"]:
                placement["cells"] = [[col, row, layer] for row, col, layer in placement["cells"]]
        return claim


class Floats(Client):
    """Against UO-36: builds one layer too high."""

    def turn(self, view, first):
        claim = super().turn(view, first)
        if claim:
            for placement in claim["placements"]:
                placement["cells"] = [[row, col, layer + 1] for row, col, layer in placement["cells"]]
        return claim


class Forgets(Client):
    """Against UO-34: leaves a piece out."""

    def turn(self, view, first):
        claim = super().turn(view, first)
        return claim and {**claim, "placements": claim["placements"][1:]}


class Dawdles(Client):
    """Against UO-22: shows its solutions when the hourglass has run out."""

    def turn(self, view, first):
        claim = super().turn(view, first)
        return claim and {**claim, "time": claim["time"] + 60_000}


class NeverTries(Client):
    """Against UO-74: never claims, whatever its actor does."""

    def turn(self, view, first):
        return False


class Renames(Client):
    """Against UO-84: sends its name in an array."""

    def sign_up(self):
        self.send(bazaar.compact([self.name]).encode())


class Stays(Client):
    """Against UO-99: replies to result, then stays for ever."""

    def after_win(self):
        clients.time.sleep(3600)


WRONG = {
    cls.__name__: cls for cls in (Shouts, Chatters, Mirrors, Floats, Forgets, Dawdles, NeverTries, Renames, Stays)
}


def main(arguments):
    parser = server.parser_of("clients.py")
    parser.add_argument("port", type=server.port_number, metavar="PORT")
    parser.add_argument("--content", required=True, metavar="FILE")
    parser.add_argument("--scale", type=float, default=1)
    parser.add_argument("--wrong", choices=WRONG)
    given = parser.parse_args(arguments)
    content = rules.Content(given.content)
    (cast,) = bazaar.read_values(sys.stdin.buffer.read())
    kind = WRONG.get(given.wrong, Client)
    clients.run([kind(content, actor, given.scale) for actor in cast], given.port, PAUSE)
    print(bazaar.compact("void"))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
