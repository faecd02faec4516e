#!/usr/bin/env python3
"""The program of the task bazar/clients: one client for each actor, on one server.

    clients.py PORT --content FILE [--scale FACTOR] [--wrong NAME]

Standard input: Actors. Standard output: "void" when all clients have ended. --content is what touchstone games bazar
--content prints. With --wrong its clients make one mistake, which WRONG describes. How a client connects, and how a call
comes over the connection, is the same in all games: ../right/clients.py does it. Clients have no times, so that --scale
says nothing to them.
"""

import json
import os
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(__file__)
ABOVE = os.path.dirname(HERE)
sys.path[:0] = [os.path.join(ABOVE, "right"), ABOVE]

import actors  # noqa: E402  (these are found only by the paths set above)
import bazaar  # noqa: E402
import clients  # noqa: E402
import server  # noqa: E402

PAUSE = 0.05  # seconds between two connections
VIEW = [
    "guild", "round", "phase", "order", "harem_in", "market_in", "to_act", "players", "board", "events", "discarded", "hand",
    "to_come",
]
RESULT = ["over", "scores", "winner"]
STEPS = {"up": (-1, 0), "right": (0, 1), "down": (1, 0), "left": (0, -1)}


class Table:
    """The board as a view shows it. What is not in play is not there."""

    def __init__(self, content, view):
        in_play = {d["letter"] for d in content["districts"] if d["from_start"]}
        in_play |= {"m"} if view["harem_in"] else set()
        in_play |= {"n"} if view["market_in"] else set()
        self.district = {
            (row, col): letter
            for row, line in enumerate(content["grid"]) for col, letter in enumerate(line) if letter in in_play
        }
        self.tiles = {tuple(tile["cell"]) for tile in view["board"]} & set(self.district)

    def empty(self, district=None):
        return [cell for cell, letter in self.district.items() if cell not in self.tiles and district in (None, letter)]

    def targets(self, kind, cell):
        """The directions in which a tile finds a target (BZ-29)."""
        found = []
        for name, (down, across) in STEPS.items():
            at = (cell[0] + down, cell[1] + across)
            while kind == "innkeeper" and at in self.district and at not in self.tiles:
                at = (at[0] + down, at[1] + across)
            if at in self.tiles:
                found.append(name)
        return found

    def choice(self, kind, form, cell):
        """A legal choice for a tile on a cell."""
        if form == "direction":
            return (self.targets(kind, cell) or ["up"])[0]
        if form == "turn":
            return "left"
        if form == "walk":
            return {"direction": "up", "steps": 1}
        if form == "move":
            own = self.district[cell]
            sources = sorted(tile for tile in self.tiles if self.district[tile] != own)
            goals = [free for free in self.empty(own) if free != cell]
            return {"from": list(sources[0]), "to": list(goals[0])} if sources and goals else None
        return None


class Client(clients.Client):
    """Any legal request will do, so that this one takes the first that it finds."""

    methods = ("setup", "take-turn", "market", "result")
    last = "result"
    several = {"market": 3}

    def __init__(self, content, value):
        super().__init__(None, actors.Actor(value), loops=len(value) == 4)
        self.content = content
        self.forms = {kind["id"]: kind["choice"] for kind in content["kinds"]}

    def reply_json(self, method, argument):
        if method == "result":
            bazaar.need_object(argument, "result", RESULT)
            self.actor.called(method)
            return self.void()
        bazaar.need_object(argument[0] if method == "market" else argument, "view", VIEW)
        self.actor.called(method)
        if method == "setup":
            return self.void()
        if method == "market":
            return self.cell(argument[2])
        wrong = self.cheat(argument, self.actor.code) if self.actor.code else None
        return self.request(argument) if wrong is None else wrong

    def void(self):
        return "void"

    def cell(self, free):
        """A market cell (BZ-56)."""
        return [0, 0] if self.actor.code == "bad_market" else free[0]

    def kinds(self, view):
        return ["guild_master"] if view["phase"] == "start" else view["hand"]

    def request(self, view):
        return next(self.requests(view))

    def requests(self, view):
        """Legal requests."""
        table = Table(self.content, view)
        for kind in self.kinds(view):
            for cell in sorted(table.tiles) if kind == "favourite" else table.empty():
                yield self.place(view, kind, cell, table.choice(kind, self.forms[kind], cell))

    def place(self, view, kind, cell, choice):
        return {"type": "place", "guild": view["guild"], "kind": kind, "cell": list(cell), "choice": choice}

    def cheat(self, view, code):
        """An illegal request with a code, None if there is none."""
        for request in self.requests(view):
            wrong = self.spoilt(view, request, code)
            if wrong is not None:
                return wrong
        return None

    def spoilt(self, view, request, code):
        table = Table(self.content, view)
        kind, form = request["kind"], self.forms[request["kind"]]
        cell = tuple(request["cell"])
        starts = view["phase"] == "start"
        if code == "not_your_turn":
            return {**request, "guild": next(p["guild"] for p in view["players"] if p["guild"] != view["guild"])}
        if code == "start_tile_first" and starts:
            return {**request, "kind": "beggar"}
        if code == "not_in_hand" and not starts:
            return {**request, "kind": "guild_master"}
        if code == "not_a_cell":
            return {**request, "cell": [0, 4]}
        if code == "not_in_play" and not (view["harem_in"] and view["market_in"]):
            return {**request, "cell": [5, 5] if not view["market_in"] else [2, 4]}
        if code == "cell_empty" and kind == "favourite" and table.empty():
            return {**request, "cell": list(table.empty()[0])}
        if code == "cell_occupied" and kind != "favourite" and table.tiles:
            return {**request, "cell": list(min(table.tiles))}
        if code == "bad_choice":
            return {**request, "choice": "up" if form != "direction" else None}
        if code == "no_target" and form == "direction" and 0 < len(table.targets(kind, cell)) < 4:
            return {**request, "choice": next(way for way in STEPS if way not in table.targets(kind, cell))}
        if code == "no_target" and form == "move" and request["choice"]:
            return {**request, "choice": None}
        if code == "bad_from" and form == "move" and request["choice"]:
            return {**request, "choice": {**request["choice"], "from": [0, 4]}}
        if code == "bad_to" and form == "move" and request["choice"]:
            return {**request, "choice": {**request["choice"], "to": [0, 4]}}
        return None


# ---------------------------------------------------------------- mistakes


class Shouts(Client):
    """Against BZ-94: replies "Void" to setup and result."""

    def void(self):
        return "Void"


class Chatters(Client):
    """Against BZ-92: sends a value too many behind each reply."""

    def reply_text(self, method, value):
        return super().reply_text(method, value) + "null"


class StacksUp(Client):
    """Against BZ-24: takes a cell for empty that has a tile."""

    def request(self, view):
        table = Table(self.content, view)
        request = super().request(view)
        return {**request, "cell": list(min(table.tiles))} if table.tiles and request["kind"] != "favourite" else request


class AimsAnywhere(Client):
    """Against BZ-29: aims up, whatever is there."""

    def requests(self, view):
        table = Table(self.content, view)
        for request in super().requests(view):
            aims = self.forms[request["kind"]] == "direction"
            targets = table.targets(request["kind"], tuple(request["cell"])) if aims else []
            if targets and "up" not in targets:
                yield {**request, "choice": "up"}
        yield from super().requests(view)


class TakesAnyCell(Client):
    """Against BZ-56: chooses a cell that is not one of the market."""

    def cell(self, free):
        return [0, 0]


class PlaysFirst(Client):
    """Against BZ-23: believes that it is the first guild."""

    def request(self, view):
        return {**super().request(view), "guild": view["players"][0]["guild"]}


class Renames(Client):
    """Against BZ-82: sends its name in an array."""

    def sign_up(self):
        self.send(bazaar.compact([self.name]).encode())


class Stays(Client):
    """Against BZ-99: replies to result, then stays for ever."""

    def after_win(self):
        clients.time.sleep(3600)


class KnowsNoMarket(Client):
    """Against BZ-56: knows no method market, and gives up."""

    methods = ("setup", "take-turn", "result")


WRONG = {cls.__name__: cls for cls in (Shouts, Chatters, StacksUp, AimsAnywhere, TakesAnyCell, PlaysFirst, Renames, Stays, KnowsNoMarket)}


def main(arguments):
    parser = server.parser_of("clients.py")
    parser.add_argument("port", type=server.port_number, metavar="PORT")
    parser.add_argument("--content", required=True, metavar="FILE")
    parser.add_argument("--scale", type=float, default=1)
    parser.add_argument("--wrong", choices=WRONG)
    given = parser.parse_args(arguments)
    with open(given.content, encoding="utf-8") as file:
        content = json.load(file)
    (cast,) = bazaar.read_values(sys.stdin.buffer.read())
    kind = WRONG.get(given.wrong, Client)
    clients.run([kind(content, actor) for actor in cast], given.port, PAUSE)
    print(bazaar.compact("void"))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
