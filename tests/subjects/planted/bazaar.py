#!/usr/bin/env python3
# Wrong in one place for each of these tasks: equations, turn, games, move, play, setup. What is wrong stands at each of
# the functions below.
"""Usage: bazaar.py TASK [--option NAME=VALUE]... [--preset NAME] [--lines]"""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(__file__)), "right"))

import bazaar  # noqa: E402  (it is found only by the path set above)

right_turn_json, right_eliminate, right_setup_task = bazaar.turn_json, bazaar.eliminate, bazaar.setup_task


def usable_exchanges(equations, wallet, bank):
    """Against BG-18: the bank is looked at in the direction in which an equation is written only."""
    forward = [e.forward() for e in equations]
    return [
        e for e in bazaar.directions(equations)
        if bazaar.contains(wallet, e[0]) and (e not in forward or bazaar.contains(bank, e[1]))
    ]


def turn_json(table, index):
    """Against BG-14: the scores are sorted, not in the order of the players."""
    turn = right_turn_json(table, index)
    turn["scores"].sort(reverse=True)
    return turn


def points_for(rules, card, pebbles_left):
    """Against BG-32: a row counts only from one pebble more on."""
    for count, plain, with_face in rules.points_table:
        if count < pebbles_left or count == 0:
            return with_face if card.face else plain


def eliminate(table, player):
    """Against BG-41: the pebbles of the player go back to the bank."""
    table.bank = bazaar.plus(table.bank, player.bag())
    right_eliminate(table, player)


def winners_of(points):
    """Against BG-50: of players with equal points the first by name wins alone."""
    return sorted(points, key=lambda name: (-points[name], name))[:1]


def setup_task(rules, values):
    """Against BG-07: the players sit in the order of their names."""
    state = right_setup_task(rules, values)
    state[0]["players"].sort(key=lambda player: player["name"])
    return state


PLANTED = {
    "equations": ("usable_exchanges", usable_exchanges),
    "turn": ("turn_json", turn_json),
    "games": ("winners_of", winners_of),
    "move": ("points_for", points_for),
    "play": ("eliminate", eliminate),
}
if sys.argv[1:2] == ["setup"]:
    bazaar.TASKS["setup"] = setup_task
else:
    setattr(bazaar, *PLANTED[sys.argv[1]])
sys.exit(bazaar.main(sys.argv[1:]))
