"""Positions for the tests: random ones of every game, with parameters."""

import random

import agon

MAZE = """\
+---+---+---+
|     s1|   |
+   +   +   +
|     M   s2|
+   +   +   +
| T         |
+---+---+---+"""


def games():
    """Every game, and variants of those that have parameters."""
    return [
        agon.Game("santorini"),
        agon.Game("nim"),
        agon.Game.nim([1, 2, 12]),
        agon.Game("byte"),
        agon.Game.byte(10),
        agon.Game("theseus"),
        agon.Game.theseus(MAZE, plies=20),
        agon.Game("tictactoe"),
    ]


def random_game(game, seed):
    """The positions of a random game, the finished one included."""
    rng = random.Random(seed)
    position = game.start()
    found = [position]
    while not position.is_finished:
        position = position.play(rng.choice(position.legal_actions().tolist()))
        found.append(position)
    return found


def random_positions(game, seeds=range(3), step=3):
    """Some positions of random games."""
    for seed in seeds:
        line = random_game(game, seed)
        yield from line[::step]
        yield line[-1]
