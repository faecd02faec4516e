#!/usr/bin/env python3
"""The Bazaar Game: all batch tasks of the rule book, plainly.

A second implementation of the rule book "bazaar", written from its text alone
and sharing nothing with the harness. It prefers the obvious way to the fast
one, so that where it and the oracle disagree a reader can tell who is right.

    bazaar.py TASK [--option NAME=VALUE]... [--preset NAME] [--lines]

JSON values on standard input, the answer on standard output, one value a line.
Invalid input: a message on standard error, no output, exit status 2. With
--lines every input line is one case, a JSON array of the task's values, and
every output line is its answer, a JSON array of values or {"error":"..."}.

Numbers such as BG-17 are the clauses of the rule book.
"""

import argparse
import itertools
import json
import re
import sys
from collections import namedtuple
from types import SimpleNamespace

# Scores may have any number of digits (chapter 4); Python would stop at 4300.
if hasattr(sys, "set_int_max_str_digits"):
    sys.set_int_max_str_digits(0)

COLOURS = ("red", "white", "blue", "green", "yellow")  # BG-01, in drawing order


class Invalid(Exception):
    """The input is not what chapter 4 or 5 asks for."""


class Usage(Exception):
    """The command line is wrong."""


class Illegal(Exception):
    """A request breaks a rule; the argument is its code (chapter 6)."""


class Failed(Exception):
    """A player raised an exception or never returned (BG-71, BG-72)."""


# ---------------------------------------------------------------- options
# Chapter 2: name -> (default, test of a value).


def integer(low, high=None):
    return lambda v: type(v) is int and low <= v and (high is None or v <= high)


def integer_or_null(low):
    return lambda v: v is None or integer(low)(v)


def one_of(*words):
    return lambda v: type(v) is str and v in words


def boolean(v):
    return type(v) is bool


def is_colour_permutation(v):
    return type(v) is list and all(type(c) is str for c in v) and sorted(v) == sorted(COLOURS)


def is_points_table(v):
    def is_row(row):
        return type(row) is list and len(row) == 3 and integer(0)(row[0]) and all(integer(0, 1000)(p) for p in row[1:])

    if type(v) is not list or not v or not all(is_row(row) for row in v):
        return False
    counts = [row[0] for row in v]
    return counts[-1] == 0 and all(a > b for a, b in zip(counts, counts[1:]))


def is_bonus_table(v):
    def is_bonus(b):
        if type(b) is not list or len(b) != 2 or type(b[0]) is not list:
            return False
        return all(c in COLOURS for c in b[0]) and integer(0)(b[1])

    return type(v) is dict and all(is_bonus(b) for b in v.values())


OPTIONS = {
    "draw_order": (list(COLOURS), is_colour_permutation),
    "draws": ("order", one_of("order", "recorded")),
    "points_table": ([[3, 1, 2], [2, 2, 3], [1, 3, 5], [0, 5, 8]], is_points_table),
    "winning_score": (20, integer(1, 1000)),
    "price": (True, boolean),
    "empty_exchange_price": (True, boolean),
    "max_exchanges": (None, integer_or_null(0)),
    "visible_cards": (4, integer(1, 20)),
    "cards_max": (20, integer(1, 100)),
    "equations_max": (10, integer(0, 100)),
    "side_max": (4, integer(1, 20)),
    "pebbles_max": (100, lambda v: integer(5, 1000)(v) and v % 5 == 0),
    "players_min": (2, integer(1, 10)),
    "players_max": (6, integer(1, 10)),
    "score_limit": (None, integer_or_null(1)),
    "search_depth": (4, integer(0, 6)),
    "bonus": ("none", lambda v: type(v) is str),  # that it is a known bonus is tested at the end
    "bonuses": ({"RWB": [["red", "white", "blue"], 10], "SEY": [list(COLOURS), 50]}, is_bonus_table),
    "unavailable_card": ("refuse", one_of("refuse", "sell")),
    "wallet_tie": ("bag", one_of("bag", "list")),
    "card_order": ("total", one_of("total", "either")),
    "buyable_cards": ("visible", one_of("visible", "all")),
    "invented_equation": ("unoriented", one_of("unoriented", "oriented")),
    "first_reply": ("strict", one_of("strict", "lenient")),  # matters on the wire only
    "closed_call": ("fails", one_of("fails", "pebble")),  # the same
    "duplicate_names": ("refuse", one_of("refuse", "void")),  # the same
    "turns_max": (3000, integer(1)),
    "name_ms": (2000, integer(1)),
    "wait_ms": (20000, integer(1)),
    "waits": (2, integer(1)),
    "call_ms": (4000, integer(1)),
}

REFERENCE = {
    "unavailable_card": "sell",
    "wallet_tie": "list",
    "card_order": "either",
    "buyable_cards": "all",
    "invented_equation": "oriented",
    "first_reply": "lenient",
    "closed_call": "pebble",
    "duplicate_names": "void",
}

PRESETS = {
    "rules": {},
    "overview": {"empty_exchange_price": False, "draws": "recorded"},
    "reference-2024": REFERENCE,
    "reference-late-2024": {**REFERENCE, "score_limit": 20},
}


def option_value(text):
    """The VALUE of --option NAME=VALUE: JSON, integers plain; a bare word is a string."""

    def not_plain(number):
        raise Usage(f"{number} is not a plain integer")

    def not_json(word):
        raise json.JSONDecodeError("not JSON", word, 0)

    try:
        return json.loads(
            text, parse_float=not_plain, parse_constant=not_json, object_pairs_hook=object_without_duplicates
        )
    except json.JSONDecodeError:
        if re.fullmatch(r"[A-Za-z0-9_-]+", text):
            return text
        raise Usage(f"{text} is neither JSON nor a word") from None
    except (Invalid, RecursionError) as problem:
        raise Usage(str(problem)) from None


def make_rules(settings, presets):
    """The options in force. A preset gives way to options wherever it is written (chapter 2)."""
    values = {name: default for name, (default, _) in OPTIONS.items()}
    if presets:
        if presets[-1] not in PRESETS:
            raise Usage(f"there is no preset {presets[-1]}")
        values.update(PRESETS[presets[-1]])
    for setting in settings:
        name, equals, text = setting.partition("=")
        if not equals or name not in OPTIONS:
            raise Usage(f"there is no option {setting}")
        value = option_value(text)
        if not OPTIONS[name][1](value):
            raise Usage(f"{text} is outside the range of {name}")
        values[name] = value
    rules = SimpleNamespace(**values)
    if rules.players_min > rules.players_max:
        raise Usage("players_min is above players_max")
    if rules.bonus != "none" and rules.bonus not in rules.bonuses:
        raise Usage(f"there is no bonus {rules.bonus}")
    return rules


# ---------------------------------------------------------------- JSON in


def object_without_duplicates(pairs):
    result = dict(pairs)
    if len(result) != len(pairs):
        raise Invalid("an object has a key twice")
    return result


def integer_with_fraction_or_exponent(text):
    """1.0 counts as 1: an integer of at most 15 digits (chapter 4).

    The text is taken apart by hand, because a float would round 1.00000000000000001
    to 1, and 10 to the power of 1e9 would never be computed.
    """
    sign, whole, fraction, exponent = re.fullmatch(r"(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?", text).groups()
    digits = whole + (fraction or "")
    power = int(exponent or 0) - len(fraction or "")
    significant = digits.rstrip("0")
    power += len(digits) - len(significant)
    significant = significant.lstrip("0")
    if not significant:
        return 0
    if power < 0 or len(significant) + power > 15:
        raise Invalid(f"{text[:40]} is no integer of at most 15 digits")
    return int(sign + significant) * 10**power


def refuse_constant(word):
    raise Invalid(f"{word} is no JSON")


DECODER = json.JSONDecoder(
    object_pairs_hook=object_without_duplicates,
    parse_float=integer_with_fraction_or_exponent,
    parse_constant=refuse_constant,
)
BLANKS = re.compile(r"[ \t\n\r]*")


def read_values(data):
    """All JSON values of a stream of bytes, with any white space or none between them."""
    values = []
    try:
        text = data.decode("utf-8")
        at = BLANKS.match(text).end()
        while at < len(text):
            value, at = DECODER.raw_decode(text, at)
            values.append(value)
            at = BLANKS.match(text, at).end()
    except ValueError as problem:  # both UnicodeDecodeError and JSONDecodeError are ValueErrors
        raise Invalid(str(problem)) from None
    except RecursionError:
        raise Invalid("the nesting is too deep") from None
    return values


# ---------------------------------------------------------------- bags and their orders
# A bag is a tuple with the count of each colour, in the order of COLOURS.

EMPTY = (0, 0, 0, 0, 0)


def bag_of(pebbles):
    return tuple(pebbles.count(colour) for colour in COLOURS)


def pebbles_of(bag):
    """The pebbles of a bag in the order in which answers list them."""
    return [colour for colour, count in zip(COLOURS, bag) for _ in range(count)]


def plus(a, b):
    return tuple(x + y for x, y in zip(a, b))


def minus(a, b):
    return tuple(x - y for x, y in zip(a, b))


def contains(big, small):
    for x, y in zip(big, small):
        if x < y:
            return False
    return True


def word(bag):
    """The initials of a bag, sorted alphabetically (BG-60)."""
    red, white, blue, green, yellow = bag
    return "b" * blue + "g" * green + "r" * red + "w" * white + "y" * yellow


def bag_key(bag):
    """BG-60: the smaller size first, then the words."""
    return (sum(bag), word(bag))


class Card(namedtuple("Card", "bag face")):
    """BG-03: two cards are equal when their bags and their faces are."""


def card_key(card):
    """BG-61: plain before face, then by bag."""
    return (card.face, bag_key(card.bag))


def cards_key(cards):
    """BG-61: the shorter sequence first, then card by card."""
    return (len(cards), [card_key(card) for card in cards])


class Equation(namedtuple("Equation", "left right left_written right_written")):
    """Two sides as bags, and as written, because BG-75 and the quirks look at that."""

    def forward(self):
        return (self.left, self.right)

    def backward(self):
        return (self.right, self.left)


# An exchange is a pair of bags: what the player gives, what it gets.


def exchange_key(exchange):
    """BG-62: by the left bag, then by the right one."""
    return (bag_key(exchange[0]), bag_key(exchange[1]))


def directions(equations):
    """Every given equation in both directions."""
    return [exchange for equation in equations for exchange in (equation.forward(), equation.backward())]


def usable_exchanges(equations, wallet, bank):
    return [e for e in directions(equations) if contains(wallet, e[0]) and contains(bank, e[1])]


# ---------------------------------------------------------------- values of chapter 4


class Player:
    """A Player or Seat. The wallet keeps the order as written, for the quirk of chapter 10."""

    def __init__(self, wallet, score, cards, name=None):
        self.name = name
        self.wallet = list(wallet)  # a copy, since the input must not change with it
        self.score = score
        self.cards = cards  # None if the value had no such key
        self.actor = None

    def bag(self):
        return bag_of(self.wallet)


class Table:
    """A Game or State: everything on the table. players[0] is the active player."""

    def __init__(self, equations, bank, visibles, hidden, players, dropouts=(), phase="pebble-or-trades"):
        self.equations = equations
        self.bank = bank  # a bag
        self.visibles = visibles
        self.hidden = hidden
        self.players = players
        self.dropouts = list(dropouts)
        self.phase = phase


Turn = namedtuple("Turn", "bank cards active scores")


def check(condition, message):
    if not condition:
        raise Invalid(message)


def need_list(value, what, at_most=None):
    check(type(value) is list, f"{what}: not an array")
    check(at_most is None or len(value) <= at_most, f"{what}: more than {at_most}")
    return value


def need_object(value, what, keys, optional=()):
    check(type(value) is dict, f"{what}: not an object")
    check(set(keys) <= set(value) <= set(keys) | set(optional), f"{what}: the keys are not the right ones")
    return value


def need_pebbles(rules, value, what="pebbles"):
    need_list(value, what, rules.pebbles_max)
    check(all(type(p) is str and p in COLOURS for p in value), f"{what}: not a colour")
    return value


def need_card(rules, value):
    need_object(value, "card", ["pebbles", "face?"])
    pebbles = need_pebbles(rules, value["pebbles"])
    check(len(pebbles) == 5, "a card has five pebbles")
    check(type(value["face?"]) is bool, "face?: not a Boolean")
    return Card(bag_of(pebbles), value["face?"])


def need_cards(rules, value, what, at_most):
    return [need_card(rules, card) for card in need_list(value, what, at_most)]


def need_equation(rules, value):
    """BG-05."""
    check(len(need_list(value, "equation")) == 2, "an equation has two sides")
    left, right = (tuple(need_pebbles(rules, side)) for side in value)
    check(1 <= len(left) <= rules.side_max and 1 <= len(right) <= rules.side_max, "a side is too short or too long")
    check(not set(left) & set(right), "a colour is on both sides")
    return Equation(bag_of(left), bag_of(right), left, right)


def need_equations(rules, value):
    """BG-06: no two equal, also not when one is flipped."""
    equations = [need_equation(rules, e) for e in need_list(value, "equations", rules.equations_max)]
    known = directions(equations)
    check(len(set(known)) == len(known), "two equations are equal")
    return equations


def need_exchanges(rules, value):
    return [need_equation(rules, e).forward() for e in need_list(value, "exchanges")]


def need_natural(value, what):
    check(type(value) is int and value >= 0, f"{what}: not a natural number")
    return value


def need_score(rules, value):
    """The score of a Player or Seat; the scores of a Turn have no limit."""
    need_natural(value, "score")
    check(rules.score_limit is None or value < rules.score_limit, "a score reaches the limit")
    return value


def need_player(rules, value):
    need_object(value, "player", ["wallet", "score"], ["cards"])
    cards = need_cards(rules, value["cards"], "cards of a player", rules.cards_max) if "cards" in value else None
    return Player(need_pebbles(rules, value["wallet"]), need_score(rules, value["score"]), cards)


def need_name(value):
    check(type(value) is str and re.fullmatch("[a-zA-Z0-9]{1,20}", value), "not a name")
    return value


def need_seat(rules, value):
    need_object(value, "seat", ["name", "wallet", "score", "cards"])
    check(need_score(rules, value["score"]) <= 1000000, "the score of a seat is above 1000000")
    return Player(
        need_pebbles(rules, value["wallet"]),
        value["score"],
        need_cards(rules, value["cards"], "cards of a seat", 2 * rules.cards_max),
        need_name(value["name"]),
    )


def need_display(rules, value):
    """bank, visibles and cards of a Game or State."""
    return (
        bag_of(need_pebbles(rules, value["bank"])),
        need_cards(rules, value["visibles"], "visibles", rules.visible_cards),
        need_cards(rules, value["cards"], "cards", rules.cards_max),
    )


def need_game(rules, value):
    need_object(value, "game", ["bank", "visibles", "cards", "players"])
    bank, visibles, hidden = need_display(rules, value)
    players = [need_player(rules, p) for p in need_list(value["players"], "players", rules.players_max)]
    return Table([], bank, visibles, hidden, players)


def need_integrity(rules, table):
    """Game integrity (a), (b), (c) of chapter 4. The cards of players do not count."""
    check(not table.hidden or len(table.visibles) == rules.visible_cards, "hidden cards behind a short display")
    need_sizes(rules, table)


def need_sizes(rules, table):
    """Parts (b) and (c) of Game integrity, all that is asked of a Game to be played (chapter 4)."""
    check(len(table.visibles) + len(table.hidden) <= rules.cards_max, "too many cards")
    pebbles = sum(table.bank) + sum(len(player.wallet) for player in table.players)
    check(pebbles <= rules.pebbles_max, "too many pebbles")


def need_state(rules, value):
    need_object(value, "state", ["equations", "bank", "visibles", "cards", "players", "dropouts", "phase"])
    equations = need_equations(rules, value["equations"])
    bank, visibles, hidden = need_display(rules, value)
    players = [need_seat(rules, p) for p in need_list(value["players"], "players", rules.players_max)]
    dropouts = [need_name(name) for name in need_list(value["dropouts"], "dropouts")]
    names = [player.name for player in players] + dropouts
    check(len(names) <= rules.players_max, "too many players and drop-outs")
    check(len(set(names)) == len(names), "a name occurs twice")
    phase = value["phase"]
    check(phase in ("pebble-or-trades", "cards", "over"), "not a phase")
    table = Table(equations, bank, visibles, hidden, players, dropouts, phase)
    need_integrity(rules, table)
    check((phase == "over") == (end_reason(rules, table) is not None), "the phase contradicts the end test")
    return table


def need_turn(rules, value):
    need_object(value, "turn", ["bank", "cards", "active", "scores"])
    return Turn(
        bag_of(need_pebbles(rules, value["bank"])),
        need_cards(rules, value["cards"], "cards", rules.visible_cards),
        need_player(rules, value["active"]),
        [need_natural(score, "scores") for score in need_list(value["scores"], "scores")],
    )


POLICIES = ("purchase-points", "purchase-size")
METHODS = ("setup", "request-pebble-or-trades", "request-cards", "win")
CHEATS = (
    "use-non-existent-equation",
    "bank-cannot-trade",
    "wallet-cannot-trade",
    "buy-unavailable-card",
    "wallet-cannot-buy-card",
)


def need_word(value, words, what):
    check(type(value) is str and value in words, f"not a {what}")
    return value


def need_actor(value, need_its_name):
    check(2 <= len(need_list(value, "actor")) <= 4, "an actor has two to four parts")
    actor = Actor(need_its_name(value[0]), need_word(value[1], POLICIES, "policy"))
    if len(value) == 4 and value[2] == "a cheat":
        actor.cheat = need_word(value[3], CHEATS, "cheat")
    elif len(value) > 2:
        actor.method = need_word(value[2], METHODS, "method")
        if len(value) == 4:
            check(type(value[3]) is int and 1 <= value[3] <= 7, "not a loop count")
            actor.first_failing_call = value[3]
    return actor


def need_actors(rules, value, need_its_name=need_name):
    actors = [need_actor(actor, need_its_name) for actor in need_list(value, "actors", rules.players_max)]
    check(len({actor.name for actor in actors}) == len(actors), "two actors have one name")
    return actors


# The kind is "pebble", "exchanges", "cards", or "empty", which is both of the latter. The
# item of a pebble is the colour that was drawn, if it is recorded.
Request = namedtuple("Request", "kind items")


def need_request(rules, value):
    if value is False:
        return Request("pebble", [])
    if rules.draws == "recorded" and type(value) is dict:  # BG-15
        need_object(value, "draw", ["draw"])
        return Request("pebble", need_pebbles(rules, [value["draw"]]))
    need_list(value, "request")
    if not value:
        return Request("empty", [])
    if type(value[0]) is dict:
        return Request("cards", need_cards(rules, value, "request", rules.cards_max))
    return Request("exchanges", need_exchanges(rules, value))


# ---------------------------------------------------------------- JSON out


def card_json(card):
    return {"pebbles": pebbles_of(card.bag), "face?": card.face}


def cards_json(cards):
    return [card_json(card) for card in cards]


def exchange_json(exchange):
    return [pebbles_of(exchange[0]), pebbles_of(exchange[1])]


def player_json(player):
    result = {} if player.name is None else {"name": player.name}
    result.update(wallet=pebbles_of(player.bag()), score=player.score)
    if player.cards is not None:
        result["cards"] = cards_json(player.cards)
    return result


def state_json(table):
    return {
        "equations": [exchange_json(e.forward()) for e in table.equations],
        "bank": pebbles_of(table.bank),
        "visibles": cards_json(table.visibles),
        "cards": cards_json(table.hidden),
        "players": [player_json(player) for player in table.players],
        "dropouts": table.dropouts,
        "phase": table.phase,
    }


def turn_json(table, index):
    """What the player of this index sees; the hidden pile is not part of it (BG-14)."""
    players = table.players[index:] + table.players[:index]
    active = player_json(players[0])
    active.pop("name", None)
    return {
        "bank": pebbles_of(table.bank),
        "cards": cards_json(table.visibles),
        "active": active,
        "scores": [player.score for player in players[1:]],
    }


# ---------------------------------------------------------------- the rule book


def end_reason(rules, table):
    """The end test (BG-44): the first of BG-45 to BG-48 that holds, or None."""
    if not table.players:
        return "no_players"  # BG-45
    if any(player.score >= rules.winning_score for player in table.players):
        return "enough_points"  # BG-46
    if not table.visibles and not table.hidden:
        return "no_cards"  # BG-47
    cards = table.visibles + (table.hidden if rules.buyable_cards == "all" else [])
    if table.bank == EMPTY and not any(
        contains(player.bag(), card.bag) for player in table.players for card in cards
    ):
        return "nobody_can_buy"  # BG-48
    return None


def remove_pebbles(wallet, bag):
    """Takes the first pebbles of the bag's colours out of a list."""
    for pebble in pebbles_of(bag):
        wallet.remove(pebble)


def draw_pebble(rules, table, recorded=()):
    """BG-15 to BG-17: the colour that is recorded, if one is."""
    if table.bank == EMPTY:
        raise Illegal("bank_empty")
    held = [c for c in recorded or rules.draw_order if table.bank[COLOURS.index(c)]]
    if not held:
        raise Illegal("colour_gone")
    colour = held[0]
    table.bank = minus(table.bank, bag_of([colour]))
    table.players[0].wallet.append(colour)


def after_exchanges(rules, equations, exchanges, wallet, bank):
    """Wallet and bank after a legal exchange list (BG-18 to BG-21)."""
    if rules.max_exchanges is not None and len(exchanges) > rules.max_exchanges:
        raise Illegal("too_many_exchanges")
    known = directions(equations)
    if any(exchange not in known for exchange in exchanges):
        raise Illegal("unknown_equation")
    for left, right in exchanges:
        # The wallet and bank of this moment count, not those of the start (BG-19).
        if not contains(wallet, left):
            raise Illegal("wallet_short")
        if not contains(bank, right):
            raise Illegal("bank_short")
        wallet = plus(minus(wallet, left), right)
        bank = plus(minus(bank, right), left)
    return wallet, bank


def exchange_in_list(equations, wallet, exchange):
    """What an exchange makes of a wallet list: the right side comes as the given equation writes it (chapter 10)."""
    for equation in equations:
        if exchange == equation.forward():
            gained = equation.right_written
        elif exchange == equation.backward():
            gained = equation.left_written
        else:
            continue
        remove_pebbles(wallet, exchange[0])
        wallet.extend(gained)


def do_exchanges(rules, table, exchanges):
    """BG-18 to BG-25: the exchanges, then at once their price."""
    player = table.players[0]
    _, table.bank = after_exchanges(rules, table.equations, exchanges, player.bag(), table.bank)
    for exchange in exchanges:
        exchange_in_list(table.equations, player.wallet, exchange)
    if rules.price and (exchanges or rules.empty_exchange_price):  # BG-24
        if table.hidden:
            table.hidden.pop()  # BG-22: the bottom card
        else:
            table.visibles = []  # BG-23


def points_for(rules, card, pebbles_left):
    """BG-32: the row with the largest count not above the pebbles left after paying."""
    for count, plain, with_face in rules.points_table:
        if count <= pebbles_left:
            return with_face if card.face else plain


def buy_cards(rules, table, cards):
    """BG-26 to BG-34; all or nothing (BG-28)."""
    player = table.players[0]
    visibles, wallet, bank, score = list(table.visibles), player.bag(), table.bank, player.score
    for card in cards:
        # The display is tested before the wallet (BG-31); quirk Q1 does not test it.
        if card in visibles:
            visibles.remove(card)
        elif rules.unavailable_card == "refuse":
            raise Illegal("card_not_visible")
        if not contains(wallet, card.bag):
            raise Illegal("wallet_cannot_buy")
        wallet = minus(wallet, card.bag)
        bank = plus(bank, card.bag)
        score += points_for(rules, card, sum(wallet))
    table.visibles, table.bank, player.score = visibles, bank, score
    for card in cards:
        remove_pebbles(player.wallet, card.bag)
    player.cards = list(reversed(cards)) + player.cards  # BG-34


def refill_and_rotate(rules, table):
    """BG-35, BG-36."""
    while table.hidden and len(table.visibles) < rules.visible_cards:
        table.visibles.append(table.hidden.pop(0))
    table.players.append(table.players.pop(0))


def eliminate(table, player):
    """BG-38, BG-41: the pebbles vanish, nothing is refilled, the order stays."""
    table.players.remove(player)
    table.dropouts.append(player.name)


def do_request(rules, table, request):
    """One request of the active player, as task move judges it. Raises Illegal with the first code of chapter 6."""
    if table.phase == "over":
        raise Illegal("game_over")
    if table.phase == "pebble-or-trades":
        if request.kind == "cards":
            raise Illegal("wrong_phase")
        if request.kind == "pebble":
            draw_pebble(rules, table, request.items)
        else:
            do_exchanges(rules, table, request.items)
        table.phase = "cards"
    else:
        if request.kind in ("pebble", "exchanges"):
            raise Illegal("wrong_phase")
        buy_cards(rules, table, request.items)
        refill_and_rotate(rules, table)
        table.phase = "pebble-or-trades"
    if end_reason(rules, table):
        table.phase = "over"


def bonus_of(rules, bonus, player):
    """BG-55 to BG-57: all colours of the bonus occur on the player's cards taken together."""
    if bonus not in rules.bonuses:
        return 0
    colours, points = rules.bonuses[bonus]
    shown = {colour for card in player.cards for colour in pebbles_of(card.bag)}
    return points if set(colours) <= shown else 0


def winners_of(points):
    """BG-50: all players with the most points, from a dictionary name -> points."""
    return sorted(name for name in points if points[name] == max(points.values()))


def result_json(rules, table):
    reason = end_reason(rules, table)
    over = reason is not None
    points = {p.name: p.score + (bonus_of(rules, rules.bonus, p) if over else 0) for p in table.players}
    return {
        "over": over,
        "reason": reason,
        "points": [{"name": name, "points": points[name]} for name in sorted(points)],
        "winners": winners_of(points) if over else None,
        "dropouts": sorted(table.dropouts),
    }


# ---------------------------------------------------------------- the strategy


# What is left over is a wallet, a bag.
Purchase = namedtuple("Purchase", "cards points left")


Plan = namedtuple("Plan", "exchanges purchase")


def value_of(policy, purchase):
    return purchase.points if policy == "purchase-points" else len(purchase.cards)


def points_rank(purchase):
    """The most points first: step (2) of BG-65 and (3) of BG-63."""
    return -purchase.points


def left_rank(purchase):
    """The largest wallet left, then the smallest of these: steps (3), (4) of BG-65 and (4), (5) of BG-63."""
    return (-sum(purchase.left), word(purchase.left))


def purchase_rank(policy, purchase):
    """BG-65: the best purchase has the smallest rank."""
    return (-value_of(policy, purchase), points_rank(purchase), left_rank(purchase), cards_key(purchase.cards))


class Shop:
    """The best purchases from one display under one policy, each wallet worked out once."""

    def __init__(self, rules, cards, policy):
        self.rules = rules
        self.cards = tuple(cards)
        self.policy = policy
        self.memo = {}

    def best(self, wallet):
        if self.rules.card_order == "either":
            if wallet not in self.memo:
                self.memo[wallet] = self.best_with_q3(wallet)
            return self.memo[wallet]
        return self.best_from(wallet, self.cards)

    def choices(self, wallet, cards):
        """Each card that can be bought now, with the wallet and the display after it."""
        for i, card in enumerate(cards):
            if card not in cards[:i] and contains(wallet, card.bag):
                yield card, minus(wallet, card.bag), cards[:i] + cards[i + 1 :]

    def prepend(self, card, left, purchase):
        points = points_for(self.rules, card, sum(left)) + purchase.points
        return Purchase((card, *purchase.cards), points, purchase.left)

    def best_from(self, wallet, cards):
        """BG-65. The best purchase that begins with a certain card goes on with the best purchase of what is then
        left: that card adds the same to the value and the points of all of them, and leads each sequence."""
        if (wallet, cards) not in self.memo:
            purchases = [
                self.prepend(card, left, self.best_from(left, rest))
                for card, left, rest in self.choices(wallet, cards)
            ]
            if purchases:
                best = min(purchases, key=lambda p: purchase_rank(self.policy, p))
            else:
                best = Purchase((), 0, wallet)
            self.memo[wallet, cards] = best
        return self.memo[wallet, cards]

    def all_from(self, wallet, cards):
        """Every purchase that leaves no affordable card, in the order of discovery (chapter 10)."""
        nothing_affordable = True
        for card, left, rest in self.choices(wallet, cards):
            nothing_affordable = False
            for purchase in self.all_from(left, rest):
                yield self.prepend(card, left, purchase)
        if nothing_affordable:
            yield Purchase((), 0, wallet)

    def best_with_q3(self, wallet):
        """Quirk Q3: after step (4) the latest first, then the sort by an order that is none."""

        def rank(purchase):
            return (-value_of(self.policy, purchase), points_rank(purchase), left_rank(purchase))

        purchases = list(self.all_from(wallet, self.cards))
        best = min(rank(p) for p in purchases)
        candidates = [p for p in purchases if rank(p) == best]
        candidates.reverse()
        return sort_by_below(candidates, lambda p, q: cards_below(p.cards, q.cards))[0]


def best_plan(rules, equations, bank, wallet_list, cards, policy):
    """BG-63: the best exchange list with its purchase."""
    shop = Shop(rules, cards, policy)
    wallet = bag_of(wallet_list)
    total = plus(wallet, bank)  # exchanges do not change it, so that a wallet tells its bank
    # Exchanges stand in the order of BG-62 and are known by their places in it:
    # two sequences of places compare as the sequences of exchanges do.
    exchanges = sorted(directions(equations), key=exchange_key)
    depth = rules.search_depth if rules.max_exchanges is None else min(rules.search_depth, rules.max_exchanges)

    def rank(plan):
        p = plan.purchase
        value, length = -value_of(policy, p), len(plan.exchanges)
        return (value, length, points_rank(p), left_rank(p), cards_key(p.cards), plan.exchanges)

    # For each length: every wallet that a sequence of just that length leads to, with the smallest such sequence.
    # Of two sequences to one wallet only the smaller can be part of a best one, as both go on alike.
    reached = {wallet: ()}
    best = Plan((), shop.best(wallet))
    for _ in range(depth):
        further = {}
        for here, path in reached.items():
            there_bank = minus(total, here)
            for place, (left, right) in enumerate(exchanges):
                if contains(here, left) and contains(there_bank, right):
                    there = plus(minus(here, left), right)
                    longer = (*path, place)
                    if there not in further or longer < further[there]:
                        further[there] = longer
        reached = further
        for there, path in reached.items():
            best = min(best, Plan(path, shop.best(there)), key=rank)
    if rules.wallet_tie == "list" or rules.card_order == "either":
        return plan_with_quirks(rules, equations, bank, wallet_list, shop, best)
    return Plan(tuple(exchanges[place] for place in best.exchanges), best.purchase)


def plan_with_quirks(rules, equations, bank, wallet_list, shop, best):
    """Chapter 10: the candidates that equal the best plan in steps (1) to (5) of BG-63, and the choice from them."""
    total = plus(bag_of(wallet_list), bank)
    # First the flipped equations from the last to the first, then the unflipped ones likewise.
    discovery = [e.backward() for e in reversed(equations)] + [e.forward() for e in reversed(equations)]

    def remains(purchase):
        return (
            value_of(shop.policy, purchase) == value_of(shop.policy, best.purchase)
            and points_rank(purchase) == points_rank(best.purchase)
            and left_rank(purchase) == left_rank(best.purchase)
        )

    memo = {}

    def sequences(wallet, length):
        """All exchange sequences of this length to a wallet that remains, in the order of discovery."""
        if length == 0:
            return [()] if remains(shop.best(wallet)) else []
        if (wallet, length) not in memo:
            memo[wallet, length] = [
                ((left, right), *rest)
                for left, right in discovery
                if contains(wallet, left) and contains(minus(total, wallet), right)
                for rest in sequences(plus(minus(wallet, left), right), length - 1)
            ]
        return memo[wallet, length]

    def plan_of(sequence):
        wallet = bag_of(wallet_list)
        for left, right in sequence:
            wallet = plus(minus(wallet, left), right)
        return Plan(sequence, shop.best(wallet))

    def final_list(plan):
        wallet = list(wallet_list)
        for exchange in plan.exchanges:
            exchange_in_list(equations, wallet, exchange)
        for card in plan.purchase.cards:
            remove_pebbles(wallet, card.bag)
        return wallet

    found = sequences(bag_of(wallet_list), len(best.exchanges))
    candidates = [plan_of(sequence) for sequence in reversed(found)]  # the latest first
    if rules.wallet_tie == "list":
        first_list = final_list(candidates[0])
        candidates = list(itertools.takewhile(lambda plan: final_list(plan) == first_list, candidates))
    if rules.card_order == "either":
        candidates = sort_by_below(candidates, lambda p, q: cards_below(p.purchase.cards, q.purchase.cards))
        first_cards = candidates[0].purchase.cards
        candidates = list(itertools.takewhile(lambda plan: plan.purchase.cards == first_cards, candidates))
    else:
        smallest = min(cards_key(plan.purchase.cards) for plan in candidates)
        candidates = [plan for plan in candidates if cards_key(plan.purchase.cards) == smallest]
    return min(candidates, key=lambda plan: [exchange_key(exchange) for exchange in plan.exchanges])


def card_below(c, d):
    """Quirk Q3: each of two cards can be below the other."""
    return (not c.face and d.face) or bag_key(c.bag) < bag_key(d.bag)


def cards_below(s, t):
    if len(s) < len(t):
        return True
    for x, y in zip(s, t):
        if card_below(x, y):
            return True
        if x != y:
            return False
    return False


def sort_by_below(items, below):
    """The sort of chapter 10. With a relation that is no order the steps themselves matter."""
    n = len(items)
    if not any(below(items[i + 1], items[i]) for i in range(n - 1)):
        return list(items)
    if n == 2:
        return [items[1], items[0]]
    if n == 3:
        a, b, c = items
        if below(b, a):
            if below(c, b):
                return [c, b, a]
            return [b, c, a] if below(c, a) else [b, a, c]
        return [c, a, b] if below(c, a) else [a, c, b]
    return merge_halves(items, below)


def merge_halves(items, below):
    half = len(items) // 2
    left, right = (part_sorted(part, below) for part in (items[:half], items[half:]))
    merged = []
    while left and right:
        merged.append(right.pop(0) if below(right[0], left[0]) else left.pop(0))
    return merged + left + right


def part_sorted(items, below):
    if len(items) >= 16:
        return merge_halves(items, below)
    done = []
    for item in items:
        at = len(done)
        while at > 0 and below(item, done[at - 1]):
            at -= 1
        done.insert(at, item)
    return done


# ---------------------------------------------------------------- actors and their referee

# BG-76: the catalogue, each bag as the plain card, then as the one with a face.
INITIALS = {colour[0]: colour for colour in COLOURS}
CATALOGUE = [
    Card(bag_of([INITIALS[initial] for initial in initials]), face)
    for initials in "rgggg ywywy wgwgw rbbbb yyrwb rrbrr ggggg bbbbb rgbrg wyrbb".split()
    for face in (False, True)
]


class Actor:
    """A player program as BG-70 to BG-78 describe it."""

    def __init__(self, name, policy):
        self.name = name
        self.policy = policy
        self.method = None  # the one that fails
        self.first_failing_call = 1
        self.cheat = None
        self.calls = dict.fromkeys(METHODS, 0)
        self.planned = None  # the cards of the last exchange list, None after a pebble

    def called(self, method):
        """Counts the call, and fails if it is one that raises or never returns (BG-71, BG-72)."""
        self.calls[method] += 1
        if method == self.method and self.calls[method] >= self.first_failing_call:
            raise Failed

    def first_reply(self, rules, table):
        """False for a pebble, or an exchange list (BG-64), perhaps replaced by a cheat (BG-73)."""
        self.called("request-pebble-or-trades")
        me = table.players[0]
        if table.bank != EMPTY and not usable_exchanges(table.equations, me.bag(), table.bank):
            reply, self.planned = False, None
        else:
            plan = best_plan(rules, table.equations, table.bank, me.wallet, table.visibles, self.policy)
            reply, self.planned = list(plan.exchanges), list(plan.purchase.cards)
        if self.cheat == "bank-cannot-trade":
            return impossible_exchange(table.equations, table.bank, 1) or reply
        if self.cheat == "wallet-cannot-trade":
            return impossible_exchange(table.equations, me.bag(), 0) or reply
        if self.cheat == "use-non-existent-equation":
            return invented_exchange(rules, table.equations)
        return reply

    def second_reply(self, rules, table):
        """Cards to buy (BG-66)."""
        self.called("request-cards")
        wallet = table.players[0].bag()
        if self.planned is None:
            reply = list(Shop(rules, table.visibles, self.policy).best(wallet).cards)
        else:
            reply = self.planned
        if self.cheat == "buy-unavailable-card":  # BG-76
            return [card for card in CATALOGUE if card not in table.visibles][:1] or reply
        if self.cheat == "wallet-cannot-buy-card":  # BG-77
            return [card for card in table.visibles if not contains(wallet, card.bag)][:1] or reply
        return reply


def impossible_exchange(equations, bag, side):
    """BG-74: the first equation whose side (0 left, 1 right) the bag lacks, else the first such flipped one."""
    for exchange in [e.forward() for e in equations] + [e.backward() for e in equations]:
        if not contains(bag, exchange[side]):
            return [exchange]
    return []


def invented_exchange(rules, equations):
    """BG-75. With quirk Q5 an equation that is only equal to a flipped given one counts as invented."""
    given = directions(equations)
    if rules.invented_equation == "oriented":
        given = [equation.forward() for equation in equations]
    for equation in equations:
        for colour in COLOURS:
            left = (colour, *equation.left_written[1:])
            exchange = (bag_of(left), equation.right)
            if not set(left) & set(equation.right_written) and exchange not in given:
                return [exchange]
    return []


def play_turn(rules, table):
    """BG-12. A player that breaks a rule or fails is eliminated; what it did before stays done (BG-39)."""
    player = table.players[0]
    try:
        first = player.actor.first_reply(rules, table)
        if first is False:
            draw_pebble(rules, table)
        else:
            do_exchanges(rules, table, first)
        if end_reason(rules, table):
            return  # BG-44: it is not asked for cards
        buy_cards(rules, table, player.actor.second_reply(rules, table))
    except (Failed, Illegal):
        eliminate(table, player)
        return
    refill_and_rotate(rules, table)


def play_game(rules, table, bonus):
    """The names of the winners and of the drop-outs."""
    for player in list(table.players):  # BG-10
        try:
            player.actor.called("setup")
        except Failed:
            eliminate(table, player)
    for _ in range(rules.turns_max):  # BG-43
        if end_reason(rules, table):
            break
        play_turn(rules, table)
    points = {player.name: player.score + bonus_of(rules, bonus, player) for player in table.players}
    winners = winners_of(points)
    for player in table.players:
        try:
            player.actor.called("win")
        except Failed:  # BG-52: nobody moves up in its place
            table.dropouts.append(player.name)
            winners = [name for name in winners if name != player.name]
    return winners, sorted(table.dropouts)  # BG-53


# ---------------------------------------------------------------- tasks (chapter 5)
# Each takes the rules and the list of input values and gives the list of output values.


def number_of_values(values, at_least, at_most):
    check(len(values) >= at_least, f"{len(values)} values are too few")
    check(at_most is None or len(values) <= at_most, f"{len(values)} values are too many")


def equations_task(rules, values):
    number_of_values(values, 3, 3)
    equations = need_equations(rules, values[0])
    wallet, bank = (bag_of(need_pebbles(rules, value)) for value in values[1:])
    return [[exchange_json(exchange) for exchange in usable_exchanges(equations, wallet, bank)]]


def turn_task(rules, values):
    number_of_values(values, 1, 1)
    table = need_game(rules, values[0])
    check(table.players, "a turn needs a player")
    return [turn_json(table, 0)]


def strategy_task(rules, values):
    number_of_values(values, 3, 3)
    equations = need_equations(rules, values[0])
    turn = need_turn(rules, values[1])
    policy = need_word(values[2], POLICIES, "policy")
    exchanges, purchase = best_plan(rules, equations, turn.bank, turn.active.wallet, turn.cards, policy)
    return [
        [exchange_json(exchange) for exchange in exchanges],
        cards_json(purchase.cards),
        purchase.points,
        pebbles_of(purchase.left),
    ]


def rules_task(rules, values):
    number_of_values(values, 3, 3)
    equations = need_equations(rules, values[0])
    exchanges = need_exchanges(rules, values[1])
    turn = need_turn(rules, values[2])
    try:
        wallet, bank = after_exchanges(rules, equations, exchanges, turn.active.bag(), turn.bank)
    except Illegal:
        return [False]
    return [pebbles_of(wallet), pebbles_of(bank)]


def games_task(rules, values):
    number_of_values(values, 3, 4)
    actors = need_actors(rules, values[0])
    equations = need_equations(rules, values[1])
    table = need_game(rules, values[2])
    need_sizes(rules, table)
    bonus = need_word(values[3], rules.bonuses, "bonus") if len(values) == 4 else None
    check(len(actors) == len(table.players), "the numbers of actors and players differ")
    table.equations = equations
    for actor, player in zip(actors, table.players):
        player.actor, player.name = actor, actor.name
        if player.cards is None:
            player.cards = []
    return list(play_game(rules, table, bonus))


def move_task(rules, values):
    number_of_values(values, 2, 2)
    table = need_state(rules, values[0])
    request = need_request(rules, values[1])
    try:
        do_request(rules, table, request)
    except Illegal as problem:
        return [{"legal": False, "code": str(problem)}]
    return [{"legal": True, "state": state_json(table)}]


def play_task(rules, values):
    number_of_values(values, 1, None)
    table = need_state(rules, values[0])
    verdicts = []
    for request in [need_request(rules, value) for value in values[1:]]:
        try:
            do_request(rules, table, request)
            verdicts.append(True)
        except Illegal as problem:
            verdicts.append(str(problem))
            if verdicts[-1] != "game_over":
                eliminate(table, table.players[0])
                table.phase = "over" if end_reason(rules, table) else "pebble-or-trades"
    return [verdicts, state_json(table), result_json(rules, table)]


def view_task(rules, values):
    number_of_values(values, 2, 2)
    table = need_state(rules, values[0])
    index = values[1]
    check(type(index) is int and 0 <= index < len(table.players), "there is no player of this index")
    return [turn_json(table, index)]


def score_task(rules, values):
    number_of_values(values, 1, 1)
    return [result_json(rules, need_state(rules, values[0]))]


def setup_task(rules, values):
    """BG-07, BG-08."""
    number_of_values(values, 3, 3)
    names = [need_name(name) for name in need_list(values[0], "names", rules.players_max)]
    check(len(names) >= rules.players_min, "too few players")
    check(len(set(names)) == len(names), "a name occurs twice")
    equations = need_equations(rules, values[1])
    check(len(equations) == rules.equations_max, "too few equations")
    cards = need_cards(rules, values[2], "cards", rules.cards_max)
    check(len(cards) == rules.cards_max, "too few cards")
    bank = (rules.pebbles_max // 5,) * 5
    visibles, hidden = cards[: rules.visible_cards], cards[rules.visible_cards :]
    return [state_json(Table(equations, bank, visibles, hidden, [Player([], 0, [], name) for name in names]))]


TASKS = {
    "equations": equations_task,
    "turn": turn_task,
    "strategy": strategy_task,
    "rules": rules_task,
    "games": games_task,
    "move": move_task,
    "play": play_task,
    "view": view_task,
    "score": score_task,
    "setup": setup_task,
}
for alias in ("equations", "turn", "strategy", "rules", "games"):
    TASKS["x" + alias] = TASKS[alias]
TASKS["xeq"] = TASKS.pop("xequations")


# ---------------------------------------------------------------- the command line


def compact(value):
    return json.dumps(value, separators=(",", ":"))


def answer_lines(task, rules):
    """One case a line; a bad line is answered too, and remembered in the exit status."""
    status = 0
    for line in sys.stdin.buffer:
        try:
            values = read_values(line)
            check(len(values) == 1 and type(values[0]) is list, "a line is one array of values")
            answer = task(rules, values[0])
        except Invalid as problem:
            answer, status = {"error": str(problem)}, 2
        print(compact(answer), flush=True)
    return status


def answer_stream(task, rules):
    """All of the input is one case. Nothing is written before all of it is known to be valid."""
    try:
        answer = task(rules, read_values(sys.stdin.buffer.read()))
    except Invalid as problem:
        print(f"invalid input: {problem}", file=sys.stderr)
        return 2
    for value in answer:
        print(compact(value))
    return 0


def main(arguments):
    parser = argparse.ArgumentParser(prog="bazaar.py", allow_abbrev=False)
    parser.add_argument("task", choices=TASKS)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--preset", action="append", default=[], metavar="NAME")
    parser.add_argument("--lines", action="store_true")
    given = parser.parse_args(arguments)
    try:
        rules = make_rules(given.option, given.preset)
    except Usage as problem:
        parser.error(str(problem))
    return (answer_lines if given.lines else answer_stream)(TASKS[given.task], rules)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
