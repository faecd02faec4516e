"""Begins hundreds of thousands of arrays and objects, and ends none."""

print('[{"":' * 150_000)
