"""The reference of the game: it reads a question a line and writes a reply a line."""
import json
import sys


class Invalid(Exception):
    """The input contradicts itself: the message, a value's number and a pointer."""


def check(s):
    if len(s["coins"]) != len(s["points"]):
        raise Invalid("expected points for each player", 0, "/points")


def code(s, player, bid, rules):
    """Why a bid is illegal, or None."""
    most = s["coins"][player] + (rules["mutant"] == "bids-more")
    return "too_much" if bid > most else None


def judge(s, offer, rules):
    check(s)
    if offer["player"] >= len(s["coins"]):
        raise Invalid("expected a player who is there", 1, "/player")
    why = code(s, offer["player"], offer["bid"], rules)
    return ({"legal": False, "code": why} if why else {"legal": True}), ["BI-02"]


def auction(s, bids, rules):
    """The state behind a round. Null is the bid of a player who is out."""
    made = [i for i, bid in enumerate(bids) if bid is not None]
    if made:
        best = [i for i in made if bids[i] == max(bids[j] for j in made)]
        last = (rules["ties"] == "last") != (rules["mutant"] == "last-of-equals")
        winner = best[-1 if last else 0]
        for i in made if rules["mutant"] == "all-pay" else [winner]:
            s["coins"][i] = max(0, s["coins"][i] - bids[i])
        s["points"][winner] += s["prizes"][0]
    del s["prizes"][0]
    return s


def one_round(s, bids, rules):
    check(s)
    if not s["prizes"]:
        raise Invalid("expected a prize that is offered", 0, "/prizes")
    if len(bids) != len(s["coins"]):
        raise Invalid("expected a bid of each player", 1, "")
    for i, bid in enumerate(bids):
        if bid is not None and bid > s["coins"][i]:
            raise Invalid("expected a bid that the player can pay", 1, "/%d" % i)
    if max(p + s["prizes"][0] for p in s["points"]) > 999:
        raise Invalid("expected fewer points", 0, "/points")
    return auction(s, bids, rules), ["BI-03", "BI-01", "BI-04", "BI-05"]


def winners(s, inside, rules):
    """Those of some players who have the most points."""
    worth = [p + (c if rules["mutant"] == "most-coins-win" else 0) for p, c in zip(s["points"], s["coins"])]
    return [i for i in inside if worth[i] == max(worth[j] for j in inside)]


def result(s, rules):
    check(s)
    return ([] if s["prizes"] else winners(s, range(len(s["coins"])), rules)), ["BI-06"]


# Live play: a table is the state, the names of the players, who is out, the bids that have
# been made, how many have still to thank for the result, and who has won by it.


def begin(q, rules):
    s, names = *q["in"], q["names"]
    check(s)
    if len(names) != len(s["coins"]):
        raise Invalid("expected as many places as players", 0, "/coins")
    return go_on({"state": s, "names": names, "out": [], "bids": {}, "waiting": 0, "won": []}, rules)


def inside(table):
    return [i for i in range(len(table["names"])) if i not in table["out"]]


def go_on(table, rules):
    """All who are not out are called; if nobody is left the game is over."""
    s, left = table["state"], inside(table)
    if not left:
        return {"table": table, "calls": [], "result": outcome(table)}
    if s["prizes"]:
        calls = [{"seat": i, "method": "bid", "args": [{"you": i, **s}]} for i in left]
    else:
        able = range(len(table["names"])) if rules["mutant"] == "dropouts-win" else left
        table.update(waiting=len(left), won=winners(s, able, rules))
        calls = [{"seat": i, "method": "end", "args": [table["won"]]} for i in left]
    return {"table": table, "calls": calls}


def outcome(table):
    """Who is out since the result was told has not won."""
    names, out = table["names"], table["out"]
    late = [i for i in table["won"] if i not in out]
    return [[names[i] for i in late], [names[i] for i in out]]


def take(q, rules):
    """A reply, or why there is none. The last bid of a round ends it."""
    table, seat, breach = q["table"], q["seat"], None
    s = table["state"]
    if q["method"] == "bid" and q["live"] == "reply":
        why = code(s, seat, q["value"], rules)
        if why:
            breach = {"code": why, "clause": "BI-02", "message": "%d coins are more than %d" % (q["value"], s["coins"][seat])}
        else:
            table["bids"][str(seat)] = q["value"]
    if q["live"] == "fail" or breach:
        table["out"].append(seat)
    reply = {"table": table, "calls": []}
    if q["method"] == "end":
        table["waiting"] -= 1
        if table["waiting"] == 0:
            reply["result"] = outcome(table)
    elif all(str(i) in table["bids"] for i in inside(table)):
        auction(s, [table["bids"].get(str(i)) for i in range(len(table["names"]))], rules)
        table["bids"] = {}
        reply = go_on(table, rules)
    if breach:
        reply["breach"] = breach
    return reply


def play(q, rules):
    """The reply of a player of our own, who knows how often it was asked."""
    known = q["known"] or 0
    if q["method"] == "end":
        return {"value": "thanks", "known": known}
    coins = q["args"][0]["coins"][q["args"][0]["you"]]
    chance = (q["seed"] * 1103515245 + (known + 1) * 12345) // 65536
    bids = {"modest": min(1, coins), "bold": (coins + 1) // 2, "random": chance % (coins + 1), "cheat": coins + 1}
    return {"value": bids[q["kind"]], "known": known + 1}


TASKS = {"judge": judge, "round": one_round, "result": result}
LIVE = {"start": begin, "reply": take, "fail": take, "play": play}

for line in sys.stdin:
    q = json.loads(line)
    reply = {"id": q["id"]}
    rules = {**q["options"], "mutant": q.get("mutant")}
    try:
        if "live" in q:
            reply.update(LIVE[q["live"]](q, rules))
        else:
            out, clauses = TASKS[q["task"]](*q["in"], rules)
            reply.update(out=[out], clauses=clauses)
    except Invalid as e:
        message, value, pointer = e.args
        reply["invalid"] = {"message": message, "value": value, "pointer": pointer}
    print(json.dumps(reply), flush=True)
