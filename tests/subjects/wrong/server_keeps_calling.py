#!/usr/bin/env python3
# Wrong: it keeps the connections of eliminated players and calls win for these, too (against BG-38, BG-51). Its
# results are right. Verdict: protocol-error.
"""Usage: server_keeps_calling.py PORT [--option NAME=VALUE]... [--preset NAME]"""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(__file__)), "right"))

import bazaar  # noqa: E402  (these two are found only by the path set above)
import server  # noqa: E402

eliminated = []


def tell_result(rules, table, bonus):
    result = right_tell_result(rules, table, bonus)
    for player in eliminated:
        try:
            player.win(False)
        except bazaar.Failed:
            pass  # it is out already
    return result


right_tell_result = server.tell_result
server.tell_result = tell_result
server.RemotePlayer.dismiss = lambda player: eliminated.append(player)

sys.exit(server.main(sys.argv[1:]))
