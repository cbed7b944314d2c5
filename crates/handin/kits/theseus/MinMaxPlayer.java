import java.util.ArrayList;

/**
 * The player of part C, to be written: holes are marked with TODO. As it stands, it makes the first
 * move that no wall is in the way of.
 */
public class MinMaxPlayer extends Player {
    /** For each move so far: the die, and whether loot was picked up (1 or 0). */
    private final ArrayList<int[]> path = new ArrayList<>();

    public MinMaxPlayer(int playerId, String name, Board board) {
        super(playerId, name, board);
    }

    public ArrayList<int[]> getPath() {
        return path;
    }

    /** How good it is to move from a tile in the direction of a die; the board is that before it. */
    public double evaluate(int currentPos, int dice, Board board) {
        return 0; // TODO
    }

    /** Makes the best move: x and y of the tile that it starts from, and the die. */
    public int[] getNextMove(int currentPos, int opponentCurrentPos) {
        board.setPlayerTile(getOpponentId(), opponentCurrentPos);
        board.setPlayerTile(playerId, currentPos);
        Node root = new Node(new Board(board));
        createMySubtree(currentPos, opponentCurrentPos, root, 1);
        int best = chooseMinMaxMove(root);

        // TODO: the die of root's best child.
        int dice = board.getAvailableMoves(currentPos).get(best);

        int before = board.getSupplies().size();
        board.setPlayerTile(playerId, board.getNextTile(currentPos, dice));
        int picked = before - board.getSupplies().size();
        score += picked;
        path.add(new int[] {dice, picked});
        Tile tile = board.getTile(currentPos);
        return new int[] {tile.getX(), tile.getY(), dice};
    }

    /** Adds a child to the root for each move of this player, on a clone of the root's board. */
    public void createMySubtree(int currentPos, int opponentCurrentPos, Node root, int depth) {
        // TODO; each child gets its own children by createOpponentSubtree
    }

    /** Adds a child for each answer of the opponent. */
    public void createOpponentSubtree(int currentPos, int opponentCurrentPos, Node parent,
            int depth, double parentEval) {
        // TODO
    }

    /** The index of the child with the largest of the smallest evaluations below it. */
    public int chooseMinMaxMove(Node root) {
        return 0; // TODO
    }
}
