#!/usr/bin/env python3
"""The program of the task ubar/server: seats the clients that sign up, and plays one game with them by calls.

    server.py PORT --content FILE [--scale FACTOR] [--wrong NAME]

Standard input: a Setup. Standard output: [[winners],[drop-outs]]. --content is the data file of the rule book, --scale
multiplies all times. With --wrong it makes one mistake, which WRONG describes. How clients sign up, and how a call
goes over the connection, is the same in all games: ../right/server.py does it.
"""

import contextlib
import json
import os
import sys
import time

sys.dont_write_bytecode = True
HERE = os.path.dirname(__file__)
ABOVE = os.path.dirname(HERE)
sys.path[:0] = [os.path.join(ABOVE, "right"), ABOVE, HERE]

import bazaar  # noqa: E402  (these are found only by the paths set above)
import host  # noqa: E402
import rules  # noqa: E402
import server  # noqa: E402

CALL_MS = 4000

DRAFT = {"type", "player", "take", "place", "target", "skip", "dumps"}


def is_int(value, low, high):
    return type(value) is int and low <= value <= high


def is_place(value):
    return type(value) is list and len(value) == 2 and all(is_int(n, -99, 99) for n in value)


def is_goods(value):
    return type(value) is dict and all(good in rules.GOODS and is_int(n, 0, 99) for good, n in value.items())


def is_request(value):
    """Chapter 4."""
    if type(value) is not dict or not is_int(value.get("player"), 0, 3):
        return False
    if value.get("type") == "sell":
        return set(value) == {"type", "player", "goods"} and is_goods(value["goods"])
    if value.get("type") != "draft" or set(value) != DRAFT:
        return False
    skip, dumps = value["skip"], value["dumps"]
    return (
        is_place(value["take"])
        and is_place(value["place"])
        and (value["target"] is None or is_place(value["target"]))
        and type(skip) is list
        and all(is_int(n, 1, 99) for n in skip)
        and all(a < b for a, b in zip(skip, skip[1:]))
        and type(dumps) is list
        and len(dumps) <= 99
        and all(is_goods(dump) for dump in dumps)
    )


def decoded(text):
    """UB-92: two equal keys are no value of the game."""
    try:
        return json.loads(text.decode(), object_pairs_hook=bazaar.object_without_duplicates)
    except (ValueError, bazaar.Invalid) as problem:
        raise bazaar.Failed(f"wrong_shape: {problem}") from None


class Referee:
    """Plays a game by calls. Who fails is out for good, and the others go on (UB-88)."""

    def __init__(self, game, connections, scale):
        self.game = game
        self.connections = connections
        self.seconds = CALL_MS / 1000 * scale
        self.out = []  # seats, as they fell out

    def call(self, seat, method, argument):
        return decoded(self.connections[seat].call(method, argument, self.seconds))

    def tell(self, seat, method, argument):
        """A call whose reply is "void"."""
        try:
            if self.call(seat, method, argument) != "void":
                raise bazaar.Failed("wrong_shape: not void")
        except bazaar.Failed:
            self.drop(seat)

    def drop(self, seat):
        self.out.append(seat)
        self.connections[seat].close()  # UB-96

    def seats(self):
        return [seat for seat in range(len(self.connections)) if seat not in self.out]

    def play(self):
        """The seats of the winners and of the drop-outs."""
        for seat in self.seats():
            self.tell(seat, "setup", self.game.view(seat))
        while self.settle():
            self.turn(self.game.actor())
        standing = self.game.standing(self.out)
        winners = standing[0] if standing else []
        for seat in self.seats():
            winners = [w for w in winners if w not in self.out]
            self.tell(seat, "result", self.result(winners))
        return [w for w in winners if w not in self.out], self.out

    def result(self, winners):
        coins = [p["coins"] for p in self.game.players]
        return {"over": True, "coins": coins, "ranking": self.game.standing(self.out), "winners": winners}

    def settle(self):
        """Does what those who are out do not do any more, and tells whether somebody has a turn (UB-88)."""
        game = self.game
        while game.phase != "over" and self.seats():
            behind = [i for i in game.order if i in self.out and game.players[i]["time"] < rules.LAST_SPACE]
            if game.phase == "draft" and behind:
                for seat in behind:
                    game.advance(seat, rules.LAST_SPACE - game.players[seat]["time"])
                game.end_draft()
            elif game.phase == "sell" and game.actor() in self.out:
                game.sold()
            else:
                return True
        return False

    def turn(self, seat):
        try:
            request = self.call(seat, "take-turn", self.game.view(seat))
            if not is_request(request):
                raise bazaar.Failed("wrong_shape: not a request")
            self.carry_out(request)
        except (bazaar.Failed, rules.Illegal):
            self.drop(seat)

    def carry_out(self, request):
        self.game.request(request)


def result_json(names, winners, dropouts):
    return [sorted(names[seat] for seat in winners), sorted(names[seat] for seat in dropouts)]


# ---------------------------------------------------------------- mistakes


def own_symbols_only(_):
    """Against UB-22: a draft costs only the tile's own symbols."""
    rules.Game.cost = lambda game, cell: game.tile_at(cell) and game.content.tiles[game.tile_at(cell)]["base"]


def latest_first(_):
    """Against UB-11: on one space the latest arrival acts first."""

    def advance(game, player, space):
        if space:
            p = game.players[player]
            p["time"] = min(rules.LAST_SPACE, p["time"] + space)
            game.order.remove(player)
            later = [k for k, i in enumerate(game.order) if game.players[i]["time"] >= p["time"]]
            game.order.insert(later[0] if later else len(game.order), player)

    rules.Game.advance = advance


def any_place(_):
    """Against UB-25: a tile may lie anywhere."""
    rules.Game.check_place = lambda game, own, place: None


def never_executes(_):
    """Against UB-30: the action of the new tile may be skipped; it is carried out all the same."""
    right = rules.Game.carried_out

    def carried_out(game, player, request, time, steps):
        return right(game, player, {**request, "skip": [k for k in request["skip"] if k != 1]}, time, steps)

    rules.Game.carried_out = carried_out


def counts_spaces(_):
    """Against UB-51: goods fit when their spaces sum to 28 at most."""
    rules.Content.fits = lambda content, counts: sum(n * s for n, s in zip(counts, content.sizes.values())) <= 28


def markers_stay(_):
    """Against UB-88: the marker of a player who is out stays, and the player is passed over."""

    def settle(referee):
        game = referee.game
        while game.phase != "over" and referee.seats():
            actor = game.actor()
            if actor not in referee.out:
                return True
            if game.phase == "sell":
                game.sold()
            else:
                game.advance(actor, 1)
                game.end_draft()
        return False

    Referee.settle = settle


def markers_to_round_end(_):
    """Against UB-88: the marker of a player who is out goes to the end of the round only."""

    def settle(referee):
        game = referee.game
        while game.phase != "over" and referee.seats():
            behind = [i for i in game.order if i in referee.out and game.players[i]["time"] < game.round_end()]
            if game.phase == "draft" and behind:
                for seat in behind:
                    game.advance(seat, game.round_end() - game.players[seat]["time"])
                game.end_draft()
            elif game.phase == "sell" and game.actor() in referee.out:
                game.sold()
            else:
                return True
        return False

    Referee.settle = settle


def dropouts_win(_):
    """Against UB-88: who is out may win all the same."""
    right = rules.Game.standing
    rules.Game.standing = lambda game, out: right(game, [])


def any_name(_):
    """Against UB-81: whoever sends a string is seated."""
    server.bazaar.need_name = lambda value: bazaar.check(type(value) is str, "not a string") or value


def clock_restarts(_):
    """Against UB-91: every byte that comes starts the time of a call anew."""
    server.Connection.deadline_after_bytes = lambda connection, deadline, seconds: time.monotonic() + seconds


def keeps_calling(_):
    """Against UB-96: players who are out are told the result, too."""
    right = Referee.result

    def result(referee, winners):
        for seat in referee.out:
            with contextlib.suppress(bazaar.Failed):
                referee.connections[seat].call("result", right(referee, winners), 0.1)
        return right(referee, winners)

    Referee.result = result
    Referee.drop = lambda referee, seat: referee.out.append(seat)


def backwards(_):
    """No mistake: in which order the players are shown the start of the game and the result is open."""
    right = Referee.seats

    def seats(referee):
        return right(referee)[::-1]

    Referee.seats = seats


def unsorted(_):
    """The drop-outs are listed as they fell out, and the winners by seats."""
    globals()["result_json"] = lambda names, winners, dropouts: [[names[s] for s in winners], [names[s] for s in dropouts]]


def losers_drop_out(_):
    """Whoever does not win is listed as a drop-out."""
    globals()["result_json"] = lambda names, winners, dropouts: [
        sorted(names[s] for s in winners), sorted(name for s, name in enumerate(names) if s not in winners),
    ]


def ignores_capitals(_):
    """The names are sorted as in a dictionary."""
    globals()["result_json"] = lambda names, winners, dropouts: [
        sorted((names[s] for s in winners), key=str.lower), sorted((names[s] for s in dropouts), key=str.lower),
    ]


def swaps(_):
    """The drop-outs come first."""
    globals()["result_json"] = lambda names, winners, dropouts: [sorted(names[s] for s in dropouts), sorted(names[s] for s in winners)]


def seats_twins(_):
    """Against UB-84: seats a client whose name is taken."""
    server.SignUp.is_taken = lambda sign_up, name: False


def calls_again(_):
    """Against UB-97: calls result a second time."""
    right = server.Connection.call

    def call(connection, method, *rest):
        text = right(connection, method, *rest)
        return right(connection, method, *rest) if method == "result" else text

    server.Connection.call = call


WRONG = {
    f.__name__: f
    for f in (
        own_symbols_only, latest_first, any_place, never_executes, counts_spaces, markers_stay, markers_to_round_end,
        dropouts_win, any_name, clock_restarts, keeps_calling, backwards, unsorted, losers_drop_out, ignores_capitals, swaps, seats_twins, calls_again,
    )
}


def play(content, values, connections, scale):
    return Referee(rules.Game.begin(content, values[0]), connections, scale).play()


def outcome(names, winners, dropouts):
    """result_json as it is when the game is over: a mistake may have replaced it."""
    return result_json(names, winners, dropouts)


if __name__ == "__main__":
    sys.exit(host.main(sys.argv[1:], WRONG, rules.Content, lambda values: values[0]["players"], play, outcome))
