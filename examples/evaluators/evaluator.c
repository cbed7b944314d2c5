/* An evaluation of Santorini, for players as minimax:depth=3,eval=program:./evaluator
 *
 * Build it with: cc -O2 -o evaluator evaluator.c
 *
 * Reads a position from each line of standard input, and answers it with a whole number on a
 * line of its own: how good the position is for the side to move. It is the same evaluation as
 * in evaluator.py; change `value` to make it your own.
 */

#include <stdio.h>
#include <string.h>

/* What the pawns of a side are worth: their height, and the cells that they can step to.
 * The heights are five rows of five digits with slashes between. */
static int value(const char *heights, const char *pawns) {
    int points = 0;
    if (pawns[0] == '-')
        return 0; /* not placed yet */
    for (int pawn = 0; pawn < 2; pawn++) {
        int row = pawns[3 * pawn] - '0', column = pawns[3 * pawn + 1] - '0';
        int height = heights[6 * row + column] - '0';
        points += 10 * height;
        for (int r = row - 1; r <= row + 1; r++)
            for (int c = column - 1; c <= column + 1; c++) {
                if (r < 0 || r > 4 || c < 0 || c > 4 || (r == row && c == column))
                    continue;
                int there = heights[6 * r + c] - '0';
                if (there <= height + 1 && there <= 3)
                    points++;
            }
    }
    return points;
}

int main(void) {
    char line[256];
    /* The answers leave at the end of each line. */
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(line, sizeof line, stdin)) {
        char heights[32], side[4], blue[8], red[8];
        if (sscanf(line, "%31s %3s %7s %7s", heights, side, blue, red) != 4) {
            fprintf(stderr, "not a position: %s", line);
            return 1;
        }
        int points = value(heights, blue) - value(heights, red);
        printf("%d\n", side[0] == 'B' ? points : -points);
    }
    return 0;
}
