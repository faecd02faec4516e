"""JSON values that come in pieces over a connection, for the subjects of the tasks server and clients.

The rule book's chapter 11 says what counts: where a value ends (BG-91), white space and escapes anywhere (BG-93), how
long and how deep a value may be (BG-95). Nothing is decoded here, so that one place decides what a value is good for.
"""

import codecs
import re

BYTES_MAX = 1 << 20  # of a value with the blanks in front of it (BG-95)
DEPTH_MAX = 64
CHUNK = 1 << 16  # bytes that are read at once


class NotJSON(Exception):
    """What came cannot be continued to a JSON value."""


class TooLong(Exception):
    """The value is too long or too deep (BG-95)."""


WHITE = re.compile(rb"[ \t\n\r]*")
PLAIN = re.compile(rb'[^"\\\x00-\x1f]*')  # the part of a string up to its next special byte
LITERALS = {word[0]: word for word in (b"true", b"false", b"null")}
DIGITS = b"0123456789"
HEX_DIGITS = b"0123456789abcdefABCDEF"
MARKS = b"[]{},:"

# For each state of a number: the bytes that can go on, with the state behind them.
NUMBER = {
    "sign": [(b"0", "zero"), (b"123456789", "whole")],
    "zero": [(b".", "point"), (b"eE", "e")],
    "whole": [(DIGITS, "whole"), (b".", "point"), (b"eE", "e")],
    "point": [(DIGITS, "fraction")],
    "fraction": [(DIGITS, "fraction"), (b"eE", "e")],
    "e": [(b"+-", "e sign"), (DIGITS, "exponent")],
    "e sign": [(DIGITS, "exponent")],
    "exponent": [(DIGITS, "exponent")],
}
COMPLETE_NUMBERS = ("zero", "whole", "fraction", "exponent")


class Values:
    """Cuts what comes over a connection into the texts of JSON values.

    Every byte is looked at once, however the pieces come. An error is met again by whoever asks again.
    """

    def __init__(self):
        self.pending = bytearray()  # what no value has been made of yet
        self.begin()

    def begin(self):
        self.at = 0  # so much of pending has been looked at
        self.open = []  # the closing brackets that are due
        self.due = "value"  # what can come: see mark()
        self.token = None  # the method that takes the next byte, inside a string, number or literal
        self.complete = False

    def feed(self, data):
        self.pending += data

    def next(self):
        """The text of the next value, the blanks in front included, or None while it is not complete."""
        while not self.complete and self.at < len(self.pending):
            (self.token or self.mark)(self.pending[self.at])
            if self.at > BYTES_MAX:
                raise TooLong(f"more than {BYTES_MAX} bytes")
        if not self.complete:
            return None
        text = bytes(self.pending[: self.at])
        del self.pending[: self.at]
        self.begin()
        return text

    def refuse(self):
        raise NotJSON(f"byte {self.pending[self.at]:#04x} cannot stand where it stands")

    def mark(self, byte):
        """Takes white space, a punctuation mark, or the first byte of a string, number or literal."""
        white = WHITE.match(self.pending, self.at).end()
        if white > self.at:
            self.at = white
        elif self.open and byte == self.open[-1] and self.due in ("first", "more"):
            self.open.pop()
            self.at += 1
            self.value_ended()
        elif byte in b",:" and self.due == {ord(","): "more", ord(":"): "colon"}[byte]:
            self.at += 1
            self.due = "key" if byte == ord(",") and self.open[-1] == ord("}") else "value"
        elif byte in MARKS and byte not in b"[{" or self.due in ("more", "colon"):
            self.refuse()
        elif self.due == "key" or self.due == "first" and self.open[-1] == ord("}"):
            if byte != ord('"'):
                self.refuse()
            self.begin_string(key=True)
        elif byte in b"[{":
            if len(self.open) == DEPTH_MAX:
                raise TooLong(f"deeper than {DEPTH_MAX}")
            self.open.append(ord("]") if byte == ord("[") else ord("}"))
            self.at += 1
            self.due = "first"
        elif byte == ord('"'):
            self.begin_string(key=False)
        elif byte in LITERALS:
            self.rest = LITERALS[byte]
            self.token = self.literal
        elif byte == ord("-"):
            self.at += 1
            self.number_state, self.token = "sign", self.number
        else:
            self.number_state, self.token = "sign", self.number  # which refuses anything but a digit

    def value_ended(self):
        self.token = None
        self.due = "more"
        self.complete = not self.open

    def begin_string(self, key):
        self.at += 1
        self.is_key = key
        self.utf8 = codecs.getincrementaldecoder("utf-8")()
        self.token = self.string

    def string(self, byte):
        end = PLAIN.match(self.pending, self.at).end()
        try:
            # The bytes of one character stand together: a special byte or escape between them is an error.
            self.utf8.decode(self.pending[self.at : end], final=end < len(self.pending))
        except UnicodeDecodeError as problem:
            raise NotJSON(str(problem)) from None
        if end > self.at:
            self.at = end
        elif byte == ord('"'):
            self.at += 1
            if self.is_key:
                self.token, self.due = None, "colon"
            else:
                self.value_ended()
        elif byte == ord("\\"):
            self.at += 1
            self.token = self.escape
        else:
            self.refuse()

    def escape(self, byte):
        if byte not in b'"\\/bfnrtu':
            self.refuse()
        self.at += 1
        self.hex_digits_due = 4
        self.token = self.hex_digit if byte == ord("u") else self.string

    def hex_digit(self, byte):
        if byte not in HEX_DIGITS:
            self.refuse()
        self.at += 1
        self.hex_digits_due -= 1
        if not self.hex_digits_due:
            self.token = self.string

    def literal(self, byte):
        if byte != self.rest[0]:
            self.refuse()
        self.at += 1
        self.rest = self.rest[1:]
        if not self.rest:
            self.value_ended()

    def number(self, byte):
        """A number is complete with the first byte that cannot belong to it (BG-91)."""
        for bytes_that_can, state in NUMBER[self.number_state]:
            if byte in bytes_that_can:
                self.at += 1
                self.number_state = state
                return
        if self.number_state not in COMPLETE_NUMBERS:
            self.refuse()
        self.value_ended()
