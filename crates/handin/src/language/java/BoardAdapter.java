import java.util.ArrayList;

/**
 * The bridge from Agon's harness to the classes of a hand-in: how its board, its player and the
 * root of its tree are made. Only this class has to be changed for a hand-in whose Board differs.
 */
public class BoardAdapter {
    /** A board with the walls, the loot and the players of a maze. */
    public static Board board(Harness.Maze maze) {
        Tile[] tiles = new Tile[maze.size * maze.size];
        for (int id = 0; id < tiles.length; id++) {
            tiles[id] = new Tile(id, id / maze.size, id % maze.size, maze.walls[id]);
        }
        ArrayList<Supply> supplies = new ArrayList<>();
        for (int tile : maze.supplies) {
            supplies.add(new Supply(supplies.size() + 1, tile));
        }
        return new Board(maze.size, tiles, supplies, maze.theseus, maze.minotaur);
    }

    /** The player for one side on a board. */
    public static MinMaxPlayer player(boolean isTheseus, Board board) {
        return isTheseus
                ? new MinMaxPlayer(Board.THESEUS, "Theseus", board)
                : new MinMaxPlayer(Board.MINOTAUR, "Minotaur", board);
    }

    /** Puts the player and its opponent on tiles of the board. */
    public static void place(MinMaxPlayer player, Board board, int own, int opponent) {
        board.setPlayerTile(player.getOpponentId(), opponent);
        board.setPlayerTile(player.getPlayerId(), own);
    }

    /** The root of a tree, without children; its board may be changed freely. */
    public static Node root(Board board) {
        return new Node(new Board(board));
    }
}
