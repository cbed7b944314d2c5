/* An evaluator for Santorini: one position a line in, one whole number a line
 * out, how good it is for the side to move.
 *
 *     cc -O2 -o santorini santorini.c
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WON = 1000000, WIN_NEXT = 100000, LONGEST = 1 << 16 };

/* The worth of a step to level 0, 1, 2, 3. */
static const int STEP[4] = {1, 3, 6, 40};

struct position {
    int heights[5][5];
    int row[4], col[4]; /* the pawns: two of the side to move, two of the other */
};

/* Reads 00000/00000/10000/00000/00000 R 10,11 22,33; 0 if pawns are missing. */
static int read_position(const char *line, struct position *p) {
    char rows[5][6], side, cells[4][3];
    if (sscanf(line, "%5[0-4]/%5[0-4]/%5[0-4]/%5[0-4]/%5[0-4] %c %2[0-4],%2[0-4] %2[0-4],%2[0-4]",
               rows[0], rows[1], rows[2], rows[3], rows[4], &side,
               cells[0], cells[1], cells[2], cells[3]) != 10)
        return 0;
    for (int row = 0; row < 5; row++)
        for (int col = 0; col < 5; col++)
            p->heights[row][col] = rows[row][col] - '0';
    for (int pawn = 0; pawn < 4; pawn++) {
        int place = side == 'B' ? pawn : (pawn + 2) % 4;
        p->row[place] = cells[pawn][0] - '0';
        p->col[place] = cells[pawn][1] - '0';
    }
    return 1;
}

static int is_pawn(const struct position *p, int row, int col) {
    for (int pawn = 0; pawn < 4; pawn++)
        if (p->row[pawn] == row && p->col[pawn] == col)
            return 1;
    return 0;
}

/* The worth of a pawn's place and steps; counts the steps, and those to level 3. */
static int pawn_worth(const struct position *p, int pawn, int *steps, int *wins) {
    int row = p->row[pawn], col = p->col[pawn];
    int top = p->heights[row][col] < 2 ? p->heights[row][col] + 1 : 3;
    int worth = 20 * p->heights[row][col] + 4 - abs(row - 2) - abs(col - 2);
    for (int r = row - 1; r <= row + 1; r++)
        for (int c = col - 1; c <= col + 1; c++) {
            if (r < 0 || r > 4 || c < 0 || c > 4)
                continue;
            if (p->heights[r][c] > top || is_pawn(p, r, c))
                continue;
            worth += STEP[p->heights[r][c]];
            *steps += 1;
            *wins += p->heights[r][c] == 3;
        }
    return worth;
}

static int evaluate(const char *line) {
    struct position p;
    int steps = 0, wins = 0, ignored = 0;
    if (!read_position(line, &p))
        return 0;
    for (int pawn = 2; pawn < 4; pawn++)
        if (p.heights[p.row[pawn]][p.col[pawn]] == 3)
            return -WON;
    int own = pawn_worth(&p, 0, &steps, &wins) + pawn_worth(&p, 1, &steps, &wins);
    /* A pawn can always build on the cell that it has left, so a step is a move. */
    if (steps == 0)
        return -WON;
    if (wins > 0)
        return WIN_NEXT;
    return own - pawn_worth(&p, 2, &ignored, &ignored) - pawn_worth(&p, 3, &ignored, &ignored);
}

int main(void) {
    static char input[LONGEST];
    size_t kept = 0;
    for (;;) {
        /* All that waits is read and answered at once, then the answers are flushed. */
        ssize_t got = read(STDIN_FILENO, input + kept, sizeof input - kept);
        if (got <= 0)
            return 0;
        kept += (size_t)got;
        char *line = input, *end;
        while ((end = memchr(line, '\n', kept - (size_t)(line - input))) != NULL) {
            *end = '\0';
            printf("%d\n", evaluate(line));
            line = end + 1;
        }
        fflush(stdout);
        kept -= (size_t)(line - input);
        memmove(input, line, kept);
        if (kept == sizeof input)
            return 1; /* no line is that long */
    }
}
