#!/usr/bin/env python3
# Wrong: the last value of the right answer is missing; where there is one value only, so is all output.
# Verdict: missing-output.
"""Usage: missing.py TASK [--option NAME=VALUE]... [--preset NAME]"""

import json
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))

from answer import right_answer  # noqa: E402  (it is found only by the path set above)

for value in right_answer()[:-1]:
    print(json.dumps(value))
