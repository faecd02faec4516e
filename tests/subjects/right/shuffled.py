#!/usr/bin/env python3
# Nothing is wrong here. The answer is right, but every bag is in another order, so are the keys of every object, and
# the JSON is spread over many lines: a judge that compares texts fails it. Verdict: pass.
"""Usage: shuffled.py TASK [--option NAME=VALUE]... [--preset NAME]"""

import json
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.dirname(__file__)))

from answer import right_answer  # noqa: E402  (it is found only by the path set above)

# Players and their names, scores, visible and hidden cards, exchanges to make and cards to buy are ordered.
PEBBLE_KEYS = ("bank", "wallet", "pebbles")


def sides(exchange):
    """The pair stays as it is, its two sides are bags."""
    return [side[::-1] for side in exchange]


def shuffled(value, owner=False):
    """A value with its bags reversed. An owner is a player: its cards are a bag, too (chapter 4)."""
    if isinstance(value, list):
        return [shuffled(item) for item in value]
    if not isinstance(value, dict):
        return value
    result = {}
    for key in reversed(value):
        if key in PEBBLE_KEYS:
            result[key] = value[key][::-1]
        elif key == "equations":
            result[key] = [sides(equation) for equation in value[key]]
        elif key == "cards" and owner:
            result[key] = shuffled(value[key])[::-1]
        elif key == "players":
            result[key] = [shuffled(player, owner=True) for player in value[key]]
        else:
            result[key] = shuffled(value[key], owner=key == "active")
    return result


def rearranged(task, answer):
    """The answer with its bags reversed, also those that no key names."""
    if task in ("equations", "xeq"):
        return [[sides(exchange) for exchange in reversed(answer[0])]]
    if task in ("strategy", "xstrategy"):
        exchanges, cards, points, wallet = answer
        return [[sides(exchange) for exchange in exchanges], shuffled(cards), points, wallet[::-1]]
    if task in ("rules", "xrules") and len(answer) == 2:
        return [bag[::-1] for bag in answer]
    return [shuffled(value) for value in answer]


for value in rearranged(sys.argv[1], right_answer()):
    print(json.dumps(value, indent=4))
