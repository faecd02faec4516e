#!/usr/bin/env python3
"""The program of the task ubongo/server: seats the clients that sign up, and plays one game with them by calls.

    server.py PORT --content FILE [--scale FACTOR] [--wrong NAME]

Standard input: a Setup and the number that chance comes from. Standard output: [[winners],[drop-outs]]. --content is what
touchstone games ubongo --content prints, --scale multiplies all times. With --wrong it makes one mistake, which WRONG
describes. How clients sign up, and how a call goes over the connection, is the same in all games: ../right/server.py does it.
"""

import contextlib
import json
import os
import sys
import threading
import time

sys.dont_write_bytecode = True
HERE = os.path.dirname(__file__)
ABOVE = os.path.dirname(HERE)
sys.path[:0] = [os.path.join(ABOVE, "right"), ABOVE, HERE]

import bazaar  # noqa: E402  (these are found only by the paths set above)
import host  # noqa: E402
import rules  # noqa: E402
import server  # noqa: E402

CALL_MS = 60000
WRONG_CLAIMS_MAX = 10
SLACK_MS = 1000
SLACK_MIN_MS = 300  # of real time: so long a machine with other work may let a program wait
TIME_MAX = 3_600_000


def is_int(value, low, high):
    return type(value) in (int, float) and value == int(value) and low <= value <= high


def is_placement(value, pieces):
    return (
        type(value) is dict
        and set(value) == {"piece", "cells"}
        and type(value["piece"]) is str
        and value["piece"] in pieces
        and type(value["cells"]) is list
        and 1 <= len(value["cells"]) <= 8
        and all(
            type(cell) is list and len(cell) == 3 and all(is_int(n, -8, 23) for n in cell[:2]) and is_int(cell[2], 0, 7)
            for cell in value["cells"]
        )
    )


def is_claim(value, pieces):
    """UO-94."""
    return (
        type(value) is dict
        and set(value) == {"time", "placements"}
        and is_int(value["time"], 0, TIME_MAX)
        and type(value["placements"]) is list
        and len(value["placements"]) <= 8
        and all(is_placement(p, pieces) for p in value["placements"])
    )


def decoded(text):
    """UO-94: two equal keys are no value of the game."""
    try:
        return json.loads(text.decode(), object_pairs_hook=bazaar.object_without_duplicates)
    except (ValueError, bazaar.Invalid) as problem:
        raise bazaar.Failed(f"wrong_shape: {problem}") from None


class Referee:
    """Plays a game by calls. Who fails is out for good, and the others go on (UO-74)."""

    def __init__(self, game, connections, scale):
        self.game = game
        self.connections = connections
        self.scale = scale
        self.out = []  # seats, as they fell out

    def call(self, seat, method, argument):
        return decoded(self.connections[seat].call(method, argument, CALL_MS / 1000 * self.scale))

    def tell(self, seat, method, argument):
        """A call whose reply is "void"."""
        try:
            if self.call(seat, method, argument) != "void":
                raise bazaar.Failed("wrong_shape: not void")
        except bazaar.Failed:
            self.drop(seat)

    def drop(self, seat):
        self.out.append(seat)
        self.game.give_back(seat)
        self.connections[seat].close()  # UO-98

    def seats(self):
        return [seat for seat in range(len(self.connections)) if seat not in self.out]

    def play(self):
        """The seats of the winners and of the drop-outs."""
        game = self.game
        for seat in self.seats():
            self.tell(seat, "setup", game.view(seat))
        while game.phase != "over" and self.seats():
            if game.phase == "roll":
                game.roll()
            elif game.phase == "flip":
                game.flip()
                self.solve()
                if game.phase == "solve":
                    game.stop()
            else:
                game.begin_playoff()
                self.solve()
                break  # UO-74: of those who solve nothing nobody wins
        for seat in self.seats():
            self.tell(seat, "result", game.result())
        return [seat for seat in [game.winner] if seat is not None and seat not in self.out], self.out

    def solve(self):
        """One run of the hourglass, or the playoff (UO-75)."""
        game, place = self.game, (self.game.round, self.game.phase)
        self.used = [0.0] * len(self.connections)
        wrong = [0] * len(self.connections)
        claims = {}
        ask = [seat for seat in game.to_solve() if seat in self.seats()]
        while ask or claims:
            claims.update(self.ask(ask))
            ask = []
            if not claims:
                break
            seat = self.next_claim(claims)
            told, placements = claims.pop(seat)
            try:
                game.claim(seat, told, placements)
                if (game.round, game.phase) != place:
                    break
            except rules.Illegal as code:
                wrong[seat] += 1
                if str(code) != "too_late" and wrong[seat] < WRONG_CLAIMS_MAX:
                    ask = self.again(seat)

    def next_claim(self, claims):
        return min(claims, key=lambda seat: (claims[seat][0], seat))

    def again(self, seat):
        return [seat]

    def ask(self, seats):
        """Calls all of these at the same time, and returns the claims among their replies."""
        views = {seat: self.game.view(seat) for seat in seats}
        replies, problems = {}, {}

        def take(seat):
            try:
                replies[seat] = self.take_turn(seat, views[seat])
            except Exception as problem:  # is raised below
                problems[seat] = problem

        # Those of concurrent.futures take as long to import as all else.
        threads = [threading.Thread(target=take, args=[seat]) for seat in seats]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        claims = {}
        for seat in seats:
            try:
                if seat in problems:
                    raise problems[seat]
                if replies[seat] is not None:
                    claims[seat] = replies[seat]
            except bazaar.Failed:
                self.drop(seat)
        return claims

    def take_turn(self, seat, view):
        """The time and the placements of a claim, None for no claim."""
        begin = time.monotonic()
        reply = self.call(seat, "take-turn", view)
        self.used[seat] += (time.monotonic() - begin) * 1000 / self.scale
        if reply is False:
            return None
        if not is_claim(reply, self.game.content.orientations):
            raise bazaar.Failed("wrong_shape: not a claim")
        return self.counted(seat, reply["time"]), reply["placements"]

    def counted(self, seat, told):
        """UO-76."""
        if told + max(SLACK_MS, SLACK_MIN_MS / self.scale) < self.used[seat]:
            raise bazaar.Failed("told_early")
        return max(told, int(self.used[seat]))


def result_json(names, winners, dropouts):
    return [sorted(names[seat] for seat in winners), sorted(names[seat] for seat in dropouts)]


# ---------------------------------------------------------------- mistakes


def one_after_the_other(_):
    """Against UO-75: asks a player only when the one before it has replied."""
    right = Referee.ask

    def ask(referee, seats):
        claims = {}
        for seat in seats:
            claims.update(right(referee, [seat]))
        return claims

    Referee.ask = ask


def by_seats(_):
    """Against UO-75: judges claims in the order of seats."""
    Referee.next_claim = lambda referee, claims: min(claims)


def latest_first(_):
    """Against UO-75: judges the claim with the latest time first."""
    Referee.next_claim = lambda referee, claims: max(claims, key=lambda seat: (claims[seat][0], -seat))


def never_again(_):
    """Against UO-75: who claims wrongly is not asked again."""
    Referee.again = lambda referee, seat: []


def believes(_):
    """Against UO-76: takes the time that a player tells."""
    Referee.counted = lambda referee, seat, told: told


def keeps_gems(_):
    """Against UO-74: the gems of who is out stay where they are."""
    rules.Game.give_back = lambda game, seat: None


def from_the_back(_):
    """Against UO-77: the gems lie in the bag the other way round."""

    def draw_gem(game):
        k = game.chance.draw(sum(game.bag.values()))
        return [c for c in reversed(rules.COLOURS) for _ in range(game.bag[c])][k]

    rules.Game.draw_gem = draw_gem


def any_time(_):
    """Against UO-22: a claim counts when the hourglass has run out, too."""
    right = rules.Game.claim

    def claim(game, seat, told, placements):
        right(game, seat, min(told, game.content.hourglass), placements)

    rules.Game.claim = claim


def one_chance(_):
    """Against UO-26: a round in which nobody has solved anything ends with the first run of the hourglass."""
    rules.Game.stop = rules.Game.end_round


def same_roller(_):
    """Against UO-52: the die stays where it is."""
    right = rules.Game.end_round

    def end_round(game):
        roller = game.roller
        right(game)
        game.roller = roller

    rules.Game.end_round = end_round


def any_name(_):
    """Against UO-85: whoever sends a string is seated."""
    server.bazaar.need_name = lambda value: bazaar.check(type(value) is str, "not a string") or value


def keeps_calling(_):
    """Against UO-98: players who are out are told the result, too."""
    right = rules.Game.result

    def drop(referee, seat):
        referee.out.append(seat)
        referee.game.give_back(seat)
        rules.Game.result = lambda game: told(game, referee)

    def told(game, referee):
        for seat in referee.out:
            with contextlib.suppress(bazaar.Failed):
                referee.connections[seat].call("result", right(game), 0.1)
        return right(game)

    Referee.drop = drop


def unsorted(_):
    """The drop-outs are listed as they fell out."""
    globals()["result_json"] = lambda names, winners, dropouts: [[names[s] for s in winners], [names[s] for s in dropouts[::-1]]]


def calls_again(_):
    """Against UO-99: calls result a second time."""
    right = server.Connection.call

    def call(connection, method, *rest):
        text = right(connection, method, *rest)
        return right(connection, method, *rest) if method == "result" else text

    server.Connection.call = call


WRONG = {
    f.__name__: f
    for f in (
        one_after_the_other, by_seats, latest_first, never_again, believes, keeps_gems, from_the_back, any_time, one_chance,
        same_roller,
        any_name, keeps_calling, unsorted, calls_again,
    )
}


def play(content, values, connections, scale):
    names = [connection.name for connection in connections]
    return Referee(rules.Game(content, *values, names), connections, scale).play()


def outcome(names, winners, dropouts):
    """result_json as it is when the game is over: a mistake may have replaced it."""
    return result_json(names, winners, dropouts)


if __name__ == "__main__":
    sys.exit(host.main(sys.argv[1:], WRONG, rules.Content, lambda values: len(values[0]["players"]), play, outcome))
