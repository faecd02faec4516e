"""The rules of Ubongo 3D that a live game needs: the box, solutions, rounds, rewards and the playoff.

Written from the rule book and its page on live games; the comments name clauses.
"""

import itertools
import json

COLOURS = ["red", "blue", "green", "brown"]
ROUNDS = 9
LAYERS = (0, 1)


class Illegal(Exception):
    """A claim that is not accepted, by its code."""


def turned(cells):
    """All orientations of a piece, each as a sorted tuple of cells that touch the origin (UO-04)."""
    found = set()
    for axes in itertools.permutations(range(3)):
        for signs in itertools.product((1, -1), repeat=3):
            swaps = sum(axes[i] > axes[j] for i in range(3) for j in range(i + 1, 3))
            if (-1) ** swaps * signs[0] * signs[1] * signs[2] == 1:  # no mirror image
                found.add(at_origin([[sign * cell[axis] for axis, sign in zip(axes, signs)] for cell in cells]))
    return sorted(found)


def at_origin(cells):
    low = [min(axis) for axis in zip(*cells)]
    return tuple(sorted(tuple(n - least for n, least in zip(cell, low)) for cell in cells))


class Content:
    """What lies in the box."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
        self.value = data["gems"]["value"]
        self.count = data["gems"]["count"]
        self.hourglass = data["hourglass_ms"]
        self.orientations = {piece["id"]: turned(piece["cells"]) for piece in data["pieces"]}
        self.boards = data["boards"]
        self.by_id = {board["id"]: board for board in self.boards}

    def task(self, board, die):
        """The problem that a number of the die names on a board (UO-08)."""
        one = self.by_id[board]
        pieces = next(task["pieces"] for task in one["tasks"] if die in task["numbers"])
        return {"footprint": one["footprint"], "pieces": pieces}

    def solve(self, task):
        """A solution as placements, None if there is none."""
        cells = frozenset((row, col, layer) for row, col in task["footprint"] for layer in LAYERS)

        def fill(left, pieces):
            if not pieces:
                return [] if not left else None
            if not left:
                return None
            first = min(left)
            for piece in pieces:
                for shape in self.orientations[piece]:
                    # Its first cell fills the first empty one: no cell before that is left.
                    move = [a - b for a, b in zip(first, shape[0])]
                    filled = frozenset(tuple(n + m for n, m in zip(cell, move)) for cell in shape)
                    if not filled <= left:
                        continue
                    rest = fill(left - filled, [other for other in pieces if other != piece])
                    if rest is not None:
                        return [(piece, sorted(filled)), *rest]
            return None

        found = fill(cells, list(task["pieces"]))
        return found and [{"piece": piece, "cells": [list(cell) for cell in filled]} for piece, filled in found]

    def judge(self, task, placements):
        """The checks of a solution, in their order (UO-32 to UO-40)."""
        placed = [p["piece"] for p in placements]
        cells = [tuple(cell) for p in placements for cell in p["cells"]]
        outline = {tuple(square) for square in task["footprint"]}
        checks = [
            ("piece_not_in_task", any(piece not in task["pieces"] for piece in placed)),
            ("piece_twice", len(set(placed)) < len(placed)),
            ("piece_missing", set(placed) < set(task["pieces"])),
            ("wrong_shape", not all(self.is_shape(p) for p in placements)),
            ("too_high", any(layer > 1 for _, _, layer in cells)),
            ("outside_outline", any(layer == 0 and (row, col) not in outline for row, col, layer in cells)),
            ("overhang", any(layer == 1 and (row, col) not in outline for row, col, layer in cells)),
            ("overlap", len(set(cells)) < len(cells)),
            ("gap", len(set(cells)) < 2 * len(outline)),
        ]
        for code, fails in checks:
            if fails:
                raise Illegal(code)

    def is_shape(self, placement):
        cells = [tuple(cell) for cell in placement["cells"]]
        return len(set(cells)) == len(cells) and at_origin(cells) in self.orientations[placement["piece"]]


class Chance:
    """What dice, gems and boards are drawn by (UO-77)."""

    def __init__(self, number):
        self.x = number % 2**31

    def draw(self, n):
        self.x = (1103515245 * self.x + 12345) % 2**31
        return self.x // 65536 % n


class Game:
    """A game from the set-up to the winner. Seats are numbers from 0."""

    def __init__(self, content, setup, chance, names):
        self.content = content
        self.chance = Chance(chance)
        self.players = [
            {"name": name, "level": p["level"], "stack": list(p["stack"]), "board": None, "gems": dict.fromkeys(COLOURS, 0)}
            for name, p in zip(names, setup["players"])
        ]
        self.phase, self.round, self.glass, self.die = "roll", 1, 0, None
        self.roller, self.flipper = setup["youngest"], setup["flipper"]
        self.solved, self.winner = [], None
        self.display = {"blue": ROUNDS, "brown": ROUNDS}
        self.bag = {c: content.count[c] - self.display.get(c, 0) for c in COLOURS}
        self.deal()

    def deal(self):
        for p in self.players:
            p["board"] = p["stack"].pop(0)  # UO-16

    def roll(self):
        self.die, self.phase = 1 + self.chance.draw(6), "flip"

    def flip(self):
        self.glass, self.phase = self.glass + 1, "solve"

    def task(self, seat):
        board = self.players[seat]["board"]
        return self.content.task(board, self.die) if board is not None and self.die is not None else None

    def to_solve(self):
        """The seats that have still to solve a task."""
        done = [s["player"] for s in self.solved]
        return [seat for seat, p in enumerate(self.players) if p["board"] is not None and seat not in done]

    def claim(self, seat, time, placements):
        """Accepts a claim, or raises Illegal (UO-20, UO-22, UO-32 to UO-46)."""
        if self.phase == "playoff":
            self.content.judge(self.task(seat), placements)
            self.end(seat)  # UO-61
            return
        if time > self.content.hourglass:
            raise Illegal("too_late")
        if self.solved and time < self.solved[-1]["time"]:
            raise Illegal("time_reversed")
        self.content.judge(self.task(seat), placements)
        self.pay(seat, time)
        if not self.to_solve():
            self.end_round()  # UO-25

    def draw_gem(self):
        """A gem from the bag, in which they lie in the order of colours (UO-77)."""
        k = self.chance.draw(sum(self.bag.values()))
        for colour in COLOURS:
            if k < self.bag[colour]:
                return colour
            k -= self.bag[colour]
        raise AssertionError("the bag is never empty in a game (UO-47)")

    def pay(self, seat, time):
        """UO-42 to UO-44."""
        gem = self.draw_gem()
        gems = self.players[seat]["gems"]
        self.bag[gem] -= 1
        gems[gem] += 1
        if len(self.solved) < 2:
            own = ["blue", "brown"][len(self.solved)]
            self.display[own] -= 1
            gems[own] += 1
        self.solved.append({"player": seat, "time": time, "gem": gem})

    def stop(self):
        """The hourglass has run out (UO-24 to UO-28)."""
        if self.glass == 1 and not self.solved:
            self.phase = "flip"
        else:
            self.end_round()

    def end_round(self):
        for colour in ["brown", "blue"][: max(0, 2 - len(self.solved))]:  # UO-49, UO-50
            self.display[colour] -= 1
            self.bag[colour] += 1
        self.solved, self.die, self.glass = [], None, 0
        for p in self.players:
            p["board"] = None
        if self.round == ROUNDS:
            tied = self.leaders()
            self.phase = "playoff_roll"
            if len(tied) == 1:
                self.end(tied[0])
            return
        self.round += 1
        self.roller, self.flipper = ((seat + 1) % len(self.players) for seat in (self.roller, self.flipper))  # UO-52
        self.phase = "roll"
        self.deal()

    def end(self, winner):
        self.phase, self.winner, self.die = "over", winner, None
        for p in self.players:
            p["board"] = None

    def begin_playoff(self):
        """UO-58, UO-59: the die first, then a board for each tied player in the order of seats (UO-77)."""
        self.die, self.phase = 1 + self.chance.draw(6), "playoff"
        cards = set()
        for seat in self.leaders():
            p = self.players[seat]
            fit = [b for b in self.content.boards if b["level"] == p["level"] and b["card"] not in cards]
            board = fit[self.chance.draw(len(fit))]
            cards.add(board["card"])
            p["board"] = board["id"]

    def give_back(self, seat):
        """UO-74: before the playoff the gems of a drop-out go back into the bag."""
        gems = self.players[seat]["gems"]
        if self.phase in ("roll", "flip", "solve"):
            for colour in COLOURS:
                self.bag[colour] += gems[colour]
                gems[colour] = 0

    def points(self):
        return [sum(self.content.value[c] * n for c, n in p["gems"].items()) for p in self.players]

    def leaders(self):
        points = self.points()
        return [seat for seat, n in enumerate(points) if n == max(points)]

    def view(self, seat):
        """UO-64 to UO-67."""
        players = [{**p, "stack": len(p["stack"])} for p in self.players]
        return {
            "player": seat, "phase": self.phase, "round": self.round, "roller": self.roller, "flipper": self.flipper,
            "die": self.die, "glass": self.glass, "players": players, "solved": self.solved, "out": [],
            "display": self.display, "bag": sum(self.bag.values()), "winner": self.winner, "task": self.task(seat),
        }

    def result(self):
        """UO-55, UO-63."""
        points = self.points()
        groups = [[seat for seat, n in enumerate(points) if n == value] for value in sorted(set(points), reverse=True)]
        if self.winner is not None and len(groups[0]) > 1:
            groups[:1] = [[self.winner], [seat for seat in groups[0] if seat != self.winner]]
        return {"over": self.phase == "over", "winner": self.winner, "points": points, "ranking": groups}
