"""Opens files until it may not open more."""

import os

while True:
    os.open("/dev/null", os.O_RDONLY)
