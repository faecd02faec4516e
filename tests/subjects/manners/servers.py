#!/usr/bin/env python3
"""Servers with manners of their own: those of RIGHT keep to the rule book in an unusual way, those of WRONG do not.

    servers.py MANNER PORT [--option NAME=VALUE]... [--preset NAME]

Each is the server of right/server.py with one thing changed.
"""

import copy
import os
import re
import selectors
import sys
import threading
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(__file__)), "right"))

import server  # noqa: E402  (it is found only by the path set above)

SIGN_UP = server.SignUp


# Right manners.


class OneByOne(SIGN_UP):
    """Reads one name after the other, as BG-83 grants, with room for few that wait to be accepted."""

    def step(self, end):
        due = self.candidates[0][1] if self.candidates else end
        waits_for = self.candidates[0][0].sock if self.candidates else self.listener
        with selectors.DefaultSelector() as selector:
            selector.register(waits_for, selectors.EVENT_READ)
            ready = selector.select(max(0, min(due, end) - time.monotonic()))
        if not self.candidates:
            if ready:
                self.accept()
            return
        connection, deadline = self.candidates[0]
        if ready:
            self.read_name(connection)
        elif deadline <= time.monotonic():
            self.refuse(connection)


def one_by_one():
    server.SignUp = OneByOne
    server.WAITING_CONNECTIONS = 4


class InThreads(SIGN_UP):
    """Reads each name in a thread, and seats the players in the order in which these are done."""

    def run(self):
        self.lock, self.enough = threading.Lock(), threading.Event()
        self.listener.setblocking(True)
        opened = time.monotonic()
        threading.Thread(target=self.accept_all, daemon=True).start()
        for wait in range(1, self.rules.waits + 1):
            self.enough.wait(max(0, opened + wait * self.rules.wait_ms / 1000 - time.monotonic()))
            if len(self.signed_up) >= self.rules.players_min:
                break
        with self.lock:
            self.enough.set()
            self.accepted = list(self.signed_up)
        return self.accepted if len(self.accepted) >= self.rules.players_min else None

    def accept_all(self):
        while not self.enough.is_set():
            try:
                sock, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.greet, args=(sock,), daemon=True).start()

    def greet(self, sock):
        connection, deadline = server.Connection(sock), self.name_deadline()
        try:
            while (text := connection.next_value()) is None:
                with selectors.DefaultSelector() as selector:
                    selector.register(sock, selectors.EVENT_READ)
                    if not selector.select(max(0, deadline - time.monotonic())):
                        raise server.bazaar.Failed("late")
                connection.read()
            connection.name = server.shaped(server.bazaar.need_name, server.decoded(text))
        except server.bazaar.Failed:
            connection.close()
            return
        with self.lock:
            if self.enough.is_set() or self.is_taken(connection.name):
                connection.close()
                return
            self.signed_up.append(connection)
            if self.full():
                self.enough.set()


def in_threads():
    server.SignUp = InThreads


def late():
    """Opens its port long after its start."""
    time.sleep(1.5)


# Wrong manners.

RIGHT_CALL = server.Connection.call


def call_times(factor):
    server.Connection.call = lambda c, method, argument, seconds: RIGHT_CALL(c, method, argument, seconds * factor)


def patient():
    """Waits more than twice as long for a reply as it should (BG-91)."""
    call_times(2.4)


def endless():
    """Waits for a reply as long as it takes (BG-91)."""
    call_times(1e6)


def computes():
    """Computes for ever when the game is to begin."""
    server.play = lambda *game: [None for forever in iter(int, 1)]


def sleeps():
    """Sleeps for ever when the game is to begin."""
    server.play = lambda *game: time.sleep(1e6)


def slow_start():
    """Always waits out the sign-up time (BG-85)."""
    SIGN_UP.full = lambda sign_up: False


def slow_names():
    """Gives three times the time for a name (BG-82)."""
    SIGN_UP.name_deadline = lambda sign_up: time.monotonic() + 3 * sign_up.rules.name_ms / 1000


def second_starts():
    """Starts with the second client of the second wait (BG-85)."""
    right_full = SIGN_UP.full
    opened = time.monotonic()

    def full(sign_up):
        first_is_over = time.monotonic() - opened > sign_up.rules.wait_ms / 1000
        return right_full(sign_up) or first_is_over and len(sign_up.signed_up) >= sign_up.rules.players_min

    SIGN_UP.full = full


def hears_one():
    """Reads one name and no more, sleeps past the sign-up, and calls that player (BG-83, BG-85)."""

    def run(sign_up):
        sign_up.listener.setblocking(True)
        sock, _ = sign_up.listener.accept()
        sock.recv(server.wire.CHUNK)
        time.sleep(2.5)
        sock.sendall(b'["setup",[[]]]')
        time.sleep(1e6)

    SIGN_UP.run = run


def closes_names():
    """Closes each connection a moment after its name."""
    right_read_name = SIGN_UP.read_name

    def read_name(sign_up, connection):
        right_read_name(sign_up, connection)
        if connection.name:
            time.sleep(0.02)
            connection.close()
            sign_up.signed_up.remove(connection)

    SIGN_UP.read_name = read_name


def seats_seven():
    SIGN_UP.full = lambda sign_up: len(sign_up.signed_up) > sign_up.rules.players_max


def drops_dan():
    """Closes the connection of one player with the first call of another, and takes him for a drop-out."""

    def play(rules, table, bonus):
        for player in table.players:
            if player.name == "dan":
                player.actor.dismiss()
                player.actor.connection.call = fail
        return right_play(rules, table, bonus)

    def fail(method, argument, seconds):
        raise server.bazaar.Failed("gone")

    right_play = server.play
    server.play = play


def drops_dan_behind():
    """Does so before the second call to another player."""

    def play(rules, table, bonus):
        dan = next(player.actor for player in table.players if player.name == "dan")
        eve = next(player.actor for player in table.players if player.name == "Eve")
        dismiss, right_call, calls = dan.dismiss, eve.connection.call, []

        def call(method, argument, seconds):
            if len(calls) == 1:
                dismiss()
            calls.append(method)
            return right_call(method, argument, seconds)

        dan.connection.call, dan.dismiss, eve.connection.call = fail, lambda: None, call
        return right_play(rules, table, bonus)

    def fail(method, argument, seconds):
        raise server.bazaar.Failed("gone")

    right_play = server.play
    server.play = play


def dies_of_reset():
    def read(connection):
        try:
            data = connection.sock.recv(server.wire.CHUNK)
        except BlockingIOError:
            return
        if not data:
            raise server.bazaar.Failed("closed")
        connection.values.feed(data)

    server.Connection.read = read


def needs_newline():
    """Takes a reply only when a new line has come behind it (BG-91)."""
    right_next = server.Connection.next_value

    def next_value(connection):
        if connection.name and b"\n" not in bytes(connection.values.pending).lstrip():
            return None
        return right_next(connection)

    server.Connection.next_value = next_value


def takes_any_key():
    """Takes a card with a key too many (SF17)."""
    right_card = server.bazaar.need_card

    def need_card(rules, value):
        if isinstance(value, dict):
            value = {key: value[key] for key in value if key in ("pebbles", "face?")}
        return right_card(rules, value)

    server.bazaar.need_card = need_card


def takes_key_twice():
    """Takes a card with a key twice (SF17)."""
    server.DECODER = server.json.JSONDecoder(parse_int=len, parse_float=len)


def takes_blanks():
    """Takes any number of blanks in front of a value (BG-95)."""
    right_feed = server.wire.Values.feed

    def feed(values, data):
        right_feed(values, data)
        if not values.open and not values.token:
            values.at = 0
            del values.pending[: len(values.pending) - len(values.pending.lstrip())]

    server.wire.Values.feed = feed


def never_refills():
    def rotate(rules, table):
        table.players.append(table.players.pop(0))

    server.bazaar.refill_and_rotate = rotate


def one_winner():
    """Lets only the first of several leaders win (BG-50)."""
    right_bonus = server.bazaar.bonus_of
    seen = {}

    def bonus_of(rules, bonus, player):
        points = player.score + right_bonus(rules, bonus, player)
        seen[points] = seen.get(points, -1) + 1
        return points - player.score - seen[points]

    server.bazaar.bonus_of = bonus_of


def pebbles_to_bank():
    """Puts the pebbles of an eliminated player into the bank (BG-38)."""
    right_eliminate = server.bazaar.eliminate

    def eliminate(table, player):
        table.bank = server.bazaar.plus(table.bank, player.bag())
        right_eliminate(table, player)

    server.bazaar.eliminate = eliminate


def impatient():
    """Gives up on a reply after half of its time (BG-91)."""
    call_times(0.5)


def drops_early():
    """Throws away what has come before a call (BG-94)."""

    def call(connection, method, argument, seconds):
        connection.read()
        connection.values = server.wire.Values()
        return RIGHT_CALL(connection, method, argument, seconds)

    server.Connection.call = call


def takes_null():
    """Takes null for "void" (BG-92)."""
    right_decoded = server.decoded

    def decoded(text):
        value = right_decoded(text)
        return "void" if value is None else value

    server.decoded = decoded


def failed_winner():
    """Lets a player win that fails in win (BG-52)."""
    right_tell = server.tell_result

    def tell_result(rules, table, bonus):
        points = [p.score + server.bazaar.bonus_of(rules, bonus, p) for p in table.players]
        winners = [p.name for p, n in zip(table.players, points) if n == max(points)]
        _, dropouts = right_tell(rules, table, bonus)
        return winners, [name for name in dropouts if name not in winners]

    server.tell_result = tell_result


def all_won():
    """Tells all players that they have won (BG-51)."""
    right_win = server.RemotePlayer.win
    server.RemotePlayer.win = lambda player, won: right_win(player, True)


def one_setup_less():
    """Leaves the last player out of the set-up (BG-10)."""
    server.setup_order = lambda players: list(players)[:-1]


def old_turn():
    """Shows with the second call what the first one has shown (BG-14)."""
    right_turn, shown = server.turn_json, {}

    def first_reply(player, rules, table):
        shown["turn"] = copy.deepcopy(right_turn(table))
        return right_first(player, rules, table)

    def second_reply(player, rules, table):
        server.turn_json = lambda table: shown["turn"]
        try:
            return right_second(player, rules, table)
        finally:
            server.turn_json = right_turn

    right_first, right_second = server.RemotePlayer.first_reply, server.RemotePlayer.second_reply
    server.RemotePlayer.first_reply, server.RemotePlayer.second_reply = first_reply, second_reply


def no_escapes():
    """Takes no name with escapes (BG-93)."""
    right_read_name = SIGN_UP.read_name

    def read_name(sign_up, connection):
        right_read_name(sign_up, connection)
        if connection.name and connection.escaped:
            sign_up.signed_up.remove(connection)
            sign_up.accepted.remove(connection)
            connection.close()

    right_next = server.Connection.next_value

    def next_value(connection):
        text = right_next(connection)
        connection.escaped = text is not None and b"\\" in text
        return text

    SIGN_UP.read_name, server.Connection.next_value = read_name, next_value


def writes_early():
    """Calls win when the result has been written (BG-51)."""
    right_tell, right_win = server.tell_result, server.RemotePlayer.win

    def tell_result(rules, table, bonus):
        server.RemotePlayer.win = lambda player, won: None
        players = list(table.players)
        winners, dropouts = right_tell(rules, table, bonus)
        print(server.bazaar.compact(server.result_json(winners, dropouts)), flush=True)
        server.RemotePlayer.win = right_win
        for player in players:
            player.actor.win(player.name in winners)
        sys.stdout.flush()
        os._exit(0)

    server.tell_result = tell_result


def two_values():
    """Writes winners and drop-outs as two values instead of one array (11.1)."""
    right_json, right_compact = server.result_json, server.bazaar.compact

    class Result(list):
        pass

    def compact(value):
        return " ".join(map(right_compact, value)) if isinstance(value, Result) else right_compact(value)

    server.result_json = lambda winners, dropouts: Result(right_json(winners, dropouts))
    server.bazaar.compact = compact


def fails_at_the_end():
    """Writes the result and ends with status 1 (11.1)."""
    right_serve = server.serve

    def serve(rules, table, bonus, listener):
        right_serve(rules, table, bonus, listener)
        sys.exit(1)

    server.serve = serve


def undoes_first():
    """Undoes what the first reply did when the second one eliminates (BG-39)."""
    right_turn = server.bazaar.play_turn

    def play_turn(rules, table):
        player = table.players[0]
        before = table.bank, list(table.visibles), list(table.hidden)
        right_turn(rules, table)
        if player not in table.players:
            table.bank, table.visibles, table.hidden = before

    server.bazaar.play_turn = play_turn


def moves_up():
    """Lets the next best win in place of a winner that fails in win (BG-52)."""
    right_tell = server.tell_result

    def tell_result(rules, table, bonus):
        winners, dropouts = right_tell(rules, table, bonus)
        left = [p for p in table.players if p.name not in dropouts]
        if not winners and left:
            points = [p.score + server.bazaar.bonus_of(rules, bonus, p) for p in left]
            winners = [p.name for p, n in zip(left, points) if n == max(points)]
        return winners, dropouts

    server.tell_result = tell_result


def reads_lines():
    """Takes a reply only if it comes in one piece (BG-93)."""
    right_next = server.Connection.next_value

    def next_value(connection):
        text = right_next(connection)
        if text is None and connection.name and connection.values.pending.strip():
            raise server.bazaar.Failed("half a value")
        return text

    server.Connection.next_value = next_value


def sign_up_with(option, value):
    """Signs players up by another value of an option."""
    right_run = SIGN_UP.run

    def run(sign_up):
        setattr(sign_up.rules, option, value)
        return right_run(sign_up)

    SIGN_UP.run = run


def one_wait():
    """Ends the sign-up after the first wait, whoever has come (BG-85)."""
    sign_up_with("waits", 1)


def one_is_enough():
    """Starts with a single player (BG-85)."""
    sign_up_with("players_min", 1)


def asks_again():
    """Asks a player again whose first reply is illegal (BG-37)."""
    right_first = server.RemotePlayer.first_reply

    def first_reply(player, rules, table):
        first = right_first(player, rules, table)
        try:
            server.bazaar.after_exchanges(rules, table.equations, first or [], table.players[0].bag(), table.bank)
        except server.bazaar.Illegal:
            return right_first(player, rules, table)
        return first

    server.RemotePlayer.first_reply = first_reply


def bare_argument():
    """Calls without the brackets round the argument (BG-90)."""
    right_compact = server.bazaar.compact

    def call(connection, method, argument, seconds):
        server.bazaar.compact = lambda value: right_compact([value[0], value[1][0]])
        try:
            return RIGHT_CALL(connection, method, argument, seconds)
        finally:
            server.bazaar.compact = right_compact

    server.Connection.call = call


def win_as_text():
    """Tells the result as a string (11.3)."""

    def call(connection, method, argument, seconds):
        return RIGHT_CALL(connection, method, str(argument).lower() if method == "win" else argument, seconds)

    server.Connection.call = call


def tells_winners():
    """Calls win for those who have won, and for nobody else (BG-51)."""
    right_win = server.RemotePlayer.win
    server.RemotePlayer.win = lambda player, won: right_win(player, won) if won else None


def one_letter_more():
    """Takes names of 21 characters (BG-81)."""

    def need_name(value):
        server.bazaar.check(isinstance(value, str) and value.isascii() and value.isalnum() and len(value) <= 21, "no name")
        return value

    server.bazaar.need_name = need_name


def takes_a_line_feed():
    """Takes a name with a line feed at its end, which $ is in front of (BG-81)."""

    def need_name(value):
        server.bazaar.check(isinstance(value, str) and re.match("^[a-zA-Z0-9]{1,20}$", value), "no name")
        return value

    server.bazaar.need_name = need_name


def shows_an_older_turn():
    """Shows a player what the call before the last one has shown (BG-14)."""
    right_turn, shown = server.turn_json, []

    def turn_json(table):
        shown.append(copy.deepcopy(right_turn(table)))
        return shown[-3] if len(shown) > 2 else shown[-1]

    server.turn_json = turn_json


def calls_twice():
    """Calls setup a second time while the reply is still due (BG-90)."""

    def call(connection, method, argument, seconds):
        if method == "setup" and connection.name == "Eve":
            connection.write(server.bazaar.compact([method, [argument]]).encode())
        return RIGHT_CALL(connection, method, argument, seconds)

    server.Connection.call = call


def sets_up_each_turn():
    """Calls setup before each turn, too (BG-10)."""
    right_first = server.RemotePlayer.first_reply

    def first_reply(player, rules, table):
        player.set_up(table.equations)
        return right_first(player, rules, table)

    server.RemotePlayer.first_reply = first_reply


def before_calls(data):
    """Sends something before each call."""

    def call(connection, method, argument, seconds):
        connection.write(data(server.bazaar.compact([method, [argument]])))
        return RIGHT_CALL(connection, method, argument, seconds)

    server.Connection.call = call


def tells_length():
    """Tells before each call how long it is (BG-90)."""
    before_calls(lambda call: b"%d\n" % len(call))


def calls_in_text():
    """Calls with a string that has JSON in it (BG-90)."""
    before_calls(lambda call: server.bazaar.compact(call).encode())


def greets():
    """Replies to a name (BG-80)."""
    right_read_name = SIGN_UP.read_name

    def read_name(sign_up, connection):
        right_read_name(sign_up, connection)
        if connection.name:
            connection.write(b'"welcome"')

    SIGN_UP.read_name = read_name


def before_dismissal(data):
    """Sends data to a player that is out."""
    right_dismiss = server.RemotePlayer.dismiss

    def dismiss(player):
        player.connection.write(data)
        right_dismiss(player)

    server.RemotePlayer.dismiss = dismiss


def says_goodbye():
    """Tells a player that it is out (BG-96)."""
    before_dismissal(b'"kicked"')


def tells_at_once():
    """Calls win with false for a player that falls out (BG-96)."""
    before_dismissal(b'["win",[false]]')


def one_direction():
    """Takes equations from left to right only (BG-18)."""
    server.bazaar.directions = lambda equations: [equation.forward() for equation in equations]


def must_buy():
    """Eliminates whoever buys nothing (BG-26)."""
    right_second = server.RemotePlayer.second_reply

    def second_reply(player, rules, table):
        cards = right_second(player, rules, table)
        if not cards:
            raise server.bazaar.Failed("no cards")
        return cards

    server.RemotePlayer.second_reply = second_reply


def no_exchange_twice():
    """Eliminates whoever uses an equation twice (BG-20)."""
    right_first = server.RemotePlayer.first_reply

    def first_reply(player, rules, table):
        first = right_first(player, rules, table)
        if first and len(first) == 2:
            raise server.bazaar.Failed("two exchanges")
        return first

    server.RemotePlayer.first_reply = first_reply


def half_a_call():
    """Calls fay without the last character of the call (BG-90)."""
    right_compact = server.bazaar.compact

    def call(connection, method, argument, seconds):
        if connection.name == "fay":
            server.bazaar.compact = lambda value: right_compact(value)[:-1]
        try:
            return RIGHT_CALL(connection, method, argument, seconds)
        finally:
            server.bazaar.compact = right_compact

    server.Connection.call = call


def stops():
    """Ends with status 0 and without a word in the fourth turn."""
    right_turn, turns = server.bazaar.play_turn, []

    def play_turn(rules, table):
        turns.append(table)
        if len(turns) == 4:
            os._exit(0)
        right_turn(rules, table)

    server.bazaar.play_turn = play_turn


def five_are_all():
    """Ends the sign-up with the fifth player (BG-85)."""
    SIGN_UP.full = lambda sign_up: len(sign_up.signed_up) >= 5


def seats_null():
    """Takes null for a name (BG-81)."""
    right_name = server.bazaar.need_name
    server.bazaar.need_name = lambda value: "null" if value is None else right_name(value)


def keeps_scores():
    """Shows the scores of players that are out (BG-38)."""
    right_turn, right_eliminate, gone = server.turn_json, server.bazaar.eliminate, []

    def eliminate(table, player):
        gone.append(player.score)
        right_eliminate(table, player)

    def turn_json(table):
        turn = right_turn(table)
        return {**turn, "scores": turn["scores"] + gone}

    server.bazaar.eliminate, server.turn_json = eliminate, turn_json


def seats_backwards():
    """Seats the players in the opposite order (BG-83)."""
    right_run = SIGN_UP.run
    SIGN_UP.run = lambda sign_up: (right_run(sign_up) or [])[::-1]


def sells_unseen():
    """Sells cards that are not on display (BG-30)."""
    right_buy = server.bazaar.buy_cards

    def buy_cards(rules, table, cards):
        rules = copy.copy(rules)
        rules.unavailable_card = "sell"
        right_buy(rules, table, cards)

    server.bazaar.buy_cards = buy_cards


def gives_nothing():
    """Takes a request for a pebble when the bank has none (BG-16)."""
    right_draw = server.bazaar.draw_pebble

    def draw_pebble(rules, table, recorded=()):
        if table.bank != server.bazaar.EMPTY:
            right_draw(rules, table, recorded)

    server.bazaar.draw_pebble = draw_pebble


def sorts_letters():
    """Sorts names by their letters, whether upper or lower case (BG-53)."""
    server.result_json = lambda winners, dropouts: [sorted(winners, key=str.lower), sorted(dropouts, key=str.lower)]


def one_letter_less():
    """Takes names of up to 19 characters (BG-81)."""
    right_name = server.bazaar.need_name

    def need_name(value):
        server.bazaar.check(len(right_name(value)) < 20, "too long")
        return value

    server.bazaar.need_name = need_name


def main(arguments):
    manner = globals()[arguments[0]]
    manner()
    status = server.main(arguments[1:])
    sys.stdout.flush()
    # Threads that wait for names do not keep it.
    os._exit(status)


if __name__ == "__main__":
    main(sys.argv[1:])
