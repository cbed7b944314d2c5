#!/usr/bin/env python3
"""An evaluation of Santorini, for players as minimax:depth=2,eval="program:python3 evaluator.py".

Reads a position from each line of standard input, and answers it with a whole number on a line
of its own: how good the position is for the side to move. Change `value` to make it your own.
"""

import sys


def value(heights, pawns):
    """What the pawns of a side are worth: their height, and the cells that they can step to."""
    if pawns == "-":
        return 0  # not placed yet
    points = 0
    for pawn in pawns.split(","):
        row, column = int(pawn[0]), int(pawn[1])
        height = heights[row][column]
        points += 10 * height
        for r in range(max(row - 1, 0), min(row + 2, 5)):
            for c in range(max(column - 1, 0), min(column + 2, 5)):
                if (r, c) != (row, column) and heights[r][c] <= min(height + 1, 3):
                    points += 1
    return points


def evaluate(position):
    """The value of a position such as 00000/00000/00010/00000/00000 B 11,33 13,31."""
    rows, side, blue, red = position.split()
    heights = [[int(digit) for digit in row] for row in rows.split("/")]
    mine, theirs = (blue, red) if side == "B" else (red, blue)
    return value(heights, mine) - value(heights, theirs)


for line in sys.stdin:
    # The answer must leave at once, or both sides wait for each other.
    print(evaluate(line), flush=True)
