"""A right program for all tasks: python3 right.py TASK, the values on standard input."""
import json
import sys

STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))


def read():
    text, values, decoder = sys.stdin.read().strip(), [], json.JSONDecoder()
    while text:
        value, end = decoder.raw_decode(text)
        values.append(value)
        text = text[end:].lstrip()
    return values


class Game:
    def __init__(self, state):
        self.state = state
        self.cells = {(r, c): card for r, row in enumerate(state["board"]) for c, card in enumerate(row)}
        self.hand = state["hands"][state["turn"]]

    def is_over(self):
        return None not in self.cells.values() or self.state["passes"] == len(self.state["hands"])

    def neighbours(self, r, c):
        found = [self.cells.get((r + y, c + x)) for y, x in STEPS]
        return [card for card in found if card]

    def refusal(self, card, r, c):
        if card not in self.hand:
            return "not_in_hand"
        if self.cells[r, c]:
            return "occupied"
        touched = self.neighbours(r, c)
        if not touched:
            return "apart" if any(self.cells.values()) else None
        for other in touched:
            if other["colour"] != card["colour"] and other["number"] != card["number"]:
                return "mismatch"
        return None

    def places(self):
        if self.is_over():
            return []
        found = []
        for card in self.hand:
            for r, c in self.cells:
                place = {"card": card, "row": r, "column": c}
                if place not in found and not self.refusal(card, r, c):
                    found.append(place)
        return found

    def points(self, r, c):
        row = [self.cells[r, i] for i in range(4)]
        column = [self.cells[i, c] for i in range(4)]
        return len(self.neighbours(r, c)) + 3 * (None not in row) + 3 * (None not in column)


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
        card, r, c = want["card"], want["row"], want["column"]
        code = game.refusal(card, r, c)
        if code:
            return {"legal": False, "code": code}
        state["board"][r][c] = game.cells[r, c] = card
        state["scores"][state["turn"]] += game.points(r, c)
        game.hand.remove(card)
        game.hand.extend(state["pile"][:1])
        del state["pile"][:1]
        state["passes"] = 0
    state["turn"] = (state["turn"] + 1) % len(state["hands"])
    return {"legal": True, "state": state}


def legal(state):
    return Game(state).places()


def view(state, player):
    hands = state["hands"][player:] + state["hands"][:player]
    return {
        "board": state["board"], "hand": hands[0], "others": [len(h) for h in hands[1:]],
        "pile": len(state["pile"]), "scores": state["scores"], "turn": state["turn"],
    }


def result(state):
    if not Game(state).is_over():
        return {"over": False, "winners": []}
    most = max(state["scores"])
    return {"over": True, "winners": [i for i, points in enumerate(state["scores"]) if points == most]}


if __name__ == "__main__":
    print(json.dumps(globals()[sys.argv[1]](*read())))
