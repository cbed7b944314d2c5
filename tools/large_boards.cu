// Solves boards of Santorini of up to 16 cells: who wins each position, a bit a position, layer by layer.
//   nvcc -O3 -arch=sm_90 -std=c++17 -o large_boards tools/large_boards.cu          on an accelerator
//   g++ -O3 -march=native -std=c++17 -x c++ -o large_boards tools/large_boards.cu  the same functions in a plain loop
//   ./large_boards [--seconds N] [--samples FILE PER_LAYER] 3x4/2 4x4/1 ...
// It prints, for each layer (the positions with one sum of heights): the stored configurations, the positions, those won and
// lost by the side to move (symmetric ones counted), the bytes of the layer and their digest; then every first placement.
// docs/results/README.md has the order of the positions, which crates/tablebase/src/streamed has too: the digests are equal.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;

#ifdef __CUDACC__
#define SHARED_CODE __host__ __device__ __forceinline__
#define CHECK(call)                                                                                \
    do {                                                                                           \
        cudaError_t found = (call);                                                                \
        if (found != cudaSuccess) {                                                                \
            fprintf(stderr, "line %d: %s: %s\n", __LINE__, #call, cudaGetErrorString(found));      \
            exit(2);                                                                               \
        }                                                                                          \
    } while (0)
#else
#define SHARED_CODE inline
#endif

const int CELLS = 16;       // The most cells of a board.
const int PART = 8;         // The most cells of a part of it.
const u32 NO_GROUP = 255;
const u64 NOWHERE = ~0ull;

SHARED_CODE int count_of(u32 set) {
#ifdef __CUDA_ARCH__
    return __popc(set);
#else
    return __builtin_popcount(set);
#endif
}
SHARED_CODE int first_of(u32 set) {
#ifdef __CUDA_ARCH__
    return __ffs(set) - 1;
#else
    return __builtin_ctz(set);
#endif
}
SHARED_CODE int rank_of(u32 set, int cell) { return count_of(set & ((1u << cell) - 1)); }
SHARED_CODE int pairs(int count) { return count * (count - 1) / 2; }
SHARED_CODE u32 pair_of(u32 one, u32 two) { return one > two ? pairs(one) + two : pairs(two) + one; }

// Groups of one or two pawns on some low cells, and how a group of lanes works on one configuration.
template <int P> struct Groups {
    static const int MOST = P == 1 ? 16 : 120;  // groups on 16 cells
    static const int WORDS = P == 1 ? 1 : 4;    // of a set of groups
    static const int LANES = P == 1 ? 16 : 32;
    static const int MOVED = P == 1 ? 16 : 256;
    static const int ROW = P == 1 ? 15 : 91;    // the most groups beside another one
    static const int OUT = MOST * ROW / 32 + 2;
    SHARED_CODE static int on(int cells) { return P == 1 ? cells : cells < 2 ? 0 : pairs(cells); }
    SHARED_CODE static int beside(int cells) { return cells < P ? 0 : on(cells - P); }
    SHARED_CODE static int bits(int cells) { return on(cells) * beside(cells); }
    SHARED_CODE static int bytes(int cells) { return (bits(cells) + 7) >> 3; }
};

// A bijection of 64-bit numbers; the digest of a layer is the sum of that of (place << 8 | byte) over its bytes.
SHARED_CODE u64 mixed(u64 x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ x >> 27) * 0x94d049bb133111ebull;
    return x ^ x >> 31;
}

// What the lanes read. The cells of a board are numbered so that those of the first part come first; a symmetry takes each
// part to itself. A configuration is two numbers to the base 5. Stored are those whose first is the least of its images.
struct Board {
    int cells, first_cells, second_count;  // second_count: how many numbers the second part has
    u16 around[CELLS];
    u8 image[8][CELLS], origin[8][CELLS];
    u32 power[CELLS];
    u32 with_cell[CELLS][4];               // the pairs that contain a low cell, as a set
    const u32 *least;                      // of each first number: (rank of its least image) * 8 + symmetry
    const u32 *first_of_rank, *orbit;      // of each rank: the number, and how many images it has
    const u32 *levels[2];                  // of each number: the cells of height 0, 1, 2, 3, a byte each
    const u32 *second_image;               // [symmetry][second]
    const u32 *before;                     // [low cells of the first part][second]: bytes of those before it with its sum
    const u32 *by_sum;                     // the second numbers by their sum
    const u8 *members, *beside;            // of each pair: its low cells; of each: the pairs that are disjoint
    const u64 *start, *next_start;         // of each rank: where its blocks are in this layer and in the next, less `before`
    const u32 *next;
    u8 *out;
};
struct Item { u32 rank, from, count; };
struct Sums { u64 lost, positions, digest; };

struct Levels { u32 at[4], low; int count; };
SHARED_CODE Levels levels_of(const Board &b, u32 first, u32 second) {
    Levels found;
    u32 one = b.levels[0][first], two = b.levels[1][second];
    for (int h = 0; h < 4; h++) found.at[h] = (one >> 8 * h & 255) | (two >> 8 * h & 255) << b.first_cells;
    found.low = found.at[0] | found.at[1] | found.at[2];
    found.count = count_of(found.low);
    return found;
}

// What the lanes of one configuration share.
template <int P> struct Work {
    u64 block[CELLS];   // of each cell: where the block after a build there begins, in bytes
    u16 low[CELLS];     // and the low cells there, as they are stored
    u8 turn[CELLS];     // and the symmetry that leads there
    u8 here[CELLS][CELLS], map[P == 1 ? 1 : CELLS][Groups<P>::MOST];  // low cells and pairs there -> here
    u8 cell[CELLS];     // of each low cell by its number
    u16 steps[CELLS];   // where it leads, by numbers
    u8 wins[CELLS];
    u32 moved[Groups<P>::MOVED][Groups<P>::WORDS];  // by the pawn that has moved and the other: the groups that then lose
    u32 lost[Groups<P>::MOST][Groups<P>::WORDS];    // by the group to move: the waiting groups against which it loses
    u32 out[Groups<P>::OUT];
};

SHARED_CODE void set_bits(u32 *words, int place, u32 bits) {
    if (!bits) return;
    u64 both = (u64)bits << (place & 31);
#ifdef __CUDA_ARCH__
    atomicOr(words + (place >> 5), (u32)both);
    if (both >> 32) atomicOr(words + (place >> 5) + 1, (u32)(both >> 32));
#else
    words[place >> 5] |= (u32)both;
    if (both >> 32) words[(place >> 5) + 1] |= (u32)(both >> 32);
#endif
}

// Each lane has a cell: its steps, and the block that a build on it leads to.
template <int P> SHARED_CODE void look(const Board &b, Work<P> &w, const Levels &l, u32 rank, u32 first, u32 second, int lane) {
    int words = (Groups<P>::bits(l.count) + 31) >> 5;
    for (int i = lane; i < words + 1; i += Groups<P>::LANES) w.out[i] = 0;
    if (lane >= b.cells) return;
    int cell = lane;
    u32 own = 1u << cell, around = b.around[cell];
    if (l.low & own) {
        int number = rank_of(l.low, cell);
        u32 reach = around & (l.at[0] & own ? l.at[0] | l.at[1] : l.low), steps = 0;
        for (u32 rest = reach; rest; rest &= rest - 1) steps |= 1u << rank_of(l.low, first_of(rest));
        w.cell[number] = cell;
        w.steps[number] = steps;
        w.wins[number] = (l.at[2] & own) && (around & l.at[3]);
    }
    w.block[cell] = NOWHERE;
    if (!((l.low | l.at[3]) & own)) return;
    u32 turn = 0;
    if (cell < b.first_cells) {
        u32 least = b.least[first + b.power[cell]];
        turn = least & 7, rank = least >> 3;
        first = b.first_of_rank[rank], second = b.second_image[turn * b.second_count + second];
    } else {
        second += b.power[cell];
    }
    Levels then = levels_of(b, first, second);
    if (Groups<P>::bits(then.count) == 0) return;
    int low_in_first = count_of(then.low & ((1u << b.first_cells) - 1));
    w.block[cell] = b.next_start[rank] + b.before[low_in_first * b.second_count + second];
    w.low[cell] = then.low;
    w.turn[cell] = turn;
    int there = 0;
    for (u32 rest = then.low; rest; rest &= rest - 1, there++) {
        int from = b.origin[turn][first_of(rest)];
        w.here[cell][there] = from == cell ? NO_GROUP : rank_of(l.low, from);
    }
}

// The pairs of each next configuration as pairs of this one.
template <int P> SHARED_CODE void map_pairs(const Board &b, Work<P> &w, int lane) {
    for (int build = 0; build < b.cells; build++) {
        if (w.block[build] == NOWHERE) continue;
        int count = Groups<P>::on(count_of(w.low[build]));
        for (int pair = lane; pair < count; pair += Groups<P>::LANES) {
            u32 one = w.here[build][b.members[2 * pair]], two = w.here[build][b.members[2 * pair + 1]];
            w.map[build][pair] = one == NO_GROUP || two == NO_GROUP ? NO_GROUP : pair_of(one, two);
        }
    }
}

// Each lane has groups that have moved: the waiting groups that then lose, over all builds.
template <int P> SHARED_CODE void gather(const Board &b, Work<P> &w, const Levels &l, int lane) {
    for (int group = lane; group < Groups<P>::on(l.count); group += Groups<P>::LANES) {
        int one = P == 1 ? group : b.members[2 * group], two = P == 1 ? 0 : b.members[2 * group + 1];
        int cell = w.cell[one], other = w.cell[two];
        u32 builds = b.around[cell];
        if (P == 2) builds = (builds | b.around[other]) & ~(1u << cell | 1u << other);
        u32 by_one[4] = {0, 0, 0, 0}, by_two[4] = {0, 0, 0, 0};
        for (; builds; builds &= builds - 1) {
            int build = first_of(builds);
            u64 block = w.block[build];
            if (block == NOWHERE) continue;
            u32 low = w.low[build];
            const u8 *image = b.image[w.turn[build]];
            int there = rank_of(low, image[cell]), length = Groups<P>::beside(count_of(low));
            if (P == 2) there = pair_of(there, rank_of(low, image[other]));
            u64 place = block * 8 + (u32)(there * length);
            const u32 *words = b.next + (place >> 5);
            int shift = place & 31;
            u32 found[4] = {0, 0, 0, 0};
            for (int done = 0; done < length; done += 32, words++) {
                u32 bits = (u32)((words[0] | (u64)words[1] << 32) >> shift);
                if (length - done < 32) bits &= (1u << (length - done)) - 1;
                for (; bits; bits &= bits - 1) {
                    int at = done + first_of(bits);
                    if (P == 1) {
                        found[0] |= 1u << (w.here[build][at + (at >= there)] & 31);
                    } else {
                        u32 to = w.map[build][b.beside[there * Groups<P>::ROW + at]], bit = 1u << (to & 31);
                        to >>= 5;  // 7 if the build stands in the way
                        found[0] |= to == 0 ? bit : 0, found[1] |= to == 1 ? bit : 0;
                        found[2] |= to == 2 ? bit : 0, found[3] |= to == 3 ? bit : 0;
                    }
                }
            }
            bool is_one = b.around[cell] >> build & 1, is_two = P == 2 && b.around[other] >> build & 1;
            for (int i = 0; i < Groups<P>::WORDS; i++) {
                if (is_one) by_one[i] |= found[i];
                if (is_two) by_two[i] |= found[i];
            }
        }
        for (int i = 0; i < Groups<P>::WORDS; i++) {
            w.moved[P == 1 ? one : one * 16 + two][i] = by_one[i];
            if (P == 2) w.moved[two * 16 + one][i] = by_two[i];
        }
    }
}

// Each lane has groups to move: the waiting groups against which no step helps.
template <int P> SHARED_CODE void choose(const Board &b, Work<P> &w, const Levels &l, int lane) {
    int count = Groups<P>::on(l.count);
    for (int group = lane; group < count; group += Groups<P>::LANES) {
        int one = P == 1 ? group : b.members[2 * group], two = P == 1 ? 0 : b.members[2 * group + 1];
        u32 won[4] = {0, 0, 0, 0};
        bool wins = w.wins[one] || (P == 2 && w.wins[two]);
        for (int pawn = 0; pawn < P; pawn++) {
            int from = pawn ? two : one, other = pawn ? one : two;
            u32 steps = w.steps[from];
            if (P == 2) steps &= ~(1u << other);
            for (; steps; steps &= steps - 1) {
                int to = first_of(steps);
                for (int i = 0; i < Groups<P>::WORDS; i++) won[i] |= w.moved[P == 1 ? to : to * 16 + other][i];
            }
        }
        for (int i = 0; i < Groups<P>::WORDS; i++) {
            int left = count - 32 * i;
            u32 all = left >= 32 ? ~0u : left <= 0 ? 0 : (1u << left) - 1;
            u32 own = P == 1 ? 1u << one : b.with_cell[one][i] | b.with_cell[two][i];
            w.lost[group][i] = wins ? 0 : ~won[i] & all & ~own;
        }
    }
}

// Each lane has waiting groups: their rows of the block. Returns how many positions are lost.
template <int P> SHARED_CODE u32 pack(const Board &b, Work<P> &w, const Levels &l, int lane) {
    int length = Groups<P>::beside(l.count);
    u32 lost = 0;
    for (int group = lane; group < Groups<P>::on(l.count); group += Groups<P>::LANES)
        for (int done = 0; done < length; done += 32) {
            u32 bits = 0;
            for (int i = 0; i < 32 && done + i < length; i++) {
                int moving = P == 1 ? done + i + (done + i >= group) : b.beside[group * Groups<P>::ROW + done + i];
                bits |= (w.lost[moving][group >> 5] >> (group & 31) & 1) << i;
            }
            lost += count_of(bits);
            set_bits(w.out, group * length + done, bits);
        }
    return lost;
}

// The lanes write the block. Returns this lane's share of the digest.
template <int P> SHARED_CODE u64 store(const Board &b, Work<P> &w, const Levels &l, u32 rank, u32 second, int lane) {
    u64 at = b.start[rank] + b.before[count_of(l.low & ((1u << b.first_cells) - 1)) * b.second_count + second], digest = 0;
    for (int i = lane; i < Groups<P>::bytes(l.count); i += Groups<P>::LANES) {
        u8 byte = w.out[i >> 2] >> 8 * (i & 3);
        b.out[at + i] = byte;
        digest += mixed((at + i) << 8 | byte);
    }
    return digest;
}

#ifdef __CUDACC__
const int THREADS = 128;
template <int P> __global__ void __launch_bounds__(THREADS) solve_items(const __grid_constant__ Board given, const Item *items, u32 count, u32 *taken, Sums *sums) {
    const int LANES = Groups<P>::LANES, TEAMS = THREADS / LANES, IN_WARP = 32 / LANES;
    __shared__ Work<P> works[TEAMS];
    __shared__ Board b;
    __shared__ u32 current;
    for (int i = threadIdx.x; i < (int)(sizeof(Board) / 4); i += THREADS) ((u32 *)&b)[i] = ((const u32 *)&given)[i];
    int lane = threadIdx.x % LANES, team = threadIdx.x / LANES;
    Work<P> &w = works[team];
    Sums own = {0, 0, 0};
    for (;;) {
        __syncthreads();
        if (threadIdx.x == 0) current = atomicAdd(taken, 1u);
        __syncthreads();
        if (current >= count) break;
        Item item = items[current];
        u32 first = b.first_of_rank[item.rank], orbit = b.orbit[item.rank];
        u32 of_warp = threadIdx.x / 32 * IN_WARP;
        for (u32 at = of_warp; at < item.count; at += TEAMS) {
            u32 mine = at + team % IN_WARP;
            u32 second = mine < item.count ? b.by_sum[item.from + mine] : 0;
            Levels l = levels_of(b, first, second);
            bool is_there = mine < item.count && Groups<P>::bits(l.count) > 0;
            if (is_there) look<P>(b, w, l, item.rank, first, second, lane);
            __syncwarp();
            if constexpr (P == 2) {
                if (is_there) map_pairs<P>(b, w, lane);
                __syncwarp();
            }
            if (is_there) gather<P>(b, w, l, lane);
            __syncwarp();
            if (is_there) choose<P>(b, w, l, lane);
            __syncwarp();
            if (is_there) own.lost += (u64)pack<P>(b, w, l, lane) * orbit;
            __syncwarp();
            if (is_there) own.digest += store<P>(b, w, l, item.rank, second, lane);
            if (is_there && lane == 0) own.positions += (u64)Groups<P>::bits(l.count) * orbit;
            __syncwarp();
        }
    }
    atomicAdd((unsigned long long *)&sums->lost, (unsigned long long)own.lost);
    atomicAdd((unsigned long long *)&sums->positions, (unsigned long long)own.positions);
    atomicAdd((unsigned long long *)&sums->digest, (unsigned long long)own.digest);
}
#else
template <int P> Sums solve_items(const Board &b, const std::vector<Item> &items) {
    static Work<P> w;
    Sums sums = {0, 0, 0};
    for (const Item &item : items)
        for (u32 at = 0; at < item.count; at++) {
            u32 first = b.first_of_rank[item.rank], second = b.by_sum[item.from + at];
            Levels l = levels_of(b, first, second);
            if (Groups<P>::bits(l.count) == 0) continue;
            const int LANES = Groups<P>::LANES;
            for (int lane = 0; lane < LANES; lane++) look<P>(b, w, l, item.rank, first, second, lane);
            if constexpr (P == 2)
                for (int lane = 0; lane < LANES; lane++) map_pairs<P>(b, w, lane);
            for (int lane = 0; lane < LANES; lane++) gather<P>(b, w, l, lane);
            for (int lane = 0; lane < LANES; lane++) choose<P>(b, w, l, lane);
            for (int lane = 0; lane < LANES; lane++) sums.lost += (u64)pack<P>(b, w, l, lane) * b.orbit[item.rank];
            for (int lane = 0; lane < LANES; lane++) sums.digest += store<P>(b, w, l, item.rank, second, lane);
            sums.positions += (u64)Groups<P>::bits(l.count) * b.orbit[item.rank];
        }
    return sums;
}
#endif

// Memory of the accelerator, or of this machine where there is none. Tables stay here, too, for look-ups.
struct Memory {
    u8 *bytes = nullptr;
    Memory() {}
    Memory(const Memory &) = delete;
    void take(u64 size) {
#ifdef __CUDACC__
        CHECK(cudaMalloc(&bytes, size));
#else
        bytes = (u8 *)malloc(size);
        if (!bytes) fprintf(stderr, "no memory\n"), exit(2);
#endif
    }
    void fill(const void *from, u64 size) {
#ifdef __CUDACC__
        CHECK(cudaMemcpy(bytes, from, size, cudaMemcpyHostToDevice));
#else
        memcpy(bytes, from, size);
#endif
    }
    void read(void *to, u64 from, u64 size) const {
#ifdef __CUDACC__
        CHECK(cudaMemcpy(to, bytes + from, size, cudaMemcpyDeviceToHost));
#else
        memcpy(to, bytes + from, size);
#endif
    }
    ~Memory() {
#ifdef __CUDACC__
        cudaFree(bytes);
#else
        free(bytes);
#endif
    }
};
template <class T> struct Table {
    std::vector<T> here;
    Memory there;
    const T *send() {
        there.take(here.size() * sizeof(T) + 64);
        there.fill(here.data(), here.size() * sizeof(T));
        return (const T *)there.bytes;
    }
};

static double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }
static u64 random_state = 49;
static u64 random_below(u64 most) { return mixed(random_state += 0x9e3779b97f4a7c15ull) % most; }

// A position by cells row by row: what samples are made of. These are the plain rules.
struct Position { int heights[CELLS]; u32 moving, waiting; };

template <int P> struct Solver {
    int width, height, cells, symmetries;
    Board b, here;                      // here: with tables of this machine
    std::vector<int> place;             // of each cell of the parts: its number row by row
    int number[CELLS];                  // and back
    u32 near_cells[CELLS];              // row by row
    Table<u32> least, first_of_rank, orbit, levels[2], second_image, before, by_sum;
    Table<u8> members, beside;
    std::vector<u32> sums[2], of_sum;   // sums of heights by number; where each sum begins in by_sum
    std::vector<int> low[2];
    std::vector<u64> total;             // [low cells of the first part][sum]: bytes of all second numbers
    std::vector<u64> start[2];
    std::vector<Item> items;

    Solver(int w, int h) : width(w), height(h), cells(w * h), symmetries(w == h ? 8 : 4) {
        memset(&b, 0, sizeof b);
        auto image = [&](int symmetry, int cell) {
            int row = cell / width, column = cell % width;
            if (symmetry & 1) row = height - 1 - row;
            if (symmetry & 2) column = width - 1 - column;
            if (symmetry & 4) std::swap(row, column);
            return row * width + column;
        };
        // The parts are unions of orbits: those with the fewest stored configurations.
        std::vector<u32> orbits;
        for (int cell = 0; cell < cells; cell++) {
            u32 set = 0;
            for (int s = 0; s < symmetries; s++) set |= 1u << image(s, cell);
            if (std::find(orbits.begin(), orbits.end(), set) == orbits.end()) orbits.push_back(set);
        }
        u32 best = 0;
        double fewest = 1e300;
        for (u32 choice = 1; choice < 1u << orbits.size(); choice++) {
            u32 set = 0;
            for (size_t i = 0; i < orbits.size(); i++) if (choice >> i & 1) set |= orbits[i];
            if (count_of(set) > PART || cells - count_of(set) > PART) continue;
            double stored = 0;  // times the number of symmetries; by Burnside
            for (int s = 0; s < symmetries; s++) {
                u32 seen = 0;
                double fixed = 1;
                for (int cell = 0; cell < cells; cell++) {
                    if (!(set >> cell & 1)) { fixed *= s ? 1 : 5; continue; }
                    if (seen >> cell & 1) continue;
                    for (int at = cell; !(seen >> at & 1); at = image(s, at)) seen |= 1u << at;
                    fixed *= 5;
                }
                if (s) for (int i = count_of(set); i < cells; i++) fixed *= 5;
                stored += fixed;
            }
            if (stored < fewest) fewest = stored, best = set;
        }
        for (int part = 0; part < 2; part++)
            for (int cell = 0; cell < cells; cell++) if ((best >> cell & 1) != (u32)part) place.push_back(cell);
        for (int i = 0; i < cells; i++) number[place[i]] = i;
        b.cells = cells, b.first_cells = count_of(best);
        int split[3] = {0, b.first_cells, cells};
        for (int cell = 0; cell < cells; cell++) {
            near_cells[cell] = 0;
            for (int to = 0; to < cells; to++)
                if (to != cell && abs(to / width - cell / width) <= 1 && abs(to % width - cell % width) <= 1) {
                    near_cells[cell] |= 1u << to;
                    b.around[number[cell]] |= 1u << number[to];
                }
            for (int s = 0; s < symmetries; s++) {
                int to = number[image(s, cell)];
                b.image[s][number[cell]] = to, b.origin[s][to] = number[cell];
            }
        }
        u32 counts[2];
        for (int part = 0; part < 2; part++) {
            u32 power = 1;
            for (int cell = split[part]; cell < split[part + 1]; cell++) b.power[cell] = power, power *= 5;
            counts[part] = power;
            for (u32 n = 0; n < power; n++) {
                u32 levels_at = 0, sum = 0, low_cells = 0;
                for (int cell = split[part]; cell < split[part + 1]; cell++) {
                    u32 digit = n / b.power[cell] % 5;
                    sum += digit, low_cells += digit <= 2;
                    if (digit < 4) levels_at |= 1u << (8 * digit + cell - split[part]);
                }
                sums[part].push_back(sum), low[part].push_back(low_cells), levels[part].here.push_back(levels_at);
            }
        }
        b.second_count = counts[1];
        auto turned = [&](int part, u32 n, int s) {
            u32 found = 0;
            for (int cell = split[part]; cell < split[part + 1]; cell++) found += n / b.power[cell] % 5 * b.power[b.image[s][cell]];
            return found;
        };
        least.here.resize(counts[0]);
        for (u32 n = 0; n < counts[0]; n++) {
            u32 images[8], same = 0;
            for (int s = 0; s < symmetries; s++) images[s] = turned(0, n, s), same += images[s] == n;
            u32 *found = std::min_element(images, images + symmetries);
            if (*found == n) {
                least.here[n] = first_of_rank.here.size() * 8;
                first_of_rank.here.push_back(n), orbit.here.push_back(symmetries / same);
            } else {
                least.here[n] = least.here[*found] + (u32)(found - images);  // the least is before n
            }
        }
        for (int s = 0; s < symmetries; s++) for (u32 n = 0; n < counts[1]; n++) second_image.here.push_back(turned(1, n, s));
        int sum_count = 4 * (cells - b.first_cells) + 1;
        for (int sum = 0; sum < sum_count; sum++) {
            of_sum.push_back(by_sum.here.size());
            for (u32 n = 0; n < counts[1]; n++) if ((int)sums[1][n] == sum) by_sum.here.push_back(n);
        }
        of_sum.push_back(by_sum.here.size());
        before.here.resize((size_t)(b.first_cells + 1) * counts[1]);
        for (int q = 0; q <= b.first_cells; q++)
            for (int sum = 0; sum < sum_count; sum++) {
                u64 bytes = 0;
                for (u32 i = of_sum[sum]; i < of_sum[sum + 1]; i++) {
                    u32 n = by_sum.here[i];
                    before.here[(size_t)q * counts[1] + n] = bytes;
                    bytes += Groups<P>::bytes(q + low[1][n]);
                }
                total.push_back(bytes);
            }
        for (int high = 1; high < CELLS; high++) for (int one = 0; one < high; one++) {
            int pair = pair_of(high, one);
            members.here.push_back(high), members.here.push_back(one);
            for (int cell : {high, one}) b.with_cell[cell][pair >> 5] |= 1u << (pair & 31);
        }
        for (size_t pair = 0; pair < members.here.size() / 2; pair++)
            for (size_t other = 0; other < members.here.size() / 2; other++) {
                const u8 *one = &members.here[2 * pair], *two = &members.here[2 * other];
                if (one[0] != two[0] && one[0] != two[1] && one[1] != two[0] && one[1] != two[1]) beside.here.push_back(other);
            }
        here = b;
        b.least = least.send(), b.first_of_rank = first_of_rank.send(), b.orbit = orbit.send();
        for (int part = 0; part < 2; part++) b.levels[part] = levels[part].send(), here.levels[part] = levels[part].here.data();
        b.second_image = second_image.send(), b.before = before.send(), b.by_sum = by_sum.send();
        b.members = members.send(), b.beside = beside.send();
    }

    // Where the blocks of a layer are; returns the number of bytes.
    u64 layout(int layer, std::vector<u64> &starts, u64 *configurations) {
        int sum_count = 4 * (cells - b.first_cells) + 1;
        u64 bytes = 0;
        starts.assign(first_of_rank.here.size(), 0), items.clear(), *configurations = 0;
        for (u32 rank = 0; rank < first_of_rank.here.size(); rank++) {
            u32 first = first_of_rank.here[rank];
            int rest = layer - (int)sums[0][first];
            if (rest < 0 || rest >= sum_count) continue;
            starts[rank] = bytes;
            bytes += total[(size_t)low[0][first] * sum_count + rest];
            *configurations += of_sum[rest + 1] - of_sum[rest];
            for (u32 from = of_sum[rest]; from < of_sum[rest + 1]; from += 4096)
                items.push_back({rank, from, std::min(4096u, of_sum[rest + 1] - from)});
        }
        return bytes;
    }

    bool is_lost(const Position &of, const Memory &layer, const std::vector<u64> &starts) {
        u32 first = 0, second = 0;
        for (int cell = 0; cell < cells; cell++) {
            int at = number[cell];
            (at < b.first_cells ? first : second) += of.heights[cell] * b.power[at];
        }
        u32 found = least.here[first], turn = found & 7, rank = found >> 3;
        second = second_image.here[turn * b.second_count + second], first = first_of_rank.here[rank];
        Levels l = levels_of(here, first, second);
        u32 group[2] = {0, 0};
        for (int side = 0; side < 2; side++) {
            u32 members_there = 0;
            for (int cell = 0; cell < cells; cell++)
                if ((side ? of.waiting : of.moving) >> cell & 1) members_there |= 1u << rank_of(l.low, b.image[turn][number[cell]]);
            int one = first_of(members_there);
            group[side] = P == 1 ? one : pair_of(one, first_of(members_there & (members_there - 1)));
        }
        int at = 0;
        if (P == 1) at = group[0] - (group[0] > group[1]);
        else while (beside.here[group[1] * Groups<P>::ROW + at] != group[0]) at++;
        u64 bit = (u64)group[1] * Groups<P>::beside(l.count) + at;
        u8 byte;
        layer.read(&byte, starts[rank] + before.here[(size_t)low[0][first] * b.second_count + second] + bit / 8, 1);
        return byte >> bit % 8 & 1;
    }

    void write(FILE *to, char kind, const Position &of, bool is_lost) {
        fprintf(to, "%c ", kind);
        for (int cell = 0; cell < cells; cell++) fputc('0' + of.heights[cell], to);
        fprintf(to, " %u %u %c\n", of.moving, of.waiting, is_lost ? 'L' : 'W');
    }

    // Looks up a random position of a layer and all that follow it, by the plain rules; returns whether they agree.
    bool sample(int layer, const Memory &own, const std::vector<u64> &starts, const Memory &next, const std::vector<u64> &next_starts, FILE *to) {
        int order[CELLS];
        for (int i = 0; i < cells; i++) order[i] = i;
        for (int i = 0; i < 2 * P; i++) std::swap(order[i], order[i + random_below(cells - i)]);
        std::vector<std::vector<u64>> ways(cells + 1, std::vector<u64>(layer + 1, 0));  // of the cells from i on, by sum
        ways[cells][0] = 1;
        for (int i = cells - 1; i >= 0; i--)
            for (int sum = 0; sum <= layer; sum++)
                for (int h = 0; h <= (i < 2 * P ? 2 : 4) && h <= sum; h++) ways[i][sum] += ways[i + 1][sum - h];
        Position at;
        at.moving = at.waiting = 0;
        for (int i = 0, left = layer; i < cells; i++) {
            u64 pick = random_below(ways[i][left]);
            int h = 0;
            while (pick >= ways[i + 1][left - h]) pick -= ways[i + 1][left - h], h++;
            at.heights[order[i]] = h, left -= h;
            if (i < P) at.moving |= 1u << order[i];
            else if (i < 2 * P) at.waiting |= 1u << order[i];
        }
        bool wins = false;
        std::vector<std::pair<Position, bool>> after;
        for (int from = 0; from < cells; from++) {
            u32 others = (at.moving | at.waiting) & ~(1u << from);
            for (int go = 0; go < cells && at.moving >> from & 1; go++) {
                if (!(near_cells[from] & ~others) || !(near_cells[from] & ~others & 1u << go)) continue;
                if (at.heights[go] == 4 || at.heights[go] > at.heights[from] + 1) continue;
                if (at.heights[go] == 3) { wins = true; continue; }
                for (int build = 0; build < cells; build++) {
                    if (!(near_cells[go] & ~others & 1u << build) || at.heights[build] == 4) continue;
                    Position then = at;
                    then.heights[build]++;
                    then.waiting = (at.moving & ~(1u << from)) | 1u << go, then.moving = at.waiting;
                    after.push_back({then, is_lost(then, next, next_starts)});
                }
            }
        }
        bool lost = is_lost(at, own, starts), should = !wins;
        for (auto &found : after) should &= !found.second;
        if (to) {
            write(to, '?', at, lost);
            for (auto &found : after) write(to, '>', found.first, found.second);
        }
        return lost == should;
    }

    bool solve(FILE *samples, int per_layer, double until) {
        double begun = seconds();
        // How many ways the heights add up to a layer.
        std::vector<u64> ways(1, 1);
        for (int cell = 0; cell < cells; cell++) {
            int most = cell < 2 * P ? 2 : 4;
            std::vector<u64> more(ways.size() + most, 0);
            for (size_t sum = 0; sum < ways.size(); sum++) for (int h = 0; h <= most; h++) more[sum + h] += ways[sum];
            ways = more;
        }
        int last = ways.size() - 1;
        u64 sizes[2] = {0, 0}, all = 0, won = 0, configurations;
        size_t most_items = 0;
        for (int layer = last; layer >= 0; layer--) {
            u64 bytes = layout(layer, start[0], &configurations);
            sizes[layer & 1] = std::max(sizes[layer & 1], bytes);
            most_items = std::max(most_items, items.size());
        }
        double gib = (sizes[0] + sizes[1]) / 1073741824.;
        printf("board %dx%d pawns %d: %d and %d cells, layers of %.2f GiB\n", width, height, P, b.first_cells, cells - b.first_cells, gib);
        Memory layers[2], starts[2], work, taken, counted;
#ifdef __CUDACC__
        size_t is_free, is_there;
        CHECK(cudaMemGetInfo(&is_free, &is_there));
        if (sizes[0] + sizes[1] + (1ull << 30) > is_free) {
            printf("it does not fit: %.1f GiB are free\n\n", is_free / 1073741824.);
            return true;
        }
        int processors, blocks;
        CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
        CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, solve_items<P>, THREADS, 0));
        work.take(most_items * sizeof(Item) + 64), taken.take(4), counted.take(sizeof(Sums));
#endif
        for (int i = 0; i < 2; i++) {
            layers[i].take(sizes[i] + 64), starts[i].take(first_of_rank.here.size() * 8);
            start[i].assign(first_of_rank.here.size(), 0);
        }
        u64 sampled = 0, wrong = 0;
        bool is_right = true;
        for (int layer = last; layer >= 0; layer--) {
            double since = seconds();
            if (since > until) { printf("out of time before layer %d\n\n", layer); return false; }
            int own = layer & 1;
            u64 bytes = layout(layer, start[own], &configurations);
            starts[own].fill(start[own].data(), start[own].size() * 8);
            b.start = (const u64 *)starts[own].bytes, b.next_start = (const u64 *)starts[1 - own].bytes;
            b.next = (const u32 *)layers[1 - own].bytes, b.out = layers[own].bytes;
            Sums sums = {0, 0, 0};
#ifdef __CUDACC__
            u32 none = 0;
            work.fill(items.data(), items.size() * sizeof(Item)), taken.fill(&none, 4), counted.fill(&sums, sizeof sums);
            u32 grid = std::min<u64>((u64)processors * blocks, items.size() + 1);
            solve_items<P><<<grid, THREADS>>>(b, (const Item *)work.bytes, (u32)items.size(), (u32 *)taken.bytes, (Sums *)counted.bytes);
            CHECK(cudaGetLastError());
            CHECK(cudaDeviceSynchronize());
            counted.read(&sums, 0, sizeof sums);
#else
            sums = solve_items<P>(b, items);
#endif
            u64 expected = ways[layer] * Groups<P>::bits(cells);
            bool is_count = sums.positions == expected && sums.lost <= expected;
            is_right &= is_count;
            all += expected, won += expected - sums.lost;
            printf("layer %d stored %llu positions %llu won %llu lost %llu bytes %llu digest %016llx%s\n", layer, (unsigned long long)configurations,
                   (unsigned long long)sums.positions, (unsigned long long)(expected - sums.lost), (unsigned long long)sums.lost,
                   (unsigned long long)bytes, (unsigned long long)sums.digest, is_count ? "" : " WRONG COUNT");
            fflush(stdout);
            if (samples && layer == last) fprintf(samples, "board %dx%d pawns %d\n", width, height, P);
            for (int i = 0; i < per_layer; i++, sampled++)
                if (!sample(layer, layers[own], start[own], layers[1 - own], start[1 - own], samples)) wrong++;
        }
        // Every first placement, with the replies that beat it; the side that places first moves first.
        u64 starts_won = 0, starts_lost = 0;
        for (int pass = 0; pass < 2; pass++)
            for (u32 one = 1; one < 1u << cells; one++) {
                if (count_of(one) != P) continue;
                std::string beating;
                int count = 0;
                for (u32 two = 1; two < 1u << cells; two++) {
                    if (count_of(two) != P || (one & two)) continue;
                    Position at = {};
                    at.moving = one, at.waiting = two;
                    bool lost = is_lost(at, layers[0], start[0]);
                    if (pass == 0) { (lost ? starts_lost : starts_won)++; continue; }
                    if (lost) beating += " " + names(two), count++;
                }
                if (pass == 1) printf("placement %s beaten %d of %d:%s\n", names(one).c_str(), count, Groups<P>::on(cells - P), beating.c_str());
            }
        printf("board %dx%d pawns %d: %llu positions, %llu won; %llu starts won, %llu lost; %llu of %llu samples wrong; %.2f s%s\n\n", width, height,
               P, (unsigned long long)all, (unsigned long long)won, (unsigned long long)starts_won, (unsigned long long)starts_lost,
               (unsigned long long)wrong, (unsigned long long)sampled, seconds() - begun, is_right ? "" : " WRONG");
        fflush(stdout);
        return true;
    }

    std::string names(u32 set) {
        std::string text;
        for (; set; set &= set - 1) {
            int cell = first_of(set);
            text += (text.empty() ? "" : ",") + std::to_string(cell / width) + std::to_string(cell % width);
        }
        return text;
    }
};

int main(int count, char **words) {
    double until = seconds() + 1e9;
    FILE *samples = nullptr;
    int per_layer = 0;
    for (int i = 1; i < count; i++) {
        int width, height, pawns;
        if (!strcmp(words[i], "--seconds") && i + 1 < count) until = seconds() + atof(words[++i]);
        else if (!strcmp(words[i], "--samples") && i + 2 < count) samples = fopen(words[i + 1], "w"), per_layer = atoi(words[i + 2]), i += 2;
        else if (sscanf(words[i], "%dx%d/%d", &width, &height, &pawns) == 3 && width >= 2 && height >= 2 && width * height <= CELLS &&
                 width <= PART && height <= PART && (pawns == 1 || pawns == 2)) {
            bool is_done = pawns == 1 ? Solver<1>(width, height).solve(samples, per_layer, until) : Solver<2>(width, height).solve(samples, per_layer, until);
            if (!is_done) break;
        } else {
            fprintf(stderr, "type: large_boards [--seconds N] [--samples FILE PER_LAYER] WIDTHxHEIGHT/PAWNS ...: at most 16 cells\n");
            return 2;
        }
    }
    if (samples) fclose(samples);
    return 0;
}
