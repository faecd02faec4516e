#!/usr/bin/env python3
"""Clients with manners of their own, as servers.py has them.

    clients.py MANNER PORT [--option NAME=VALUE]... [--preset NAME]
"""

import os
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(__file__)), "right"))

import clients  # noqa: E402  (it is found only by the path set above)

CLIENT = clients.Client


# Right manners.


def late():
    """Connects long after its start, later than a short sign-up is over."""
    time.sleep(4.5)


def far_apart():
    """Leaves much time between two connections."""
    right_run = clients.run
    clients.run = lambda actors, port, pause: right_run(actors, port, 0.7)


# Wrong manners.


def drops_second():
    """Drops the second of two calls that come at once (CF10)."""
    right_next = CLIENT.next_call

    def next_call(client):
        call = right_next(client)
        client.values.pending.clear()
        client.values.begin()
        return call

    CLIENT.next_call = next_call


def tries_once():
    """Never tries again to connect (CF1)."""
    clients.PATIENCE = -1


def needs_whole_calls():
    """Gives up on a call that comes in pieces (CF7)."""
    right_receive = CLIENT.receive

    def receive(client):
        if client.values.pending.strip():
            raise clients.GivesUp("a call in pieces")
        return right_receive(client)

    CLIENT.receive = receive


def searches_less():
    """Searches one exchange less deep (BG-63)."""
    right_parse = clients.server.parse

    def parse(*arguments):
        given, rules = right_parse(*arguments)
        rules.search_depth -= 1
        return given, rules

    clients.server.parse = parse


def never_cheats():
    """Plays well where its actor cheats (BG-73)."""
    right_make = clients.make_client

    def make(rules, value, actor):
        actor.cheat = None
        return right_make(rules, value, actor)

    clients.make_client = make


def cheats_otherwise():
    """Cheats by another illegal request, which is as good."""
    right_impossible = clients.bazaar.impossible_exchange

    def impossible(equations, bag, side):
        found = right_impossible(equations, bag, side)
        return found * 2

    clients.bazaar.impossible_exchange = impossible


def ends_with_the_first():
    """Writes the output and ends when the first client has ended (11.1)."""
    right_run = CLIENT.run

    def run(client):
        right_run(client)
        print('"void"', flush=True)
        os._exit(0)

    CLIENT.run = run


def more_arguments():
    """Replies to a call with two arguments (CF5)."""
    right_list = clients.bazaar.need_list

    def need_list(value, what, *rest):
        found = right_list(value, what, *rest)
        return found[:1] if what == "arguments" else found

    clients.bazaar.need_list = need_list


def impatient():
    """Gives up when its server takes its time (CF8)."""

    def receive(client):
        client.sock.settimeout(0.4 if client.equations is not None else None)
        try:
            return client.sock.recv(clients.wire.CHUNK)
        except TimeoutError:
            raise clients.GivesUp("nothing comes") from None
        except OSError:
            return b""

    CLIENT.receive = receive


def third_gives_up():
    right_reply = CLIENT.reply

    def reply(client, method, argument):
        if client.name == "Cyd":
            raise clients.GivesUp("no more")
        right_reply(client, method, argument)

    CLIENT.reply = reply


def other_policy():
    """Takes each policy for the other one (BG-63)."""
    right_make = clients.make_client

    def make(rules, value, actor):
        actor.policy = next(policy for policy in clients.bazaar.POLICIES if policy != actor.policy)
        return right_make(rules, value, actor)

    clients.make_client = make


def buys_backwards():
    """Buys the right cards in the opposite order (BG-66)."""
    right_reply = CLIENT.reply_json

    def reply_json(client, method, argument):
        reply = right_reply(client, method, argument)
        return reply[::-1] if method == "request-cards" else reply

    CLIENT.reply_json = reply_json


def needs_newline():
    """Reads calls as lines (BG-90)."""
    right_next = CLIENT.next_call

    def next_call(client):
        while b"\n" not in client.values.pending:
            data = client.receive()
            if not data:
                raise clients.Ended
            client.values.feed(data)
        return right_next(client)

    CLIENT.next_call = next_call


def late_name():
    """Sends its name long after it has connected (BG-82)."""

    def sign_up(client):
        time.sleep(1.5)
        right_sign_up(client)

    right_sign_up = CLIENT.sign_up
    CLIENT.sign_up = sign_up


def null_pebble():
    """Asks for a pebble with null (BG-92)."""
    right_reply = CLIENT.reply_json
    CLIENT.reply_json = lambda client, method, argument: right_reply(client, method, argument) or None


def one_after_the_other():
    """Connects a client when the one before it has ended (11.1)."""

    def run(actors, port, pause):
        for client in actors:
            client.sock = clients.connect(port)
            if client.sock:
                client.sign_up()
                client.run()

    clients.run = run


def bare_void():
    """Replies void without quotation marks (BG-90)."""
    right_text = CLIENT.reply_text
    CLIENT.reply_text = lambda client, method, value: right_text(client, method, value).replace('"void"', "void")


def bare_name():
    """Sends its name without quotation marks (BG-80)."""
    CLIENT.sign_up = lambda client: client.send(client.name.encode())


def python_list():
    """Sends its exchanges as Python writes a list (BG-90)."""
    right_text = CLIENT.reply_text
    CLIENT.reply_text = lambda client, method, value: right_text(client, method, value).replace('[["', "[['")


def never_hangs():
    """Replies where its actor does not (BG-72)."""
    right_make = clients.make_client
    clients.make_client = lambda rules, value, actor: right_make(rules, value[:2], clients.bazaar.Actor(*value[:2]))


def looks_first():
    """Connects once only to see whether the server is there (BG-80)."""
    right_run = clients.run

    def run(actors, port, pause):
        clients.connect(port).close()
        right_run(actors, port, pause)

    clients.run = run


def one_more():
    """Connects a client too many (11.1)."""
    right_run = clients.run

    def run(actors, port, pause):
        actors[-1].play = lambda: clients.connect(port) and actors[-1].wait_for_the_end()
        right_run(actors, port, pause)

    clients.run = run


def looks_back():
    """Buys by what the call before the one for cards has shown (BG-66)."""
    right_reply, shown = CLIENT.reply_json, {}

    def reply_json(client, method, argument):
        before, shown[client] = shown.get(client), argument
        return right_reply(client, method, before if method == "request-cards" else argument)

    CLIENT.reply_json = reply_json


def leaves_early():
    """Closes the connection when it has replied to setup (BG-37)."""
    right_reply = CLIENT.reply

    def reply(client, method, argument):
        right_reply(client, method, argument)
        if client.name == "Cyd":
            raise clients.Ended

    CLIENT.reply = reply


def backwards():
    """Connects the clients in the opposite order (BG-83)."""
    right = clients.run
    clients.run = lambda cast, *rest: right(cast[::-1], *rest)


def half_a_reply():
    """Replies to the calls of a turn without the last character (BG-91)."""
    right = CLIENT.reply_text
    CLIENT.reply_text = lambda client, method, value: right(client, method, value)[: None if value == "void" else -1]


if __name__ == "__main__":
    globals()[sys.argv[1]]()
    sys.exit(clients.main(sys.argv[2:]))
