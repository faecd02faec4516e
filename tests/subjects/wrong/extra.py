#!/usr/bin/env python3
# Wrong: one value too many follows the right answer, such as a forgotten print of a function's result.
# Verdict: extra-output.
"""Usage: extra.py TASK [--option NAME=VALUE]... [--preset NAME]"""

import json
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.dirname(__file__)))

from answer import right_answer  # noqa: E402  (it is found only by the path set above)

for value in [*right_answer(), None]:
    print(json.dumps(value))
