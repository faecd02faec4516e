"""Answers with tens of thousands of equations, all alike but one."""

print('[' + '[["red"],["white"]],' * 45_000 + '[["white"],["red"]]]')
