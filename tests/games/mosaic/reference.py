"""The reference of the game: it reads a question a line and writes a reply a line."""
import json
import sys
from collections import Counter

SIDES = [(-1, 0), (1, 0), (0, -1), (0, 1)]
CORNERS = [(-1, -1), (-1, 1), (1, -1), (1, 1)]
SIZE = range(4)


class Invalid(Exception):
    """The state contradicts itself: the message, a pointer and a clause."""


def check(s):
    """What the schemas cannot say."""
    if len(s["scores"]) != len(s["hands"]):
        raise Invalid("expected points for each player", "/scores", "MO-04")
    if s["turn"] >= len(s["hands"]):
        raise Invalid("expected the turn of a player who is there", "/turn", "MO-05")
    if s["passes"] > len(s["hands"]):
        raise Invalid("expected no more passes than players", "/passes", "MO-16")
    cards = [c for row in s["board"] for c in row if c] + s["pile"] + [c for h in s["hands"] for c in h]
    if any(n > 2 for n in Counter((c["colour"], c["number"]) for c in cards).values()):
        raise Invalid("expected at most two cards of each colour and number", "", "MO-02")


def around(s, row, column, rules):
    """The cards that a card there touches."""
    steps = SIDES
    if rules["touch"] == "corners" or rules["mutant"] == "touches-corners":
        steps = SIDES + CORNERS
    cells = [(row + r, column + c) for r, c in steps]
    return [s["board"][r][c] for r, c in cells if r in SIZE and c in SIZE and s["board"][r][c]]


def match(a, b, rules):
    if rules["mutant"] == "matches-colour-only":
        return a["colour"] == b["colour"]
    return a["colour"] == b["colour"] or a["number"] == b["number"]


def full(s):
    return all(c for row in s["board"] for c in row)


def over(s, rules):
    """The clause by which the game is over, or None."""
    if full(s):
        return "MO-17"
    most = 1 if rules["mutant"] == "over-at-first-pass" else len(s["hands"])
    return "MO-18" if s["passes"] >= most else None


def refused(s, place, rules):
    """Why a card may not be laid: a code and its clause, or None."""
    card, row, column = place["card"], place["row"], place["column"]
    mutant = rules["mutant"]
    if card not in s["hands"][s["turn"]] and mutant != "any-card":
        return "not_in_hand", "MO-06"
    if s["board"][row][column] and mutant != "any-cell":
        return "occupied", "MO-07"
    if not any(c for line in s["board"] for c in line):
        if mutant == "first-card-in-the-corner" and (row % 3 or column % 3):
            return "apart", "MO-08"
        return None
    touched = around(s, row, column, rules)
    if not touched and mutant != "apart-allowed":
        return "apart", "MO-08"
    right = [match(card, c, rules) for c in touched]
    if touched and not (any(right) if mutant == "matches-one" else all(right)):
        return "mismatch", "MO-10"
    return None


def places(s, rules):
    """All places for the cards of the player on turn."""
    if over(s, rules):
        return []
    cards = []
    for c in s["hands"][s["turn"]]:
        if c not in cards:
            cards.append(c)
    every = [{"card": c, "row": row, "column": column} for c in cards for row in SIZE for column in SIZE]
    return [p for p in every if refused(s, p, rules) is None]


def lay(s, place, rules):
    """Lays a card: the clauses that had a say."""
    mutant, clauses = rules["mutant"], ["MO-11"]
    card, row, column = place["card"], place["row"], place["column"]
    hand = s["hands"][s["turn"]]
    touched = around(s, row, column, rules)
    if not touched:
        clauses.append("MO-09")
    points = 1 if mutant == "point-for-the-card" else len(touched)
    if card in hand:
        hand.remove(card)
    s["board"][row][column] = card
    lines = [all(s["board"][row])]
    if mutant != "rows-only":
        lines.append(all(s["board"][r][column] for r in SIZE))
    if any(lines):
        clauses.append("MO-12")
    s["scores"][s["turn"]] += points + rules["line"] * sum(lines)
    if s["pile"]:
        clauses.append("MO-13")
        drawn = s["pile"].pop(0)
        hand.insert(0 if mutant == "draws-to-the-front" else len(hand), drawn)
    if s["passes"] and mutant != "passes-add-up":
        clauses.append("MO-16")
        s["passes"] = 0
    return clauses


def move(s, request, rules):
    check(s)
    want, mutant = request["want"], rules["mutant"]
    ended = over(s, rules)
    if ended:
        return {"legal": False, "code": "game_over"}, [ended]
    if request["player"] != s["turn"] and mutant != "any-turn":
        return {"legal": False, "code": "not_your_turn"}, ["MO-05"]
    if want == "pass":
        if places(s, rules) and mutant != "passes-freely":
            return {"legal": False, "code": "can_place"}, ["MO-15"]
        s["passes"] += 1
        clauses = ["MO-15", "MO-16"]
    else:
        no = refused(s, want, rules)
        if no:
            return {"legal": False, "code": no[0]}, [no[1]]
        clauses = lay(s, want, rules)
    if mutant == "no-first-after-last":
        s["turn"] = min(s["turn"] + 1, len(s["hands"]) - 1)
    else:
        s["turn"] = (s["turn"] + 1) % len(s["hands"])
    return {"legal": True, "state": s}, clauses + ["MO-14", "MO-03"]


def legal(s, rules):
    check(s)
    return places(s, rules), [over(s, rules) or "MO-10", "MO-06", "MO-07", "MO-08", "MO-09"]


def view(s, player, rules):
    check(s)
    n = len(s["hands"])
    if player >= n:
        raise Invalid("expected a player who is there", None, "MO-04")
    others = [(player + i) % n for i in range(1, n)]
    if rules["mutant"] == "others-by-seat":
        others.sort()
    return {
        "board": s["board"], "hand": s["hands"][player], "others": [len(s["hands"][i]) for i in others],
        "pile": len(s["pile"]), "scores": s["scores"], "turn": s["turn"],
    }, ["MO-21", "MO-22"]


def result(s, rules):
    check(s)
    ended = over(s, rules)
    if not ended and rules["mutant"] != "leader-wins-early":
        return {"over": False, "winners": []}, ["MO-17", "MO-18", "MO-19"]
    best = [i for i, p in enumerate(s["scores"]) if p == max(s["scores"])]
    if len(best) > 1:
        if rules["mutant"] == "first-of-tied-wins":
            best = best[:1]
        elif not rules["shared"]:
            best = []
        return {"over": ended is not None, "winners": best}, ["MO-20", ended or "MO-19"]
    return {"over": ended is not None, "winners": best}, ["MO-19", ended or "MO-19"]


TASKS = {"move": move, "legal": legal, "view": view, "result": result}

for line in sys.stdin:
    q = json.loads(line)
    reply = {"id": q["id"]}
    try:
        out, clauses = TASKS[q["task"]](*q["in"], {**q["options"], "mutant": q.get("mutant")})
        reply.update(out=[out], clauses=list(dict.fromkeys(clauses)))
    except Invalid as e:
        message, pointer, clause = e.args
        reply["invalid"] = {"message": message, "value": 0, "pointer": pointer, "clause": clause}
        if pointer is None:
            reply["invalid"].update(value=1, pointer="")
    print(json.dumps(reply), flush=True)
