"""Solves every reply to a first move of tic-tac-toe, with agon and its JSON lines.

    python3 examples/python/replies.py 11
"""

import json
import subprocess
import sys


def agon(*words):
    """The lines that a command prints, each as a dictionary."""
    done = subprocess.run(["agon", *words, "--json"], capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


first = sys.argv[1]
for listed in agon("moves", "tictactoe", "--moves", first):
    reply = listed["move"]
    [solved] = agon("solve", "tictactoe", "--moves", f"{first} {reply}")
    plies = "" if solved["plies"] is None else f" in {solved['plies']}"
    print(f"{first} {reply}: {solved['verdict']}{plies} for X")
