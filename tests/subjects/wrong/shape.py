#!/usr/bin/env python3
# Wrong: in the right answer a key or, if there is none, a colour is misspelt; an answer with neither comes wrapped in
# an object that nobody asked for. It is JSON, but not of the task's form. Verdict: wrong-shape.
"""Usage: shape.py TASK [--option NAME=VALUE]... [--preset NAME]"""

import json
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.dirname(__file__)))

from answer import bazaar, right_answer  # noqa: E402  (it is found only by the path set above)


def misspell_key(value):
    """Cuts the last character off the first key found. True if there was one."""
    if isinstance(value, dict):
        key = next(iter(value))
        value[key[:-1]] = value.pop(key)
        return True
    return isinstance(value, list) and any(misspell_key(item) for item in value)


def misspell_colour(value):
    """Doubles the first letter of the first colour found. True if there was one."""
    if not isinstance(value, list):
        return False
    for i, item in enumerate(value):
        if item in bazaar.COLOURS:
            value[i] = item[0] + item
            return True
        if misspell_colour(item):
            return True
    return False


answer = right_answer()
# The strings of the task games are names of players: a misspelt one would be a wrong answer of the right shape.
names_only = sys.argv[1] in ("games", "xgames")
if not misspell_key(answer) and (names_only or not misspell_colour(answer)):
    answer[0] = {"answer": answer[0]}
for value in answer:
    print(json.dumps(value))
