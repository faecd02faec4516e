#!/usr/bin/env python3
"""The program of the task bazar/server: seats the clients that sign up, and plays one game with them by calls.

    server.py PORT --content FILE [--scale FACTOR] [--wrong NAME]

Standard input: a Setup. Standard output: [[winners],[drop-outs]]. --content is what touchstone games bazar --content prints,
--scale multiplies all times. With --wrong it makes one mistake, which WRONG describes. How clients sign up, and how a call
goes over the connection, is the same in all games: ../right/server.py does it.
"""

import json
import os
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(__file__)
ABOVE = os.path.dirname(HERE)
sys.path[:0] = [os.path.join(ABOVE, "right"), ABOVE, HERE]

import bazaar  # noqa: E402  (these are found only by the paths set above)
import host  # noqa: E402
import rules  # noqa: E402
import server  # noqa: E402

CALL_MS = 4000
REQUEST = {"type", "guild", "kind", "cell", "choice"}


def is_cell(value):
    return (
        type(value) is list and len(value) == 2 and all(type(n) is int for n in value) and 0 <= value[0] <= 8 and 0 <= value[1] <= 9
    )


def is_choice(value):
    """Chapter 5."""
    if value is None or type(value) is str and value in rules.RING:
        return True
    if type(value) is not dict:
        return False
    if set(value) == {"from", "to"}:
        return is_cell(value["from"]) and is_cell(value["to"])
    return (
        set(value) == {"direction", "steps"}
        and type(value["direction"]) is str
        and value["direction"] in rules.RING
        and type(value["steps"]) is int
        and 1 <= value["steps"] <= 3
    )


def is_request(value, game):
    return (
        type(value) is dict
        and set(value) == REQUEST
        and value["type"] == "place"
        and value["guild"] in [p["guild"] for p in game.players]
        and type(value["kind"]) is str
        and value["kind"] in game.content.forms
        and is_cell(value["cell"])
        and is_choice(value["choice"])
    )


def decoded(text):
    """BZ-94: two equal keys are no value of the game."""
    try:
        return json.loads(text.decode(), object_pairs_hook=bazaar.object_without_duplicates)
    except (ValueError, bazaar.Invalid) as problem:
        raise bazaar.Failed(f"wrong_shape: {problem}") from None


class Referee:
    """Plays a game by calls. Who fails is out for good, and the others go on (BZ-90)."""

    def __init__(self, game, connections, scale):
        self.game = game
        self.connections = connections
        self.seconds = CALL_MS / 1000 * scale
        self.out = []  # seats, as they fell out

    def call(self, seat, method, argument, *more):
        return decoded(self.connections[seat].call(method, argument, self.seconds, *more))

    def tell(self, seat, method, argument):
        """A call whose reply is "void"."""
        try:
            if self.call(seat, method, argument) != "void":
                raise bazaar.Failed("wrong_shape: not void")
        except bazaar.Failed:
            self.drop(seat)

    def drop(self, seat):
        self.out.append(seat)
        self.connections[seat].close()  # BZ-98

    def seats(self):
        return [seat for seat in range(len(self.connections)) if seat not in self.out]

    def play(self):
        """The seats of the winners and of the drop-outs."""
        game = self.game
        for seat in self.seats():
            self.tell(seat, "setup", game.view(seat))
        while game.phase != "over" and self.seats():
            seat = game.seat(game.order[game.turn])
            if seat not in self.out:
                self.turn(seat)
            else:
                self.carry_out(*game.first_request())
        for seat in self.seats():
            self.tell(seat, "result", game.result(self.winner()))
        return self.winners(), self.out

    def winners(self):
        return [seat for seat in [self.winner()] if seat is not None]

    def winner(self):
        """The best of those who are not out; if all are, the best."""
        if self.game.phase != "over":
            return None
        return next((seat for seat in self.game.ranking() if seat not in self.out), None)

    def turn(self, seat):
        game = self.game
        try:
            request = self.call(seat, "take-turn", game.view(seat))
            if not is_request(request, game):
                raise bazaar.Failed("wrong_shape: not a request")
            kind, cell, choice = request["kind"], tuple(request["cell"]), request["choice"]
            game.judge(request["guild"], kind, cell, choice)
        except (bazaar.Failed, rules.Illegal):
            self.drop(seat)
            return
        self.carry_out(kind, cell, choice)

    def carry_out(self, kind, cell, choice):
        """BZ-56: the owners choose the market cells first."""
        game, entries = self.game, []
        for guild, its in game.marketed(kind, cell, choice):
            free = [at for at in game.content.of("black_market") if at not in game.board.tiles and at not in entries]
            seat = game.seat(guild)
            if len(free) > 1 and seat not in self.out:
                entries.append(self.ask_owner(seat, {"guild": guild, "kind": its}, free))
            else:
                entries.append(free[0])
        game.execute(kind, cell, choice, entries)

    def ask_owner(self, seat, tile, free):
        try:
            chosen = self.call(seat, "market", self.game.view(seat), tile, [list(at) for at in free])
            if not is_cell(chosen) or tuple(chosen) not in free:
                raise bazaar.Failed("bad_market")
            return tuple(chosen)
        except bazaar.Failed:
            self.drop(seat)
            return free[0]


def result_json(names, winners, dropouts):
    return [sorted(names[seat] for seat in winners), sorted(names[seat] for seat in dropouts)]


# ---------------------------------------------------------------- mistakes


def blocks_chains(_):
    """Against BZ-33: a chain of two or more tiles does not move."""
    right = rules.Board.step

    def step(board, at, way):
        return "blocked" if board.tile(rules.shifted(at, way)) else right(board, at, way)

    rules.Board.step = step


def keeps_ties(_):
    """Against BZ-11: guilds with equal coins keep their order."""
    right = rules.Game.begin_round

    def begin_round(game):
        game.order = game.order[::-1]
        right(game)

    rules.Game.begin_round = begin_round


def harem_early(_):
    """Against BZ-13: the harem comes into play in round 4."""
    rules.HAREM_ROUND = 4


def counts_heads(_):
    """Against BZ-60: an administrator counts as any other tile."""
    right = rules.Board.counts

    def counts(board, district):
        tiles, board.tiles = board.tiles, {
            at: (g, "beggar" if k == "administrator" else k) for at, (g, k) in board.tiles.items()
        }
        try:
            return right(board, district)
        finally:
            board.tiles = tiles

    rules.Board.counts = counts


def nobody_is_asked(_):
    """Against BZ-56: a tile goes to the first free market cell."""
    Referee.ask_owner = lambda referee, seat, tile, free: free[0]


def placer_is_asked(_):
    """Against BZ-56: the player who places a tile chooses all market cells."""
    right = Referee.ask_owner

    def ask_owner(referee, seat, tile, free):
        return right(referee, referee.game.seat(referee.game.order[referee.game.turn]), tile, free)

    Referee.ask_owner = ask_owner


def asks_about_one_cell(_):
    """Against BZ-56: an owner is asked although only one market cell is free."""

    def carry_out(referee, kind, cell, choice):
        game, entries = referee.game, []
        for guild, its in game.marketed(kind, cell, choice):
            free = [at for at in game.content.of("black_market") if at not in game.board.tiles and at not in entries]
            seat = game.seat(guild)
            entries.append(free[0] if seat in referee.out else referee.ask_owner(seat, {"guild": guild, "kind": its}, free))
        game.execute(kind, cell, choice, entries)

    Referee.carry_out = carry_out


def any_aim(_):
    """Against BZ-29: any direction may be chosen."""

    def judge_choice(game, kind, cell, choice):
        if game.content.forms[kind] != "direction":
            right(game, kind, cell, choice)

    right = rules.Game.judge_choice
    rules.Game.judge_choice = judge_choice


def dropouts_win(_):
    """Against BZ-90: who is out may win all the same."""
    Referee.winners = lambda referee: referee.game.ranking()[:1] if referee.game.phase == "over" else []


def any_name(_):
    """Against BZ-83: whoever sends a string is seated."""
    server.bazaar.need_name = lambda value: bazaar.check(type(value) is str, "not a string") or value


def unsorted(_):
    """The drop-outs are listed from the last to the first seat."""
    globals()["result_json"] = lambda names, winners, dropouts: [
        [names[s] for s in winners], [names[s] for s in sorted(dropouts, reverse=True)],
    ]


WRONG = {
    f.__name__: f
    for f in (
        blocks_chains, keeps_ties, harem_early, counts_heads, nobody_is_asked, placer_is_asked, asks_about_one_cell,
        any_aim, dropouts_win, any_name, unsorted,
    )
}


def play(content, values, connections, scale):
    return Referee(rules.Game(content, values[0]), connections, scale).play()


def outcome(names, winners, dropouts):
    """result_json as it is when the game is over: a mistake may have replaced it."""
    return result_json(names, winners, dropouts)


if __name__ == "__main__":
    sys.exit(host.main(sys.argv[1:], WRONG, rules.Content, lambda values: len(values[0]["players"]), play, outcome))
