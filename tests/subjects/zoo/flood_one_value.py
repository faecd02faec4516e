"""Would write a string of ten gigabytes."""

import sys

sys.stdout.write('"')
for _ in range(10_000):
    sys.stdout.write('x' * 1_000_000)
