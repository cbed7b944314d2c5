"""An engine that plays NIM perfectly, in one screen. It speaks UGI (see docs/ugi.md).

It knows no rules: it asks for the legal moves, and takes one that leaves a lost position.

    agon ugi --check "python3 examples/bots/nim_bot.py"
"""

import sys


def say(line):
    print(line, flush=True)


def is_lost(heaps):
    """Whether the side to move loses, if both play perfectly; the last match loses."""
    if max(heaps, default=0) < 2:
        return len(heaps) % 2 == 1
    together = 0
    for heap in heaps:
        together ^= heap
    return together == 0


def heaps_of(move):
    """The heaps that a move leaves: [1,2] is two heaps, and [] is none."""
    return [int(heap) for heap in move.strip("[]").split(",") if heap]


def choose():
    """Asks for the legal moves, and picks the first that leaves a lost position."""
    say("query legal")
    for line in sys.stdin:
        words = line.split()
        if words and words[0] == "response":
            moves = words[1:] or ["none"]
            return next((move for move in moves if is_lost(heaps_of(move))), moves[0])
    sys.exit()


for line in sys.stdin:
    words = line.split()
    command = words[0] if words else ""
    if command == "ugi":
        say("id name NIM bot")
        say("id author Agon's examples")
        say("option name Game type combo default nim var nim")
        say("ugiok")
    elif command == "isready":
        say("readyok")
    elif command == "go":
        say("bestmove " + choose())
    elif command == "quit":
        break
