"""Answers with an object of a hundred thousand keys, the last of which comes twice."""

print('{' + ','.join(f'"{i:x}":0' for i in range(90_000)) + ',"0":1}')
