"""Prints the causes of all failures, a line each, of a grades.json."""

import json
import sys

for team in json.load(sys.stdin)["teams"]:
    for part in team["parts"]:
        for cause in part.get("causes", []) + part.get("hidden", []):
            print(f"{team['team']}: {part['task']} {part['part']}: {cause['count']} {cause['verdict']}: {cause.get('message', '')}")
