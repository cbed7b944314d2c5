/* The evaluation `lines` of tic-tac-toe as a program. */

#include <stdio.h>

static const int LINES[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};

int main(void) {
    char text[128];
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(text, sizeof text, stdin)) {
        int c[9], side, points = 0;
        if (sscanf(text, "([%d,%d,%d,%d,%d,%d,%d,%d,%d],%d)", c, c + 1, c + 2, c + 3, c + 4, c + 5,
                   c + 6, c + 7, c + 8, &side) != 10)
            return 1;
        for (int line = 0; line < 8; line++) {
            int mine = 0, theirs = 0;
            for (int cell = 0; cell < 3; cell++) {
                mine += c[LINES[line][cell]] == side;
                theirs += c[LINES[line][cell]] == -side;
            }
            if (!theirs)
                points += mine == 1 ? 1 : mine == 2 ? 4 : 0;
            if (!mine)
                points -= theirs == 1 ? 1 : theirs == 2 ? 4 : 0;
        }
        printf("%d\n", points);
    }
    return 0;
}
