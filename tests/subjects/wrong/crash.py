#!/usr/bin/env python3
# Wrong: it reads the whole case and then looks a key up that does not exist, so that the interpreter prints a
# traceback and exits with 1. Verdict: crashed.
"""Usage: crash.py [TASK]"""

import sys


def face_of(card):
    # The key of the rule book is "face?" (chapter 4).
    return card["face"]


sys.stdin.read()
print(face_of({"pebbles": ["red"] * 5, "face?": True}))
