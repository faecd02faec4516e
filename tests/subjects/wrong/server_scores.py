#!/usr/bin/env python3
# Wrong: the scores of a Turn begin with that of the active player (against BG-14); T1 of the rule book. Verdict:
# protocol-error.
"""Usage: server_scores.py PORT [--option NAME=VALUE]... [--preset NAME]"""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(__file__)), "right"))

import server  # noqa: E402  (it is found only by the path set above)

right_turn = server.turn_json


def turn_json(table):
    turn = right_turn(table)
    return {**turn, "scores": [turn["active"]["score"], *turn["scores"]]}


server.turn_json = turn_json

sys.exit(server.main(sys.argv[1:]))
