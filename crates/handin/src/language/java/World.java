import java.util.ArrayList;
import java.util.List;

/** A position as Agon has it, and how a hand-in counts tiles, sides and dice. */
final class World implements Cloneable {
    static final int[] DICE = {1, 3, 5, 7};
    static final int MOST_LINES = 100;

    /** How a hand-in counts, as far as it differs from the assignment. */
    static final class Conventions implements Cloneable {
        /** The size of its boards, if it knows only one. Smaller mazes stand in a corner. */
        int side;
        /** The supplies that it counts on. Those that were taken are on no tile. */
        int slots;
        /** Whether its first row is at the top. */
        boolean isFlipped;
        /** The sides of a tile (0 up, 1 right, 2 down, 3 left) in the order of its arrays. */
        int[] order = {0, 1, 2, 3};
        /** The numbers of Theseus and the Minotaur. */
        int[] ids = {1, 2};
        String[] names = {"Theseus", "Minotaur"};
        /** Its numbers for up, right, down, left. */
        int[] dice = DICE;

        @Override
        public Conventions clone() {
            try {
                return (Conventions) super.clone();
            } catch (CloneNotSupportedException impossible) {
                throw new AssertionError(impossible);
            }
        }
    }

    Conventions conventions = new Conventions();
    int size;
    /** For each tile: whether there is a wall above, on the right, below, on the left. */
    boolean[][] walls;
    /** The tiles of the loot that is left. */
    int[] loot;
    /** The tiles of Theseus and the Minotaur. */
    int[] tiles;
    /** How much loot Theseus has. */
    int picked;
    /** The side of the player that is asked: 0 Theseus, 1 the Minotaur. */
    int mover;

    World with(int mover, int theseus, int minotaur) {
        World world = copy();
        world.mover = mover;
        world.tiles = new int[] {theseus, minotaur};
        return world;
    }

    World copy() {
        try {
            return (World) clone();
        } catch (CloneNotSupportedException impossible) {
            throw new AssertionError(impossible);
        }
    }

    int side() {
        return Math.max(size, conventions.side);
    }

    int slots() {
        return Math.max(loot.length, conventions.slots);
    }

    /** A tile as the hand-in numbers it. */
    int own(int tile) {
        int row = tile / size;
        return (conventions.isFlipped ? side() - 1 - row : row) * side() + tile % size;
    }

    /** The tile of a hand-in's number, or -1. */
    int back(int own) {
        int row = conventions.isFlipped ? side() - 1 - own / side() : own / side();
        boolean isThere = own >= 0 && row >= 0 && row < size && own % side() < size;
        return isThere ? row * size + own % side() : -1;
    }

    /** Whether a tile of the hand-in has a wall on a side; what is outside the maze has all. */
    boolean isWalled(int own, int direction) {
        int tile = back(own);
        return tile < 0 || walls[tile][direction];
    }

    /** The tile next to another, whether there is a wall or not. */
    int next(int tile, int direction) {
        return tile + new int[] {size, 1, -size, -1}[direction];
    }

    boolean isLoot(int tile) {
        for (int one : loot) {
            if (one == tile) {
                return true;
            }
        }
        return false;
    }

    /** The segments of wall, each counted once. */
    int countWalls() {
        int sides = 0;
        int border = 0;
        for (int own = 0; own < side() * side(); own++) {
            for (int direction = 0; direction < 4; direction++) {
                sides += isWalled(own, direction) ? 1 : 0;
            }
            border += (own < side() ? 1 : 0) + (own >= side() * (side() - 1) ? 1 : 0)
                    + (own % side() == 0 ? 1 : 0) + (own % side() == side() - 1 ? 1 : 0);
        }
        return (sides + border) / 2;
    }

    /** A maze without walls inside. */
    static World open(int size, int theseus, int minotaur, int... loot) {
        World world = new World();
        world.size = size;
        world.walls = new boolean[size * size][];
        for (int tile = 0; tile < size * size; tile++) {
            world.walls[tile] = new boolean[] {tile / size == size - 1, tile % size == size - 1,
                tile / size == 0, tile % size == 0};
        }
        world.tiles = new int[] {theseus, minotaur};
        world.loot = loot;
        return world;
    }

    /** Closes all sides of a tile but one. */
    void closeBut(int tile, int exit) {
        for (int direction = 0; direction < 4; direction++) {
            if (direction != exit) {
                walls[tile][direction] = true;
                walls[next(tile, direction)][(direction + 2) % 4] = true;
            }
        }
    }

    /** Reads a drawing; lines such as "plies: 200" above it are ignored. */
    static World read(List<String> all) {
        List<String> lines = new ArrayList<>();
        for (String line : all) {
            if (line.startsWith("+") || line.startsWith("|")) {
                lines.add(line.stripTrailing());
            }
        }
        int size = lines.size() / 2;
        if (size < 1 || lines.size() != 2 * size + 1
                || lines.stream().anyMatch(line -> line.length() != 4 * size + 1)) {
            throw new IllegalArgumentException("a board of n x n tiles is drawn with 2n + 1 lines"
                    + " of 4n + 1 characters");
        }
        World world = open(size, -1, -1);
        int[] supplies = new int[size * size];
        int count = 0;
        for (int id = 0; id < size * size; id++) {
            int middle = 2 * (size - 1 - id / size) + 1;
            int left = 4 * (id % size);
            world.walls[id] = new boolean[] {
                lines.get(middle - 1).charAt(left + 2) == '-',
                lines.get(middle).charAt(left + 4) == '|',
                lines.get(middle + 1).charAt(left + 2) == '-',
                lines.get(middle).charAt(left) == '|',
            };
            String on = lines.get(middle).substring(left + 1, left + 4).trim();
            if (on.equals("T")) {
                world.tiles[0] = id;
            } else if (on.equals("M")) {
                world.tiles[1] = id;
            } else if (on.matches("s[1-9][0-9]?")) {
                int number = Integer.parseInt(on.substring(1));
                if (number > supplies.length) {
                    throw new IllegalArgumentException("the loot is s1, s2, ..., not " + on);
                }
                supplies[number - 1] = id + 1;
                count = Math.max(count, number);
            }
        }
        if (world.tiles[0] < 0 || world.tiles[1] < 0) {
            throw new IllegalArgumentException("a board has T and M");
        }
        world.loot = new int[count];
        for (int index = 0; index < count; index++) {
            world.loot[index] = supplies[index] - 1;
            if (supplies[index] == 0) {
                throw new IllegalArgumentException("the loot is s1, s2, ... without gaps");
            }
        }
        return world;
    }
}
