/* Solves a small board of Santorini by the plainest means, and prints what docs/results has of it: the manifest, and
 * the row of the table. It is written from docs/results/README.md and the rules alone. To check 3x3 with two pawns:
 *   cc -O2 -o small_boards tools/small_boards.c
 *   ./small_boards 3 3 2 | head -n -1 | diff - docs/results/santorini-3x3-2.txt */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef long long number;
enum { MOST = 10, GROUPS = 45, WON = 100 }; /* A win in n plies is WON - n, a loss n - WON. */

static int width, height, pawns, cells;
static int around[MOST], image[8][MOST], power[MOST];
static int heights[MOST], low, groups, group[GROUPS]; /* Those at hand: low cells, and groups on them. */
static number *blocks, *next_blocks;                  /* Of each heights: where their positions are. */
static int8_t *values, *next_values;                  /* For each waiting group, each moving one. */

static uint32_t crc(uint32_t sum, uint8_t byte) {
    sum ^= byte;
    for (int bit = 0; bit < 8; bit++) sum = sum >> 1 ^ (sum & 1 ? 0xedb88320u : 0);
    return sum;
}

/* Takes the heights of a number, with their low cells and groups, and gives their sum. */
static int take(int of) {
    int sum = low = groups = 0;
    for (int cell = 0; cell < cells; cell++) {
        sum += heights[cell] = of / power[cell] % 5;
        if (heights[cell] > 2) continue;
        if (pawns == 1) group[groups++] = 1 << cell;
        for (int other = 0; pawns == 2 && other < cell; other++)
            if (low >> other & 1) group[groups++] = 1 << cell | 1 << other;
        low |= 1 << cell;
    }
    return sum;
}

static int groups_on(int low_cells) {
    int count = __builtin_popcount(low_cells);
    return pawns == 1 ? count : count * (count - 1) / 2;
}

/* The place of a group among those on these low cells: the groups of the cells before its last, and its first. */
static int place_of(int set, int low_cells) {
    int first = __builtin_ctz(set), last = 31 - __builtin_clz(set);
    int rank = __builtin_popcount(low_cells & ((1 << first) - 1));
    return pawns == 1 ? rank : groups_on(low_cells & ((1 << last) - 1)) + rank;
}

static int before(int value) { return value < 0 ? -value - 1 : -value + 1; }
static int larger(int one, int other) { return one > other ? one : other; }

/* The value for the side that moves, by all its moves. */
static int value(int at, int moving, int waiting) {
    int best = -WON;
    for (int from = 0; from < cells; from++) {
        int others = (moving | waiting) & ~(1 << from);
        for (int to = 0; to < cells && moving >> from & 1; to++) {
            if (!(around[from] & ~others & 1 << to)) continue;
            if (heights[to] == 4 || heights[to] > heights[from] + 1) continue;
            if (heights[to] == 3) return WON - 1; /* The cell that it left can be built on. */
            int moved = (moving & ~(1 << from)) | 1 << to;
            for (int build = 0; build < cells; build++) {
                if (!(around[to] & ~others & 1 << build) || heights[build] == 4) continue;
                int then = heights[build] == 2 ? low & ~(1 << build) : low;
                number place = (number)place_of(moved, then) * groups_on(then) + place_of(waiting, then);
                best = larger(best, before(next_values[next_blocks[at + power[build]] + place]));
            }
        }
    }
    return best;
}

/* Writes the wins (sign 1) or losses (sign -1) of the most plies, and gives the end of the text. */
static char *write_longest(char *end, const char *word, number *counts, number *firsts, int sign) {
    int at = WON + sign;
    while (at >= 0 && at <= 2 * WON && !counts[at]) at += sign;
    if (at < 0 || at > 2 * WON) return end + sprintf(end, " %s - 0 0", word);
    return end + sprintf(end, " %s %d %lld %lld", word, WON - abs(at - WON), counts[at], firsts[at]);
}

int main(int count, char **words) {
    if (count == 4) width = atoi(words[1]), height = atoi(words[2]), pawns = atoi(words[3]), cells = width * height;
    if (width < 2 || height < 2 || width > 5 || height > 5 || cells > MOST || pawns < 1 || pawns > 2)
        return puts("type: small_boards WIDTH HEIGHT PAWNS, at most 10 cells"), 2;
    int numbers = 1, symmetries = width == height ? 8 : 4;
    for (int cell = cells - 1; cell >= 0; power[cell--] = numbers, numbers *= 5) {
        int row = cell / width, column = cell % width;
        for (int to = 0; to < cells; to++)
            if (to != cell && abs(to / width - row) <= 1 && abs(to % width - column) <= 1) around[cell] |= 1 << to;
        for (int s = 0; s < symmetries; s++) {
            int r = s & 1 ? height - 1 - row : row, c = s & 2 ? width - 1 - column : column;
            image[s][cell] = s & 4 ? c * width + r : r * width + c;
        }
    }
    blocks = calloc(numbers, sizeof *blocks), next_blocks = calloc(numbers, sizeof *blocks);
    char text[10000], *end = text;
    number all = 0;
    end += sprintf(end, "agon-tablebase 1\nsantorini %dx%d pawns %d\n", width, height, pawns);
    for (int layer = 4 * cells - 4 * pawns; layer >= 0; layer--) {
        number size = 1, index = 0, counts[2 * WON + 1] = {0}, firsts[2 * WON + 1], sums[2] = {0};
        for (int at = 0; at < numbers; at++)
            if (take(at) == layer) blocks[at] = size, size += groups * groups;
        uint32_t bits = ~0u, byte = 0;
        values = malloc(size);
        for (int at = 0; at < numbers; at++) {
            if (take(at) != layer) continue;
            int same = 0, is_least = 1;
            for (int s = 0; s < symmetries; s++) {
                int other = 0;
                for (int cell = 0; cell < cells; cell++) other += heights[cell] * power[image[s][cell]];
                same += other == at, is_least &= other >= at;
            }
            for (int waiting = 0; waiting < groups; waiting++)
                for (int moving = 0; moving < groups; moving++) {
                    if (group[waiting] & group[moving]) continue;
                    int found = value(at, group[moving], group[waiting]), is_won = found > 0;
                    values[blocks[at] + waiting * groups + moving] = found;
                    if (!is_least) continue;
                    if (!counts[WON + found]) firsts[WON + found] = index;
                    counts[WON + found] += symmetries / same, sums[is_won] += symmetries / same;
                    byte |= is_won << index % 8;
                    if (++index % 8 == 0) bits = crc(bits, byte), byte = 0;
                }
        }
        if (index % 8) bits = crc(bits, byte);
        end += sprintf(end, "layer %d positions %lld won %lld lost %lld", layer, index, sums[1], sums[0]);
        end = write_longest(end, "win", counts, firsts, 1);
        end = write_longest(end, "loss", counts, firsts, -1);
        end += sprintf(end, " crc %08x\n", ~bits);
        number *unused = next_blocks;
        all += index, free(next_values), next_values = values, next_blocks = blocks, blocks = unused;
    }
    uint32_t checksum = ~0u;
    for (char *at = text; at < end; at++) checksum = crc(checksum, *at);
    int best = -WON, longest = 0, won = 0, lost = 0;
    take(0);
    for (int blue = 0; blue < groups; blue++) {
        int reply = -WON;
        for (int red = 0; red < groups; red++) {
            if (group[blue] & group[red]) continue;
            int found = next_values[next_blocks[0] + red * groups + blue];
            won += found > 0, lost += found < 0, longest = larger(longest, WON - abs(found));
            reply = larger(reply, before(found));
        }
        best = larger(best, before(reply));
    }
    printf("%schecksum %08x\n| %dx%d | %d | %lld | %d | %d | %d plies | %s in %d | `%08x` |\n", text, ~checksum, width,
           height, pawns, all, won, lost, longest, best > 0 ? "win" : "lose", WON - abs(best), ~checksum);
}
