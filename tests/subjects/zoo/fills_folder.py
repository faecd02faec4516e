"""Writes files until there is no room."""

block = b"x" * 1_000_000
for i in range(10_000):
    with open(str(i), "wb") as file:
        for _ in range(10):
            file.write(block)
