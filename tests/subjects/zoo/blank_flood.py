"""Answers right, and writes white space without end."""

import sys

print('[[["red"],["white"]]]')
while True:
    sys.stdout.write(' \n' * 30_000)
