"""The rules of Bazar that a live game needs. Written from the rule book; the comments name clauses."""

import json

RING = {"up": (-1, 0), "right": (0, 1), "down": (1, 0), "left": (0, -1)}
OPPOSITE = {"up": "down", "down": "up", "left": "right", "right": "left"}
CONDITIONAL = ["governor_bounty", "feast_of_the_poor", "reorganisation"]
GOAL, MARKET_MAX, HAND, CARDS = 75, 5, 3, 11
HAREM_ROUND, BOUNTY = 5, 25
START = "guild_master"


class Illegal(Exception):
    """A request that is refused."""


def shifted(cell, way, steps=1):
    return (cell[0] + RING[way][0] * steps, cell[1] + RING[way][1] * steps)


class Content:
    """What lies in the box."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
        self.districts = [d["id"] for d in data["districts"]]
        self.base = {d["id"]: d["value"] for d in data["districts"]}
        self.from_start = [d["id"] for d in data["districts"] if d["from_start"]]
        letters = {d["letter"]: d["id"] for d in data["districts"]}
        self.cells, self.painted = {}, {}
        for row, line in enumerate(data["grid"]):
            for col, letter in enumerate(line):
                if letter in letters:
                    self.cells[row, col] = letters[letter]
                elif letter.lower() in letters:
                    self.painted[row, col] = letters[letter.lower()]
        self.permanent = {k["id"] for k in data["kinds"] if k["permanent"]}
        self.forms = {k["id"]: k["choice"] for k in data["kinds"]}
        self.effects = {
            e["id"]: [(x["district"], x["effect"]) for x in e["effects"]] for e in data["events"]
        }

    def of(self, district):
        """The cells of a district in reading order."""
        return [cell for cell, d in self.cells.items() if d == district]


class Board:
    """What lies on the table. Tiles are pairs of a guild and a kind."""

    def __init__(self, content):
        self.content = content
        self.tiles = {}
        self.harem_in = self.market_in = False
        self.discarded = []
        self.eliminated = []  # by one request, in order
        self.event = None

    def copy(self):
        other = Board(self.content)
        other.tiles, other.discarded = dict(self.tiles), list(self.discarded)
        other.harem_in, other.market_in, other.event = self.harem_in, self.market_in, self.event
        return other

    def in_play(self, district):
        if district == "harem":
            return self.harem_in
        return self.market_in if district == "black_market" else True

    def districts(self):
        return [d for d in self.content.districts if self.in_play(d)]

    def square(self, at):
        """BZ-31."""
        if at in self.content.cells and self.in_play(self.content.cells[at]):
            return "cell"
        if at in self.content.painted and self.in_play(self.content.painted[at]):
            return "wall"
        return "out"

    def tile(self, at):
        return self.tiles.get(at) if self.square(at) == "cell" else None

    def empty(self, at):
        return self.square(at) == "cell" and at not in self.tiles

    def free(self, district, besides=None):
        return [c for c in self.content.of(district) if c not in self.tiles and c != besides]

    def eliminate(self, at):
        self.eliminated.append(self.tiles.pop(at))

    def step(self, at, way):
        """A single step of a tile: "moved", "blocked" or "gone" (BZ-32 to BZ-35)."""
        chain = [at]
        while self.tile(shifted(chain[-1], way)):
            chain.append(shifted(chain[-1], way))
        end = shifted(chain[-1], way)
        if self.square(end) == "wall":
            return "blocked"
        if self.square(end) == "out":
            self.eliminate(chain.pop())
        for cell in reversed(chain):
            self.tiles[shifted(cell, way)] = self.tiles.pop(cell)
        return "moved" if chain else "gone"

    def push(self, at, way, steps):
        """BZ-36."""
        for _ in range(steps):
            if self.step(at, way) != "moved":
                return
            at = shifted(at, way)

    # ------------------------------------------------------------ effects

    def target(self, kind, at, way):
        """The cell of what the effect of a kind finds in a direction, None for nothing (BZ-29)."""
        found = shifted(at, way)
        while kind == "innkeeper" and self.empty(found):
            found = shifted(found, way)
        return found if self.tile(found) else None

    def place(self, guild, kind, at, choice):
        if kind == "favourite":
            self.eliminate(at)  # BZ-43
        self.tiles[at] = (guild, kind)
        effect = getattr(self, kind, None)
        if effect:
            effect(at, choice)

    def fishmonger(self, at, _):
        for way in RING:
            if self.tile(shifted(at, way)):
                self.push(shifted(at, way), way, 1)

    def courier(self, at, way):
        if self.target("courier", at, way):
            self.push(shifted(at, way), way, 2)

    def charlatan(self, at, way):
        other = self.target("charlatan", at, way)
        if other:
            self.tiles[at], self.tiles[other] = self.tiles[other], self.tiles[at]

    def architect(self, at, turn):
        """BZ-45."""
        ring = list(RING)
        moves = []
        for i, way in enumerate(ring):
            to = ring[(i + (1 if turn == "right" else -1)) % 4]
            if self.tile(shifted(at, way)):
                moves.append((shifted(at, way), shifted(at, to)))
        if any(self.square(to) == "wall" for _, to in moves):
            return
        lifted = [(self.tiles.pop(source), to) for source, to in moves]
        for tile, to in lifted:
            if self.square(to) == "cell":
                self.tiles[to] = tile
        self.eliminated += [tile for tile, to in lifted if self.square(to) == "out"]

    def notable(self, _, move):
        if move:
            self.tiles[tuple(move["to"])] = self.tiles.pop(tuple(move["from"]))

    def pedlar(self, at, walk):
        """BZ-47."""
        way = walk["direction"]
        for _ in range(walk["steps"]):
            to = shifted(at, way)
            if self.square(to) != "cell" or self.tile(to) and self.step(to, way) == "blocked":
                return
            self.tiles[to] = self.tiles.pop(at)
            at = to

    def ferryman(self, at, way):
        """BZ-48."""
        source = self.target("ferryman", at, way)
        to = shifted(at, OPPOSITE[way])
        if source is None:
            return
        if self.empty(to):
            self.tiles[to] = self.tiles.pop(source)
        elif self.square(to) == "out":
            self.eliminate(source)

    def innkeeper(self, at, way):
        source = self.target("innkeeper", at, way)
        if source:
            tile = self.tiles.pop(source)
            self.tiles[shifted(at, way)] = tile

    # ------------------------------------------------------------ owners

    def effects_on(self, district):
        return {effect for d, effect in self.content.effects.get(self.event, []) if d in ("*", district)}

    def counts(self, district):
        """BZ-60, BZ-61, BZ-65."""
        amnesty = "amnesty" in self.effects_on(district)
        counts = {}
        for at in self.content.of(district):
            if at not in self.tiles:
                continue
            guild, kind = self.tiles[at]
            weight = 2 if kind == "administrator" else 1
            for way in RING:
                near = shifted(at, way)
                if self.content.cells.get(near) == district and near in self.tiles:
                    other, its = self.tiles[near]
                    if its == "traitor" and other != guild:
                        weight = 0
            counts[guild] = counts.get(guild, 0) + (1 if amnesty else weight)
        return counts

    def owner(self, district):
        """BZ-62, BZ-64."""
        counts = {guild: n for guild, n in self.counts(district).items() if n > 0}
        if not counts:
            return None
        best = (min if "minority" in self.effects_on(district) else max)(counts.values())
        owners = [guild for guild, n in counts.items() if n == best]
        return owners[0] if len(owners) == 1 else None

    def value(self, district):
        """BZ-63."""
        effects = self.effects_on(district)
        if "barred" in effects:
            return 0
        value = self.content.base[district]
        if "shift" in effects:
            all_in = self.districts()
            value = self.content.base[all_in[(all_in.index(district) + 1) % len(all_in)]]
        value *= 2 if "double" in effects else 1
        value += 2 * ("plus2" in effects) - 2 * ("minus2" in effects)
        if "amnesty" not in effects:
            for at in self.content.of(district):
                if self.tiles.get(at, ("", ""))[1] == "beggar":
                    value = (value + 1) // 2
        return value


class Game:
    """A game from the set-up to its end. Seats are numbers from 0."""

    def __init__(self, content, setup):
        self.content = content
        self.players = [
            {"guild": p["guild"], "coins": 0, "hand": p["pile"][:HAND], "pile": p["pile"][HAND:]} for p in setup["players"]
        ]
        self.board = Board(content)
        self.round, self.phase, self.turn = 0, "start", 0
        self.order = list(setup["order"])
        self.played, self.normal = [], list(setup["events"])

    def seat(self, guild):
        return [p["guild"] for p in self.players].index(guild)

    def active(self):
        return self.players[self.seat(self.order[self.turn])]

    # ------------------------------------------------------------ requests

    def judge(self, guild, kind, cell, choice):
        """Refuses an illegal request (BZ-23 to BZ-30)."""
        board, p = self.board, self.active()
        if self.phase == "over" or guild != p["guild"]:
            raise Illegal("not_your_turn")
        if kind not in ([START] if self.phase == "start" else p["hand"]):
            raise Illegal("not_in_hand")
        if board.square(cell) != "cell":
            raise Illegal("not_a_cell")
        if (kind == "favourite") != (cell in board.tiles):
            raise Illegal("cell_occupied")
        self.judge_choice(kind, cell, choice)

    def judge_choice(self, kind, cell, choice):
        board, form = self.board, self.content.forms[kind]
        if form == "none":
            good = choice is None
        elif form == "direction":
            good = type(choice) is str and choice in RING
            if good and not board.target(kind, cell, choice) and any(board.target(kind, cell, way) for way in RING):
                raise Illegal("no_target")
        elif form == "turn":
            good = choice in ("left", "right")
        elif form == "walk":
            good = type(choice) is dict and "steps" in choice
        else:
            own = self.content.cells[cell]
            sources = [at for at in board.tiles if board.tile(at) and self.content.cells[at] != own]
            goals = board.free(own, cell)
            if not sources or not goals:
                good = choice is None
            else:
                good = type(choice) is dict and "from" in choice
                good = good and tuple(choice["from"]) in sources and tuple(choice["to"]) in goals
        if not good:
            raise Illegal("bad_choice")

    def first_request(self):
        """BZ-90: in the order of hand, districts, cells and choices."""
        p, board = self.active(), self.board
        for kind in [START] if self.phase == "start" else p["hand"]:
            for district in board.districts():
                for cell in self.content.of(district):
                    for choice in self.choices(kind, cell):
                        try:
                            self.judge(p["guild"], kind, cell, choice)
                            return kind, cell, choice
                        except Illegal:
                            pass
        raise AssertionError("there is always a legal request")

    def choices(self, kind, cell):
        form, board = self.content.forms[kind], self.board
        if form in ("direction", "turn"):
            return list(RING)
        if form == "walk":
            return [{"direction": way, "steps": n} for way in RING for n in (1, 2, 3)]
        if form != "move":
            return [None]
        own = self.content.cells[cell]
        sources = [at for d in board.districts() if d != own for at in self.content.of(d) if at in board.tiles]
        moves = [{"from": list(a), "to": list(b)} for a in sources for b in board.free(own, cell)]
        return moves or [None]

    def marketed(self, kind, cell, choice):
        """The tiles that a request puts into the market, in order (BZ-55 to BZ-57)."""
        if self.board.market_in:
            return []
        after = self.board.copy()
        after.place(self.active()["guild"], kind, cell, choice)
        return after.eliminated[: MARKET_MAX - len(self.in_market())]

    def in_market(self):
        return [at for at in self.content.of("black_market") if at in self.board.tiles]

    def execute(self, kind, cell, choice, entries):
        """Carries out a legal request; entries are the market cells of the tiles that come there."""
        p, board = self.active(), self.board
        board.eliminated = []
        board.place(p["guild"], kind, cell, choice)
        for tile in board.eliminated:
            if entries:
                board.tiles[entries.pop(0)] = tile
            else:
                board.discarded.append(tile)
        if self.phase == "players":
            if kind == "tax_collector":
                self.collect(p, cell)
            p["hand"].remove(kind)
            if p["pile"]:
                p["hand"].append(p["pile"].pop(0))  # BZ-26
        self.turn += 1
        if self.phase == "players" and self.is_rich():
            self.phase = "over"  # BZ-70
        elif self.turn == len(self.players):
            self.end_round()

    def collect(self, p, cell):
        """BZ-50."""
        owner = self.board.owner(self.content.cells[cell])
        if owner and owner != p["guild"]:
            other = self.players[self.seat(owner)]
            tax = min(2, other["coins"])
            other["coins"] -= tax
            p["coins"] += tax

    # ------------------------------------------------------------ rounds

    def is_rich(self):
        return any(p["coins"] >= GOAL for p in self.players)

    def end_round(self):
        if self.phase == "players":
            paid = [(self.board.owner(d), self.board.value(d)) for d in self.board.districts()]
            for guild, value in paid:
                if guild:
                    self.players[self.seat(guild)]["coins"] += value
            if self.is_rich() or len(self.played) == CARDS or not any(p["hand"] for p in self.players):
                self.phase = "over"  # BZ-70 to BZ-72
                return
        self.begin_round()

    def begin_round(self):
        """BZ-10 to BZ-22."""
        board = self.board
        self.round, self.phase, self.turn = self.round + 1, "players", 0
        before = self.order[::-1]
        self.order = sorted(before, key=lambda guild: -self.players[self.seat(guild)]["coins"])
        board.harem_in = board.harem_in or self.round >= HAREM_ROUND
        board.market_in = board.market_in or len(self.in_market()) == MARKET_MAX
        board.event = None
        if self.round >= 2:
            board.event = self.next_event()
            if board.event:
                self.played.append(board.event)

    def next_event(self):
        met = [any(p["coins"] >= BOUNTY for p in self.players), len(self.played) >= 5, len(self.played) >= 6]
        for card, is_met in zip(CONDITIONAL, met):
            if is_met and card not in self.played:
                return card
        return self.normal.pop(0) if self.normal else None

    # ------------------------------------------------------------ what is shown

    def ranking(self):
        """The seats, best first (BZ-73, BZ-74)."""
        return sorted(range(len(self.players)), key=lambda seat: (-self.players[seat]["coins"], self.token(seat)))

    def token(self, seat):
        return self.order.index(self.players[seat]["guild"]) + 1

    def result(self, winner):
        ranking = self.ranking()
        scores = [
            {"guild": p["guild"], "coins": p["coins"], "token": self.token(seat), "rank": ranking.index(seat) + 1}
            for seat, p in enumerate(self.players)
        ]
        return {"over": self.phase == "over", "scores": scores, "winner": None if winner is None else self.players[winner]["guild"]}

    def view(self, seat):
        """BZ-80, BZ-81."""
        own, board = self.players[seat], self.board
        return {
            "guild": own["guild"], "round": self.round, "phase": self.phase, "order": self.order,
            "harem_in": board.harem_in, "market_in": board.market_in,
            "to_act": None if self.phase == "over" else self.order[self.turn],
            "players": [
                {"guild": p["guild"], "coins": p["coins"], "hand": len(p["hand"]), "pile": len(p["pile"])} for p in self.players
            ],
            "board": [
                {"cell": list(at), "guild": g, "kind": k, "face": "up" if k in self.content.permanent else "down"}
                for at, (g, k) in board.tiles.items()
            ],
            "events": {"current": board.event, "played": self.played, "left": len(self.normal)},
            "discarded": [{"guild": g, "kind": k} for g, k in board.discarded],
            "hand": own["hand"], "to_come": sorted(own["pile"]),
        }
