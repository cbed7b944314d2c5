import java.util.BitSet;

public class BoardAdapter {
    public static Board board(Harness.Maze maze) {
        BitSet doors = new BitSet();
        BitSet gold = new BitSet();
        for (int id = 0; id < maze.walls.length; id++) {
            for (int side = 0; side < 4; side++) {
                doors.set(4 * id + side, !maze.walls[id][side]);
            }
        }
        for (int id : maze.supplies) {
            gold.set(id);
        }
        return new Board(maze.size, doors, gold);
    }
}
