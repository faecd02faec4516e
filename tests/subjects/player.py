#!/usr/bin/env python3
"""The program of the tasks ubar/player, bazar/player and ubongo/player: one client, over standard input and output.

    player.py GAME --content FILE [--scale FACTOR] [--wrong NAME]

It is the client of GAME/clients.py, with its mistake if one is named: only what it is connected to differs.
"""

import argparse
import importlib.util
import inspect
import json
import os
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(__file__)
POLICIES = {"ubar": "greedy", "bazar": "greedy", "ubongo": "solver"}


class Pipe:
    """Standard input and output in the place of a connection."""

    def recv(self, count):
        return os.read(0, count)

    def sendall(self, data):
        while data:
            data = data[os.write(1, data):]

    def close(self):
        """They end with the program."""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def clients_of(game):
    spec = importlib.util.spec_from_file_location("clients_of_game", os.path.join(HERE, game, "clients.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def content_of(module, path):
    """What the clients of the game make of the content."""
    if hasattr(module, "rules"):
        return module.rules.Content(path)
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def main(arguments):
    parser = argparse.ArgumentParser(prog="player.py", allow_abbrev=False)
    parser.add_argument("game", choices=POLICIES)
    parser.add_argument("--content", required=True, metavar="FILE")
    parser.add_argument("--scale", type=float, default=1)
    parser.add_argument("--wrong")
    given = parser.parse_args(arguments)
    module = clients_of(given.game)
    kind = module.WRONG[given.wrong] if given.wrong else module.Client
    parts = [content_of(module, given.content), ["Ada", POLICIES[given.game]], given.scale]
    client = kind(*parts[: len(inspect.signature(kind).parameters)])
    client.sock = Pipe()
    client.sign_up()
    client.run()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
