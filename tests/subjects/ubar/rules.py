"""The rules of The Bazaars of Ubar under the default options, for the programs of its live tasks beside this file.

Written from the rule book alone, whose clauses the numbers such as UB-22 are; the content comes from its data file.
"""

import functools
import json

GOODS = ("carpet", "chest", "potion", "lamp", "scarab")
STEPS = {"up": (-1, 0), "right": (0, 1), "down": (1, 0), "left": (0, -1)}
OPPOSITE = {"up": "down", "right": "left", "down": "up", "left": "right"}
ROWS, COLUMNS, LAST_SPACE = 4, 7, 36


class Illegal(Exception):
    """A request that the rules refuse; the text is its code."""


class Content:
    """Tiles, starters, market cards and shapes of goods (chapter 2)."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
        self.grid = {int(n): (size["rows"], size["cols"]) for n, size in data["grid"].items()}
        self.round_ends = data["round_ends"]
        self.tiles = {tile["id"]: tile for tile in data["tiles"] + data["starters"]}
        self.markets = {market["id"]: market["prices"] for market in data["markets"]}
        self.sizes = {good["id"]: len(good["cells"]) for good in data["goods"]}
        self.places = [placements([tuple(cell) for cell in good["cells"]]) for good in data["goods"]]

    @functools.lru_cache(maxsize=None)
    def fits(self, counts):
        """UB-51: whether some arrangement of all goods exists. Cells are decided one after the other."""
        blanks = ROWS * COLUMNS - sum(n * size for n, size in zip(counts, self.sizes.values()))
        return blanks >= 0 and self.packs(0, counts, blanks)

    @functools.lru_cache(maxsize=None)
    def packs(self, board, counts, blanks):
        if not any(counts):
            return True
        cell = 0
        while board >> cell & 1:
            cell += 1
        for good, n in enumerate(counts):
            if not n:
                continue
            left = counts[:good] + (n - 1,) + counts[good + 1 :]
            for place in self.places[good].get(cell, ()):
                if not board & place and self.packs(board | place, left, blanks):
                    return True
        return blanks > 0 and self.packs(board | 1 << cell, counts, blanks - 1)


def placements(cells):
    """The places of a good as sets of bits, by the first cell that they cover. Quarter turns only (UB-52)."""
    found = {}
    for _ in range(4):
        cells = [(col, -row) for row, col in cells]
        for down in range(-8, 8):
            for across in range(-8, 8):
                moved = [(row + down, col + across) for row, col in cells]
                if all(0 <= row < ROWS and 0 <= col < COLUMNS for row, col in moved):
                    bits = [col * ROWS + row for row, col in moved]
                    found.setdefault(min(bits), set()).add(sum(1 << bit for bit in bits))
    return found


def full(goods):
    """Goods with all five keys."""
    return {good: goods.get(good, 0) for good in GOODS}


def plus(a, b, sign=1):
    return {good: a[good] + sign * b.get(good, 0) for good in GOODS}


def holds(hold, part):
    return all(hold[good] >= n for good, n in part.items())


def moved(place, step):
    return (place[0] + step[0], place[1] + step[1])


class Game:
    """A game in progress: the State of chapter 4, as far as the player of a View knows it."""

    def __init__(self, content, players, order):
        self.content = content
        self.players = players  # dictionaries with coins, time, hold, tableau: a list of pairs of place and tile
        self.order = order
        self.round = 1
        self.phase = "draft"
        self.to_sell = []
        self.pile = []

    @classmethod
    def begin(cls, content, setup):
        """UB-01 to UB-07."""
        n = setup["players"]
        hold = {"carpet": 1, "chest": 1, "potion": 1, "lamp": 1, "scarab": 0}
        players = [{"coins": 0, "time": 0, "hold": dict(hold), "tableau": [((0, 0), s)]} for s in setup["starters"]]
        game = cls(content, players, list(setup["order"]))
        rows, columns = content.grid[n]
        game.grid = [[None] * columns for _ in range(rows)]
        game.pile = list(setup["tiles"])
        game.fill()
        game.markets = list(setup["markets"])
        game.supply = {good: 20 - n * hold[good] for good in GOODS}
        return game

    @classmethod
    def of_view(cls, content, view):
        players = [
            {
                "coins": p["coins"] or 0,
                "time": p["time"],
                "hold": full(p["hold"]),
                "tableau": [(tuple(placed["at"]), placed["tile"]) for placed in p["tableau"]],
            }
            for p in view["players"]
        ]
        game = cls(content, players, list(view["order"]))
        game.round, game.phase, game.to_sell = view["round"], view["phase"], list(view["to_sell"])
        game.grid = [list(row) for row in view["grid"]]
        game.markets, game.supply = list(view["markets"]), full(view["supply"])
        return game

    # ------------------------------------------------------------ what is known

    def round_end(self):
        return self.content.round_ends[self.round - 1]

    def actor(self):
        """UB-10, UB-11, UB-64; None when the game is over."""
        return {"draft": self.order[0], "sell": (self.to_sell or [None])[0], "over": None}[self.phase]

    def tile_at(self, cell):
        row, col = cell
        if 0 <= row < len(self.grid) and 0 <= col < len(self.grid[0]):
            return self.grid[row][col]
        return None

    def cost(self, cell):
        """UB-21 to UB-24."""
        tile = self.tile_at(cell)
        if tile is None:
            return None
        total = self.content.tiles[tile]["base"]
        for side, step in STEPS.items():
            neighbour = self.tile_at(moved(cell, step))
            if neighbour is not None:
                total += self.content.tiles[neighbour]["touch"][OPPOSITE[side]]
        return total

    def fits(self, hold):
        return self.content.fits(tuple(hold[good] for good in GOODS))

    def view(self, you):
        """Chapter 5; all coins are open (UB-75)."""
        cells = [[(row, col) for col in range(len(self.grid[0]))] for row in range(len(self.grid))]
        return {
            "you": you,
            "turn": self.actor(),
            "round": self.round,
            "round_end": self.round_end(),
            "phase": self.phase,
            "players": [
                {
                    "coins": p["coins"],
                    "time": p["time"],
                    "hold": p["hold"],
                    "tableau": [{"at": list(place), "tile": tile} for place, tile in p["tableau"]],
                }
                for p in self.players
            ],
            "order": self.order,
            "to_sell": self.to_sell,
            "grid": self.grid,
            "costs": [[self.cost(cell) for cell in row] for row in cells],
            "pile_count": len(self.pile),
            "markets": self.markets,
            "supply": self.supply,
        }

    def standing(self, out):
        """UB-73, UB-74 among those who are not out."""
        coins = sorted({p["coins"] for p in self.players}, reverse=True)
        groups = [[i for i, p in enumerate(self.players) if p["coins"] == n and i not in out] for n in coins]
        return [group for group in groups if group]

    # ------------------------------------------------------------ a request

    def request(self, request):
        """Chapter 6: carries a request out, or raises Illegal and changes nothing."""
        kind, player = request["type"], request["player"]
        if self.phase == "over":
            raise Illegal("game_over")
        if kind != self.phase:
            raise Illegal("wrong_phase")
        if player != self.actor():
            raise Illegal("not_your_turn")
        if kind == "sell":
            self.sell(player, full(request["goods"]))
        else:
            self.draft(player, request)

    def sell(self, player, goods):
        """UB-62, UB-63."""
        p = self.players[player]
        if not holds(p["hold"], goods):
            raise Illegal("not_held")
        prices = self.content.markets[self.markets[0]]
        p["hold"] = plus(p["hold"], goods, -1)
        self.supply = plus(self.supply, goods)  # UB-55
        p["coins"] += sum(n * prices[good] for good, n in goods.items())
        self.sold()

    def sold(self):
        """The seller is done; after the last one the round ends."""
        self.to_sell = self.to_sell[1:]
        if not self.to_sell:
            self.end_round()

    def reached(self, own, place, tile, target):
        """UB-42 to UB-46: the places of the tiles that the wind of a new tile triggers."""
        wind = self.content.tiles[tile]["wind"]
        if wind["kind"] == "any":
            return [target]
        if wind["kind"] == "line":
            step = STEPS[wind["dir"]]
            places = [(place[0] + k * step[0], place[1] + k * step[1]) for k in range(1, wind["length"] + 1)]
        elif wind["kind"] == "orthogonal":
            places = [moved(place, step) for step in STEPS.values()]
        else:
            places = [moved(place, step) for step in ((-1, 1), (1, 1), (1, -1), (-1, -1))]
        return [p for p in places if p in own]

    def checked(self, player, request):
        """The codes 4 to 12: the new tile, its place and the tiles of all steps."""
        take, place = tuple(request["take"]), tuple(request["place"])
        if not (0 <= take[0] < len(self.grid) and 0 <= take[1] < len(self.grid[0])):
            raise Illegal("off_grid")
        tile = self.tile_at(take)
        if tile is None:
            raise Illegal("no_tile")
        own = dict(self.players[player]["tableau"])
        if place in own:
            raise Illegal("occupied")
        self.check_place(own, place)
        target = request["target"] and tuple(request["target"])
        chooses = self.content.tiles[tile]["wind"]["kind"] == "any"
        if chooses and target is None:
            raise Illegal("target_needed")
        if chooses and target not in own:
            raise Illegal("bad_target")
        if not chooses and target is not None:
            raise Illegal("target_not_allowed")
        steps = [tile] + [own[p] for p in self.reached(own, place, tile, target)]
        if any(k > len(steps) for k in request["skip"]):
            raise Illegal("no_such_step")
        if len(request["dumps"]) > len(steps) + 1:
            raise Illegal("too_many_dumps")
        return tile, take, place, steps

    def check_place(self, own, place):
        """UB-25."""
        if not any(moved(place, step) in own for step in STEPS.values()):
            raise Illegal("not_adjacent")

    def draft(self, player, request):
        tile, take, place, steps = self.checked(player, request)
        hold, supply, time = self.carried_out(player, request, self.cost(take), steps)
        p = self.players[player]
        self.grid[take[0]][take[1]] = None
        p["tableau"].append((place, tile))
        p["hold"], self.supply = hold, supply
        self.advance(player, time)
        self.end_draft()

    def carried_out(self, player, request, time, steps):
        """What the steps leave: the hold, the supply and the sum of time."""
        hold, supply = self.players[player]["hold"], self.supply
        dumps = [full(dump) for dump in request["dumps"]]
        dumps += [full({})] * (len(steps) + 1 - len(dumps))
        for number in range(len(steps) + 1):
            if number > 0:
                action = self.content.tiles[steps[number - 1]]["action"]
                if action and self.possible(action, hold, supply):
                    if number not in request["skip"]:
                        hold = plus(plus(hold, action["give"], -1), action["get"])
                        supply = plus(plus(supply, action["give"]), action["get"], -1)
                        time += action["time"]
                    elif number == 1:
                        raise Illegal("must_execute")
            if not holds(hold, dumps[number]):
                raise Illegal("dump_not_held")
            hold, supply = plus(hold, dumps[number], -1), plus(supply, dumps[number])
            if number > 0 and not self.fits(hold):
                raise Illegal("does_not_fit")
        return hold, supply, time

    def possible(self, action, hold, supply):
        """UB-31, UB-32."""
        return holds(hold, action["give"]) and holds(plus(supply, action["give"]), action["get"])

    # ------------------------------------------------------------ time and rounds

    def advance(self, player, time):
        """UB-12 to UB-15: the marker goes on by so much, on top of those that are there."""
        if time == 0:
            return
        p = self.players[player]
        p["time"] = min(LAST_SPACE, p["time"] + time)
        self.order.remove(player)
        later = [k for k, i in enumerate(self.order) if self.players[i]["time"] > p["time"]]
        self.order.insert(later[0] if later else len(self.order), player)

    def end_draft(self):
        """UB-60, UB-61."""
        if self.phase != "draft":
            return
        end = self.round_end()
        if not any(tile for row in self.grid for tile in row):
            for i in list(self.order):
                if self.players[i]["time"] < end:
                    self.advance(i, end - self.players[i]["time"])
        if all(p["time"] >= end for p in self.players):
            self.phase, self.to_sell = "sell", list(self.order)

    def end_round(self):
        """UB-67 to UB-72."""
        self.markets = self.markets[1:]
        if self.round == 3:
            self.phase = "over"
            return
        self.round += 1
        self.phase = "draft"
        self.fill()
        self.end_draft()

    def fill(self):
        """UB-69: row by row."""
        for row in self.grid:
            for col, tile in enumerate(row):
                if tile is None and self.pile:
                    row[col] = self.pile.pop(0)
