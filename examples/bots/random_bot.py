"""A bot that plays every game of Agon without knowing any rules.

It speaks UGI (see docs/ugi.md). When it is to move it asks for the legal moves
and takes any of them. To make it play well, choose better.

    agon ugi --check "python3 examples/bots/random_bot.py"
"""

import random
import sys

GAMES = ["santorini", "nim", "byte", "theseus", "tictactoe"]


def say(line):
    print(line, flush=True)


def choose():
    """Asks for the legal moves, and picks one."""
    say("query legal")
    for line in sys.stdin:
        words = line.split()
        if words and words[0] == "response":
            return random.choice(words[1:] or ["none"])
    sys.exit()


for line in sys.stdin:
    words = line.split()
    command = words[0] if words else ""
    if command == "ugi":
        say("id name Random bot")
        say("id author Agon's examples")
        say("option name Game type combo default nim var " + " var ".join(GAMES))
        say("ugiok")
    elif command == "isready":
        say("readyok")
    elif command == "go":
        say("bestmove " + choose())
    elif command == "quit":
        break
