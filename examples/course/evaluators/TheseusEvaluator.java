import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.Arrays;

/**
 * An evaluator for Theseus and the Minotaur that asks a hand-in's evaluate: one position a line
 * in, one whole number a line out, for the side to move: the value of its best die in thousandths.
 *
 * <pre>
 * javac -d build TheseusEvaluator.java ../theseus/reference/*.java
 * java -cp build TheseusEvaluator
 * </pre>
 */
public class TheseusEvaluator {
    private static final int[] DICE = {1, 3, 5, 7};

    public static void main(String[] arguments) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            System.out.println(evaluate(line.trim().split(" ")));
            System.out.flush();
        }
    }

    /**
     * A position is WALLS STARTS LOOT RULES PLY TILES LEFT; the last three are missing at the start
     * of a game.
     */
    private static long evaluate(String[] parts) {
        String[] rows = parts[0].split("/");
        int size = rows.length;
        boolean[][] walls = walls(rows);
        int ply = parts.length > 4 ? Integer.parseInt(parts[4]) : 0;
        int[] tiles = tiles(parts[parts.length > 4 ? 5 : 1], size);
        int[] loot = tiles(parts[2], size);
        String left = parts.length > 4 ? parts[6] : "1".repeat(loot.length);
        ArrayList<Supply> lying = new ArrayList<>();
        for (int index = 0; index < loot.length; index++) {
            if (left.charAt(index) == '1') {
                lying.add(new Supply(index + 1, loot[index]));
            }
        }
        Tile[] all = new Tile[size * size];
        for (int id = 0; id < all.length; id++) {
            all[id] = new Tile(id, id / size, id % size, walls[id]);
        }

        boolean theseusFirst = parts[3].split("/")[2].equals("T");
        boolean isTheseus = theseusFirst == (ply % 2 == 0);
        Board board = new Board(size, all, lying, tiles[0], tiles[1]);
        MinMaxPlayer player = new MinMaxPlayer(isTheseus ? Board.THESEUS : Board.MINOTAUR,
                isTheseus ? "Theseus" : "Minotaur", board);
        int own = tiles[isTheseus ? 0 : 1];
        double best = Double.NEGATIVE_INFINITY;
        for (int index = 0; index < DICE.length; index++) {
            if (!walls[own][index]) {
                best = Math.max(best, player.evaluate(own, DICE[index], board));
            }
        }
        return Math.round(1000 * best);
    }

    /** Rows from the top, a digit a tile: 1 for a wall above it, 2 for one on its right. */
    private static boolean[][] walls(String[] rows) {
        int size = rows.length;
        boolean[][] walls = new boolean[size * size][4];
        for (int x = 0; x < size; x++) {
            for (int y = 0; y < size; y++) {
                int digit = rows[size - 1 - x].charAt(y) - '0';
                int id = x * size + y;
                walls[id][0] |= x == size - 1 || (digit & 1) != 0;
                walls[id][1] |= y == size - 1 || (digit & 2) != 0;
                walls[id][2] |= x == 0;
                walls[id][3] |= y == 0;
                if (x < size - 1) {
                    walls[id + size][2] |= walls[id][0];
                }
                if (y < size - 1) {
                    walls[id + 1][3] |= walls[id][1];
                }
            }
        }
        return walls;
    }

    /** Tiles such as 0,0-7,7 by their numbers. */
    private static int[] tiles(String text, int size) {
        return Arrays.stream(text.split("-"))
                .mapToInt(tile -> {
                    String[] place = tile.split(",");
                    return Integer.parseInt(place[0]) * size + Integer.parseInt(place[1]);
                })
                .toArray();
    }
}
