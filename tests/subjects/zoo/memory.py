"""Takes all the memory that there is."""

blocks = []
while True:
    blocks.append(b"x" * 1_000_000)
