#!/usr/bin/env python3
"""The program of the task ubar/clients: one client for each actor, on one server.

    clients.py PORT --content FILE [--scale FACTOR] [--wrong NAME]

Standard input: Actors. Standard output: "void" when all clients have ended. --content is the data file of the rule
book. With --wrong its clients make one mistake, which WRONG describes. How a client connects, and how a call comes over
the connection, is the same in all games: ../right/clients.py does it. Clients have no times, so that --scale says nothing
to them.
"""

import os
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
VIEW = ["you", "turn", "round", "round_end", "phase", "players", "order", "to_sell", "grid", "costs", "pile_count", "markets", "supply"]
RESULT = ["over", "coins", "ranking", "winners"]


class Client(clients.Client):
    """Any legal request will do, so that this one takes the first that it finds."""

    methods = ("setup", "take-turn", "result")
    last = "result"

    def __init__(self, content, value):
        super().__init__(None, actors.Actor(value), loops=len(value) == 4)
        self.content = content

    def reply_json(self, method, argument):
        if method == "result":
            bazaar.need_object(argument, "result", RESULT)
            self.actor.called(method)
            return self.void()
        bazaar.need_object(argument, "view", VIEW)
        self.actor.called(method)
        if method == "setup":
            return self.void()
        view = argument
        if self.actor.code:
            wrong = self.cheat(view, self.actor.code)
            if wrong is not None:
                return wrong
        return self.request(view)

    def void(self):
        return "void"

    def request(self, view):
        if view["phase"] == "sell":
            return self.sale(view)
        return next(self.drafts(view))

    def sale(self, view):
        return {"type": "sell", "player": view["you"], "goods": view["players"][view["you"]]["hold"]}

    def judged(self, view, request):
        """The code of a request, None if it is legal."""
        try:
            rules.Game.of_view(self.content, view).request(request)
        except rules.Illegal as problem:
            return str(problem)
        return None

    def drafts(self, view):
        """Legal drafts. What does not fit goes overboard, one good after the other."""
        for draft in self.tries(view):
            while (code := self.judged(view, draft)) == "does_not_fit":
                self.dump_more(view, draft)
            if code is None:
                yield draft

    def tries(self, view):
        """A draft for each tile, place and target."""
        you = view["you"]
        own = [tuple(placed["at"]) for placed in view["players"][you]["tableau"]]
        places = [rules.moved(at, step) for at in own for step in rules.STEPS.values()]
        for row, tiles in enumerate(view["grid"]):
            for col, tile in enumerate(tiles):
                if tile is None:
                    continue
                chooses = self.content.tiles[tile]["wind"]["kind"] == "any"
                for place in places:
                    if place not in own:
                        for target in own if chooses else [None]:
                            yield self.draft(you, (row, col), place, target)

    def draft(self, you, take, place, target):
        return {
            "type": "draft", "player": you, "take": list(take), "place": list(place), "target": target and list(target),
            "skip": [], "dumps": [],
        }

    def dump_more(self, view, draft):
        """One good more goes overboard before the first step, or if nothing is left then, later."""
        hold = rules.full(view["players"][view["you"]]["hold"])
        if not draft["dumps"]:
            draft["dumps"] = [dict.fromkeys(rules.GOODS, 0)]
        first = draft["dumps"][0]
        left = [good for good in rules.GOODS if first[good] < hold[good]]
        if left:
            first[left[0]] += 1
        else:
            draft["skip"] = list(range(2, 2 + len(draft["skip"]) + 1))  # decline the first re-triggered action, too

    def cheat(self, view, code):
        """An illegal request with a code, None if there is none."""
        you, sells = view["you"], view["phase"] == "sell"
        if code == "not_held":
            goods = {good: n + 1 for good, n in view["players"][you]["hold"].items()}
            return {**self.sale(view), "goods": goods} if sells else None
        if code == "wrong_phase":
            return self.draft(you, (0, 0), (0, 1), None) if sells else self.sale(view)
        if code == "not_your_turn":
            return {**self.request(view), "player": (you + 1) % len(view["players"])}
        if sells:
            return None
        changes = {
            "off_grid": {"take": [len(view["grid"]), 0]},
            "occupied": {"place": [0, 0]},
            "not_adjacent": {"place": [50, 50]},
            "target_needed": {"target": None},
            "target_not_allowed": {"target": [0, 0]},
            "no_such_step": {"skip": [99]},
            "too_many_dumps": {"dumps": [{}] * 99},
            "dump_not_held": {"dumps": [{"carpet": 21}]},
            "must_execute": {"skip": [1]},
            "does_not_fit": {"dumps": []},
        }
        holes = [[r, c] for r, row in enumerate(view["grid"]) for c, tile in enumerate(row) if tile is None]
        if code == "no_tile":
            changes[code] = {"take": holes[0]} if holes else {}
        for draft in self.tries(view):
            changed = {**draft, **(changes[code] if code in changes else {"target": draft["place"]})}
            if self.judged(view, changed) == code:
                return changed
        return None


# ---------------------------------------------------------------- mistakes


class Shouts(Client):
    """Against UB-92: replies "Void" to setup and result."""

    def void(self):
        return "Void"


class Chatters(Client):
    """Against UB-90: sends a value too many behind each reply."""

    def reply_text(self, method, value):
        return super().reply_text(method, value) + "null"


class Skips(Client):
    """Against UB-30: declines the action of each new tile."""

    def request(self, view):
        request = super().request(view)
        return {**request, "skip": [1]} if request["type"] == "draft" else request


class IsFirst(Client):
    """Against UB-11: believes that it is player 0."""

    def request(self, view):
        return {**super().request(view), "player": 0}


class Oversells(Client):
    """Against UB-62: sells a carpet more than it has."""

    def sale(self, view):
        sale = super().sale(view)
        return {**sale, "goods": {**sale["goods"], "carpet": sale["goods"]["carpet"] + 1}}


class Hoards(Client):
    """Against UB-53: counts spaces, and so keeps more than fits."""

    def drafts(self, view):
        most = max(self.tries(view), key=lambda draft: self.judged(view, draft) == "does_not_fit")
        return iter([most])


class Drifts(Client):
    """Against UB-25: places its tiles beside the corners of others."""

    def request(self, view):
        request = super().request(view)
        if request["type"] == "draft":
            rows, cols = zip(*(placed["at"] for placed in view["players"][view["you"]]["tableau"]))
            request["place"] = [max(rows) + 1, max(cols) + 1]
        return request


class Comments(Client):
    """Against UB-92: says what it thinks in a key of its own."""

    def request(self, view):
        return {**super().request(view), "comment": "mine"}


class Stays(Client):
    """Against UB-97: replies to result, then stays for ever."""

    def after_win(self):
        clients.time.sleep(3600)


class Renames(Client):
    """Against UB-80: sends its name in an array."""

    def sign_up(self):
        self.send(bazaar.compact([self.name]).encode())


class Repeats(Client):
    """Sends its first request at each turn."""

    first = None

    def request(self, view):
        self.first = self.first or super().request(view)
        return self.first


WRONG = {cls.__name__: cls for cls in (Shouts, Chatters, Skips, IsFirst, Oversells, Hoards, Drifts, Stays, Renames, Comments, Repeats)}


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
    clients.run([kind(content, actor) for actor in cast], given.port, PAUSE)
    print(bazaar.compact("void"))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
