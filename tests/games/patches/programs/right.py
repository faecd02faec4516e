"""A right program for all tasks: python3 right.py TASK, the values on standard input."""
import json
import sys

SIDES = {"up": -1, "right": 1j, "down": 1, "left": -1j}
TURN = -1j  # from a direction to the next one clockwise


def read():
    text, values, decoder = sys.stdin.read().strip(), [], json.JSONDecoder()
    while text:
        value, end = decoder.raw_decode(text)
        values.append(value)
        text = text[end:].lstrip()
    return values


class Game:
    """A cell is a complex number: the row and, as the imaginary part, the column."""

    def __init__(self, state):
        self.state, self.me = state, state["turn"]
        self.owners = {r + c * 1j: owner for r, row in enumerate(state["grid"]) for c, owner in enumerate(row)}

    def is_over(self):
        return self.state["passes"] == len(self.state["stocks"])

    def cells(self, place):
        first, way = place["row"] + place["column"] * 1j, SIDES[place["direction"]]
        return {"dot": [first], "bar": [first, first + way], "hook": [first, first + way, first + way * TURN]}[place["piece"]]

    def meets(self, cells, steps):
        return any(self.owners.get(cell + step) == self.me for cell in cells for step in steps)

    def refusal(self, place):
        cells = self.cells(place)
        if place["piece"] not in self.state["stocks"][self.me]:
            return "not_in_stock"
        if any(cell not in self.owners for cell in cells):
            return "outside"
        if any(self.owners[cell] is not None for cell in cells):
            return "occupied"
        if self.me not in self.owners.values():
            return None if {0, 4, 4j, 4 + 4j} & set(cells) else "not_at_start"
        if not self.meets(cells, [1 + 1j, 1 - 1j, -1 + 1j, -1 - 1j]):
            return "apart"
        return "side_by_side" if self.meets(cells, SIDES.values()) else None

    def places(self):
        if self.is_over():
            return []
        every = [
            {"piece": piece, "row": r, "column": c, "direction": direction}
            for piece in set(self.state["stocks"][self.me]) for r in range(5) for c in range(5)
            for direction in (["up"] if piece == "dot" else SIDES)
        ]
        return [place for place in every if not self.refusal(place)]


def move(state, request):
    game, want = Game(state), request["want"]
    if game.is_over():
        return {"legal": False, "code": "game_over"}
    if request["player"] != state["turn"]:
        return {"legal": False, "code": "not_your_turn"}
    if want == "pass":
        if game.places():
            return {"legal": False, "code": "can_place"}
        state["passes"] += 1
    else:
        code = game.refusal(want)
        if code:
            return {"legal": False, "code": code}
        cells, stock = game.cells(want), state["stocks"][game.me]
        for cell in cells:
            state["grid"][int(cell.real)][int(cell.imag)] = game.me
        stock.remove(want["piece"])
        state["scores"][game.me] += len(cells) + (0 if stock else 3)
        state["passes"] = 0
    state["turn"] = (game.me + 1) % len(state["stocks"])
    return {"legal": True, "state": state}


def fits(state):
    return Game(state).places()


def result(state):
    if not Game(state).is_over():
        return {"over": False, "winners": []}
    most = max(state["scores"])
    return {"over": True, "winners": [i for i, points in enumerate(state["scores"]) if points == most]}


if __name__ == "__main__":
    print(json.dumps(globals()[sys.argv[1]](*read())))
