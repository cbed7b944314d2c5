"""The evaluation `lines` of tic-tac-toe as a program."""

import ast
import sys

LINES = ["012", "345", "678", "036", "147", "258", "048", "246"]
WORTH = [0, 1, 4, 0]

for text in sys.stdin:
    cells, side = ast.literal_eval(text)
    points = 0
    for line in LINES:
        marks = [cells[int(cell)] * side for cell in line]
        if -1 not in marks:
            points += WORTH[marks.count(1)]
        if 1 not in marks:
            points -= WORTH[marks.count(-1)]
    print(points, flush=True)
