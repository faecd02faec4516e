"""What the servers of ubar, bazar, ubongo and bids have in common: their command line, and the sign-up of one game."""

import contextlib
import os
import socket
import sys
import types

sys.dont_write_bytecode = True
sys.path[:0] = [os.path.join(os.path.dirname(__file__), "right")]

import bazaar  # noqa: E402  (found only by the path set above)
import server  # noqa: E402

NAME_MS, WAIT_MS, WAITS = 2000, 20000, 2
LEAST, MOST = 2, 4


def main(arguments, wrong, content_of, players_of, play, result_json):
    """Runs a server: of its input, values, players_of tells how many play, and play plays with the connections.

    Where content_of is None the game has no content. play returns the seats of the winners and of the drop-outs; result_json makes the output of them and the names.
    """
    parser = server.parser_of("server.py")
    parser.add_argument("port", type=server.port_number, metavar="PORT")
    if content_of:
        parser.add_argument("--content", required=True, metavar="FILE")
    parser.add_argument("--scale", type=float, default=1)
    parser.add_argument("--wrong", choices=wrong)
    given = parser.parse_args(arguments)
    if given.wrong:
        wrong[given.wrong](given)
    content = content_of(given.content) if content_of else None
    values = bazaar.read_values(sys.stdin.buffer.read())
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listener, contextlib.ExitStack() as stack:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((server.HOST, given.port))
        listener.listen(server.WAITING_CONNECTIONS)
        listener.setblocking(False)
        connections = signed_up(listener, given.scale, stack)
        result = [[], []]
        if connections is not None and len(connections) == players_of(values):
            result = result_json([c.name for c in connections], *play(content, values, connections, given.scale))
        print(bazaar.compact(result), flush=True)
    return 0


def signed_up(listener, scale, stack):
    """The connections of the players by their seats, None if they are too few. The stack closes all in the end."""
    signing = types.SimpleNamespace(
        waits=WAITS, wait_ms=WAIT_MS * scale, name_ms=NAME_MS * scale, players_min=LEAST, players_max=MOST,
        duplicate_names="refuse",
    )
    sign_up = server.SignUp(signing, listener)
    connections = sign_up.run()
    for connection in sign_up.accepted:
        stack.callback(connection.close)
    return connections
