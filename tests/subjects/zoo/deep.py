"""Answers with a hundred thousand nested arrays."""

print('[' * 100_000 + ']' * 100_000)
