/* A bot that plays every game of Agon without knowing any rules.
 *
 * It speaks UGI (see docs/ugi.md). When it is to move it asks for the legal moves
 * and takes any of them. To make it play well, choose better.
 *
 *     cc -o random_bot examples/bots/random_bot.c
 *     agon ugi --check ./random_bot
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static char line[1 << 20];

/* The next line, taken apart: gives its first word, or NULL when there is no more. */
static char *hear(void) {
    if (fgets(line, sizeof line, stdin) == NULL) return NULL;
    char *word = strtok(line, " \t\r\n");
    return word == NULL ? "" : word;
}

/* Asks for the legal moves, and picks one. */
static void choose(void) {
    puts("query legal");
    fflush(stdout);
    char *word;
    while ((word = hear()) != NULL && strcmp(word, "response") != 0) {}
    if (word == NULL) exit(0);
    char *best = "none", *move;
    for (int count = 1; (move = strtok(NULL, " \t\r\n")) != NULL; count++) {
        if (rand() % count == 0) best = move;
    }
    printf("bestmove %s\n", best);
}

int main(void) {
    srand((unsigned)time(NULL));
    char *word;
    while ((word = hear()) != NULL && strcmp(word, "quit") != 0) {
        if (strcmp(word, "ugi") == 0) {
            puts("id name Random bot in C");
            puts("id author Agon's examples");
            puts("option name Game type combo default nim var santorini var nim"
                 " var byte var theseus var tictactoe");
            puts("ugiok");
        } else if (strcmp(word, "isready") == 0) {
            puts("readyok");
        } else if (strcmp(word, "go") == 0) {
            choose();
        }
        fflush(stdout);
    }
    return 0;
}
