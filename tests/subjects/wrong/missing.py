#!/usr/bin/env python3
# Wrong: the last value of the right answer is missing; where there is one value only, so is all output.
# Verdict: missing-output.
"""Usage: missing.py TASK [--option NAME=VALUE]... [--preset NAME]"""

import json
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.dirname(__file__)))

from answer import right_answer  # noqa: E402  (it is found only by the path set above)

for value in right_answer()[:-1]:
    print(json.dumps(value))
