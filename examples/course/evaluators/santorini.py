#!/usr/bin/env python3
"""An evaluator for Santorini: one position a line in, one whole number a line out.

The number says how good the position is for the side to move. Answers are
written together when no more input waits, which is much faster than one by one.
"""

import os

WON, WIN_NEXT = 1_000_000, 100_000
STEP = (1, 3, 6, 40)  # the worth of a step to level 0, 1, 2, 3

NEIGHBOURS = [
    [
        5 * row + col
        for row in range(max(cell // 5 - 1, 0), min(cell // 5 + 2, 5))
        for col in range(max(cell % 5 - 1, 0), min(cell % 5 + 2, 5))
        if 5 * row + col != cell
    ]
    for cell in range(25)
]


def evaluate(line):
    """The value of a position such as 00000/00000/10000/00000/00000 R 10,11 22,33."""
    parts = line.split()
    if len(parts) != 4 or "-" in parts[2:]:
        return 0  # pawns are still to be placed
    heights = [int(digit) for digit in parts[0].replace("/", "")]
    blue, red = (
        [5 * int(cell[0]) + int(cell[1]) for cell in side.split(",")] for side in parts[2:]
    )
    own, other = (blue, red) if parts[1] == "B" else (red, blue)
    taken = blue + red

    def steps(pawn):
        top = min(heights[pawn] + 1, 3)
        return [c for c in NEIGHBOURS[pawn] if heights[c] <= top and c not in taken]

    def worth(pawns):
        return sum(
            20 * heights[pawn]
            + 4 - abs(pawn // 5 - 2) - abs(pawn % 5 - 2)
            + sum(STEP[heights[cell]] for cell in steps(pawn))
            for pawn in pawns
        )

    # A pawn can always build on the cell that it has left, so a step is a move.
    if any(heights[pawn] == 3 for pawn in other) or not any(map(steps, own)):
        return -WON
    if any(heights[cell] == 3 for pawn in own for cell in steps(pawn)):
        return WIN_NEXT
    return worth(own) - worth(other)


def main():
    waiting = b""
    while chunk := os.read(0, 1 << 16):
        *lines, waiting = (waiting + chunk).split(b"\n")
        answers = "".join(f"{evaluate(line.decode())}\n" for line in lines).encode()
        while answers:
            answers = answers[os.write(1, answers):]


if __name__ == "__main__":
    main()
