"""The reference of the game: it reads a question a line and writes a reply a line."""
import json
import sys
from collections import Counter

COLOURS = ["red", "blue", "green"]
PURSE = 8


class Invalid(Exception):
    """The state contradicts itself: the message, a pointer and a clause."""


def check(s):
    """What the schemas cannot say."""
    if len(s["scores"]) != len(s["purses"]):
        raise Invalid("expected points for each player", "/scores", "ST-02")
    if s["turn"] >= len(s["purses"]):
        raise Invalid("expected the turn of a player who is there", "/turn", "ST-06")
    for i, (left, right) in enumerate(s["rates"]):
        if set(left) & set(right):
            raise Invalid("expected no colour on both sides", f"/rates/{i}", "ST-05")
    if s["pile"] and len(s["stall"]) < 3:
        raise Invalid("expected three goods in the stall while there is a pile", "/stall", "ST-16")


def holds(coins, wanted, rules=None):
    if rules and rules["mutant"] == "one-of-each":
        return set(wanted) <= set(coins)
    return not Counter(wanted) - Counter(coins)


def pay(giver, taker, coins):
    """Moves coins. What the giver lacks, only a mutant moves."""
    for coin in coins:
        if coin in giver:
            giver.remove(coin)
        if taker is not None:
            taker.append(coin)


def over(s, rules):
    """The clause by which the game is over, or None."""
    goal = rules["goal"] + (rules["mutant"] == "goal-has-to-be-passed")
    if max(s["scores"]) >= goal:
        return "ST-19"
    if not s["stall"] or rules["mutant"] == "ends-with-the-pile" and not s["pile"]:
        return "ST-20"
    return None


def sides(s, want, rules):
    """What an exchange gives and gets."""
    left, right = s["rates"][want["rate"]]
    return (right, left) if want["flipped"] and rules["mutant"] != "one-way-only" else (left, right)


def refused(s, want, rules):
    """Why an exchange may not be made: a code and its clause, or None."""
    mutant, purse = rules["mutant"], s["purses"][s["turn"]]
    if want["rate"] >= len(s["rates"]):
        return "no_such_rate", "ST-10"
    given, got = sides(s, want, rules)
    if not holds(purse, given, rules):
        return "purse_lacks", "ST-11"
    if not holds(s["bank"], got) and mutant != "bank-is-rich":
        return "bank_lacks", "ST-12"
    after = len(purse) if mutant == "exchange-counts-before" else len(purse) - len(given) + len(got)
    if after > PURSE and mutant != "purse-without-end":
        return "purse_full", "ST-13"
    return None


def coin(s, rules):
    """The colour that the bank gives, or None."""
    order = [rules["first"]] + [c for c in COLOURS if c != rules["first"]]
    there = [c for c in order if c in s["bank"]]
    if rules["mutant"] == "most-coins-first":
        there.sort(key=lambda c: -s["bank"].count(c))
    return there[0] if there else None


def buy(s, number, rules):
    """Buys a good: a code and its clause, or the clauses that had a say."""
    mutant, purse = rules["mutant"], s["purses"][s["turn"]]
    if number >= len(s["stall"]):
        return "no_such_good", ["ST-14"]
    good = s["stall"][number]
    if not holds(purse, good["price"], rules):
        return "too_dear", ["ST-15"]
    pay(purse, None if mutant == "price-vanishes" else s["bank"], good["price"])
    del s["stall"][number]
    clauses = ["ST-17", "ST-14", "ST-15", "ST-03"]
    if s["pile"]:
        clauses.append("ST-16")
        new = s["pile"].pop(-1 if mutant == "refills-from-the-end" else 0)
        s["stall"].insert(0 if mutant == "refills-in-front" else len(s["stall"]), new)
    s["scores"][s["turn"]] += good["points"]
    if not purse and mutant != "no-points-more":
        s["scores"][s["turn"]] += rules["bare"]
    return None, clauses


def move(s, request, rules):
    check(s)
    want, mutant, purse = request["want"], rules["mutant"], s["purses"][s["turn"]]

    def no(code, clause):
        return {"legal": False, "code": code}, [clause]

    ended = over(s, rules)
    if ended:
        return no("game_over", ended)
    if request["player"] != s["turn"] and mutant != "any-turn":
        return no("not_your_turn", "ST-06")
    if want == "coin":
        colour = coin(s, rules)
        if not colour:
            return no("bank_empty", "ST-09")
        if len(purse) == PURSE and mutant != "purse-without-end":
            return no("purse_full", "ST-13")
        pay([colour] if mutant == "keeps-the-coin" else s["bank"], purse, [colour])
        clauses = ["ST-07", "ST-08"]
    elif "rate" in want:
        why = refused(s, want, rules)
        if why:
            return no(*why)
        given, got = sides(s, want, rules)
        pay(purse, s["bank"], given)
        pay(s["bank"], purse, got)
        clauses = ["ST-10", "ST-05"]
    else:
        code, clauses = buy(s, want["good"], rules)
        if code:
            return no(code, clauses[0])
    if mutant == "no-first-after-last":
        s["turn"] = min(s["turn"] + 1, len(s["purses"]) - 1)
    else:
        s["turn"] = (s["turn"] + 1) % len(s["purses"])
    return {"legal": True, "state": s}, clauses + ["ST-18", "ST-01"]


def exchanges(s, rules):
    check(s)
    ended = over(s, rules)
    if ended:
        return [], [ended]
    every = [{"rate": i, "flipped": f} for i in range(len(s["rates"])) for f in (False, True)]
    return [e for e in every if not refused(s, e, rules)], ["ST-10", "ST-11", "ST-12", "ST-13"]


def view(s, player, rules):
    check(s)
    n = len(s["purses"])
    if player >= n:
        raise Invalid("expected a player who is there", None, "ST-02")
    others = [(player + i) % n for i in range(1, n)]
    if rules["mutant"] == "others-by-seat":
        others.sort()
    return {
        "rates": s["rates"], "bank": s["bank"], "stall": s["stall"], "pile": len(s["pile"]), "purse": s["purses"][player],
        "others": [len(s["purses"][i]) for i in others], "scores": s["scores"], "turn": s["turn"],
    }, ["ST-23", "ST-24", "ST-04"]


def result(s, rules):
    check(s)
    ended = over(s, rules)
    if not ended and rules["mutant"] != "leader-wins-early":
        return {"over": False, "winners": []}, ["ST-19", "ST-20", "ST-21"]
    coins = [0 if rules["mutant"] == "coins-do-not-matter" else len(p) for p in s["purses"]]
    ranks = list(zip(s["scores"], coins))
    best = [i for i, r in enumerate(ranks) if r == max(ranks)]
    tied = s["scores"].count(max(s["scores"])) > 1
    return {"over": ended is not None, "winners": best}, ["ST-22" if tied else "ST-21", ended or "ST-21", "ST-02"]


TASKS = {"move": move, "exchanges": exchanges, "view": view, "result": result}

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
