"""How a client plays that an actor describes, in the games whose clients may make any legal request."""

import os
import sys

sys.dont_write_bytecode = True
sys.path[:0] = [os.path.join(os.path.dirname(__file__), "right")]

import bazaar  # noqa: E402  (found only by the path set above)


class Actor:
    """How a client plays: legally, unless it fails in a method or cheats."""

    def __init__(self, value):
        self.name = value[0]
        self.method = value[2] if len(value) > 2 and value[2] != "cheat" else None
        self.first_failing_call = value[3] if len(value) > 3 and self.method else 1
        self.code = value[3] if len(value) > 3 and not self.method else None
        self.calls = 0

    def called(self, method):
        if method == self.method:
            self.calls += 1
            if self.calls >= self.first_failing_call:
                raise bazaar.Failed(f"{self.name} fails in {method}")
