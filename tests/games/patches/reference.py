"""The reference of the game: it reads a question a line and writes a reply a line."""
import json
import sys

SIZE = 5
STEPS = {"up": (-1, 0), "right": (0, 1), "down": (1, 0), "left": (0, -1)}
DIRECTIONS = list(STEPS)
CORNERS = [(0, 0), (0, SIZE - 1), (SIZE - 1, 0), (SIZE - 1, SIZE - 1)]


class Invalid(Exception):
    """The state contradicts itself: the message, a pointer and a clause."""


def check(s):
    """What the schemas cannot say."""
    players = len(s["stocks"])
    if len(s["scores"]) != players:
        raise Invalid("expected points for each player", "/scores", "PA-02")
    if s["turn"] >= players:
        raise Invalid("expected the turn of a player who is there", "/turn", "PA-06")
    if s["passes"] > players:
        raise Invalid("expected no more passes than players", "/passes", "PA-17")
    for r, row in enumerate(s["grid"]):
        for c, owner in enumerate(row):
            if owner is not None and owner >= players:
                raise Invalid("expected a player who is there", f"/grid/{r}/{c}", "PA-02")


def cells(place, rules):
    """The cells that a piece would cover, on the grid or not."""
    r, c = place["row"], place["column"]
    found = [(r, c)]
    if place["piece"] != "dot":
        down, over = STEPS[place["direction"]]
        found.append((r + down, c + over))
    if place["piece"] == "hook":
        turn = 3 if rules["mutant"] == "turns-left" else 1
        down, over = STEPS[DIRECTIONS[(DIRECTIONS.index(place["direction"]) + turn) % 4]]
        found.append((r + down, c + over))
    if rules["mutant"] == "over-the-edge":
        found = [(r % SIZE, c % SIZE) for r, c in found]
    return found


def owner(s, r, c):
    return s["grid"][r][c] if 0 <= r < SIZE and 0 <= c < SIZE else None


def touched(s, covered, steps):
    """The owners of the cells around a piece."""
    return {owner(s, r + y, c + x) for r, c in covered for y, x in steps} - {None}


def over(s, rules):
    most = 1 if rules["mutant"] == "over-at-first-pass" else len(s["stocks"])
    return s["passes"] >= most


def refused(s, place, rules):
    """Why a piece may not be laid: a code and its clause, or None."""
    mutant, me = rules["mutant"], s["turn"]
    if place["piece"] not in s["stocks"][me] and mutant != "any-piece":
        return "not_in_stock", "PA-07"
    covered = cells(place, rules)
    if any(not (0 <= r < SIZE and 0 <= c < SIZE) for r, c in covered):
        return "outside", "PA-08"
    if any(owner(s, r, c) is not None for r, c in (covered[:1] if mutant == "over-others" else covered)):
        return "occupied", "PA-09"
    if not any(me in row for row in s["grid"]):
        edge = rules["start"] == "edge" and any(r in (0, SIZE - 1) or c in (0, SIZE - 1) for r, c in covered)
        if not edge and not any(cell in CORNERS for cell in covered) and mutant != "starts-anywhere":
            return "not_at_start", "PA-10"
        return None
    diagonal = touched(s, covered, [(-1, -1), (-1, 1), (1, -1), (1, 1)])
    side = touched(s, covered, STEPS.values())
    near = diagonal if mutant == "corner-of-anybody" else diagonal & {me}
    if not near and mutant != "apart-allowed":
        return "apart", "PA-11"
    beside = side if mutant == "side-of-anybody" else side & {me}
    if beside and mutant != "sides-allowed":
        return "side_by_side", "PA-12"
    return None


def ways(s, rules):
    """All ways to lay a piece. A dot has one direction only: any would cover the same."""
    if over(s, rules):
        return []
    found = []
    for piece in sorted(set(s["stocks"][s["turn"]])):
        for direction in DIRECTIONS[:1] if piece == "dot" else DIRECTIONS:
            for r in range(SIZE):
                for c in range(SIZE):
                    place = {"piece": piece, "row": r, "column": c, "direction": direction}
                    if not refused(s, place, rules):
                        found.append(place)
    return found


def lay(s, place, rules):
    """Lays a piece: the clauses that had a say."""
    mutant, me, clauses = rules["mutant"], s["turn"], ["PA-13"]
    first = not any(me in row for row in s["grid"])
    clauses += ["PA-10"] if first else ["PA-11", "PA-12"]
    covered = cells(place, rules)
    for r, c in covered:
        s["grid"][r][c] = me
    clauses += {"dot": [], "bar": ["PA-04"], "hook": ["PA-05"]}[place["piece"]]
    s["scores"][me] += 1 if mutant == "point-for-the-piece" else len(covered)
    if place["piece"] in s["stocks"][me]:
        s["stocks"][me].remove(place["piece"])
    if not s["stocks"][me]:
        s["scores"][me] += rules["last"]
        clauses.append("PA-14")
    if s["passes"] and mutant != "passes-add-up":
        s["passes"] = 0
        clauses.append("PA-17")
    return clauses


def move(s, request, rules):
    check(s)
    want, mutant = request["want"], rules["mutant"]
    if over(s, rules):
        return {"legal": False, "code": "game_over"}, ["PA-18"]
    if request["player"] != s["turn"] and mutant != "any-turn":
        return {"legal": False, "code": "not_your_turn"}, ["PA-06"]
    if want == "pass":
        if ways(s, rules) and mutant != "passes-freely":
            return {"legal": False, "code": "can_place"}, ["PA-16"]
        s["passes"] += 1
        clauses = ["PA-16", "PA-17"]
    else:
        no = refused(s, want, rules)
        if no:
            return {"legal": False, "code": no[0]}, [no[1]]
        clauses = lay(s, want, rules)
    if mutant == "no-first-after-last":
        s["turn"] = min(s["turn"] + 1, len(s["stocks"]) - 1)
    else:
        s["turn"] = (s["turn"] + 1) % len(s["stocks"])
    return {"legal": True, "state": s}, clauses + ["PA-15", "PA-01", "PA-03"]


def fits(s, rules):
    check(s)
    found = ways(s, rules)
    if over(s, rules):
        return found, ["PA-18"]
    return found, ["PA-07", "PA-08", "PA-09", "PA-10", "PA-11", "PA-12", "PA-04", "PA-05"]


def result(s, rules):
    check(s)
    ended = over(s, rules)
    if not ended and rules["mutant"] != "leader-wins-early":
        return {"over": False, "winners": []}, ["PA-18", "PA-19"]
    best = [i for i, points in enumerate(s["scores"]) if points == max(s["scores"])]
    if len(best) == 1:
        return {"over": ended, "winners": best}, ["PA-19", "PA-18", "PA-02"]
    if rules["mutant"] == "first-of-tied-wins":
        best = best[:1]
    elif not rules["shared"]:
        best = []
    return {"over": ended, "winners": best}, ["PA-20", "PA-18"]


TASKS = {"move": move, "fits": fits, "result": result}

for line in sys.stdin:
    q = json.loads(line)
    reply = {"id": q["id"]}
    try:
        out, clauses = TASKS[q["task"]](*q["in"], {**q["options"], "mutant": q.get("mutant")})
        reply.update(out=[out], clauses=list(dict.fromkeys(clauses)))
    except Invalid as e:
        message, pointer, clause = e.args
        reply["invalid"] = {"message": message, "value": 0, "pointer": pointer, "clause": clause}
    print(json.dumps(reply), flush=True)
