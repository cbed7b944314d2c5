import java.util.ArrayList;

/** A correct hand-in of part C: a player that looks two moves ahead with the MinMax algorithm. */
public class MinMaxPlayer extends Player {
    /** How much is worth what lies one, two and three tiles ahead. */
    private static final double[] NEARNESS = {1, 0.5, 0.3};
    private static final double SUPPLY_WEIGHT = 0.46;
    private static final double OPPONENT_WEIGHT = 0.54;
    /** Evaluations that differ by less are equal: sums of decimals are not exact. */
    private static final double TOLERANCE = 1e-9;

    /** For each move so far: the die, and whether loot was picked up (1 or 0). */
    private final ArrayList<int[]> path = new ArrayList<>();

    public MinMaxPlayer(int playerId, String name, Board board) {
        super(playerId, name, board);
    }

    public ArrayList<int[]> getPath() {
        return path;
    }

    /**
     * Evaluates a move of this player: it looks up to three tiles ahead, as far as the next wall.
     *
     * @param currentPos the tile of this player
     * @param dice       the direction of the move
     * @param board      the board before the move
     * @return the evaluation; larger is better
     */
    public double evaluate(int currentPos, int dice, Board board) {
        return evaluate(playerId, currentPos, dice, board);
    }

    /** Evaluates a move of either player: Theseus avoids the Minotaur, who goes for him. */
    private double evaluate(int mover, int currentPos, int dice, Board board) {
        int other = mover == Board.THESEUS ? Board.MINOTAUR : Board.THESEUS;
        double sign = mover == Board.THESEUS ? -1 : 1;
        double sum = 0;
        int tile = currentPos;
        for (double nearness : NEARNESS) {
            if (board.getTile(tile).hasWall(dice)) {
                break;
            }
            tile = board.getNextTile(tile, dice);
            if (board.hasSupply(tile)) {
                sum += SUPPLY_WEIGHT * nearness;
            }
            if (board.getPlayerTile(other) == tile) {
                sum += sign * OPPONENT_WEIGHT * nearness;
            }
        }
        return sum;
    }

    /**
     * Makes the best move.
     *
     * @param currentPos         the tile of this player
     * @param opponentCurrentPos the tile of the opponent
     * @return x and y of the tile that the move starts from, and the die
     */
    public int[] getNextMove(int currentPos, int opponentCurrentPos) {
        board.setPlayerTile(getOpponentId(), opponentCurrentPos);
        board.setPlayerTile(playerId, currentPos);
        Node root = new Node(new Board(board));
        createMySubtree(currentPos, opponentCurrentPos, root, 1);
        int[] move = root.getChildren().get(chooseMinMaxMove(root)).getNodeMove();

        int before = board.getSupplies().size();
        board.setPlayerTile(playerId, board.getNextTile(currentPos, move[2]));
        int picked = before - board.getSupplies().size();
        score += picked;
        path.add(new int[] {move[2], picked});
        return move;
    }

    /**
     * Adds a child for each move of this player, with the opponent's answers below it.
     *
     * @param currentPos         the tile of this player
     * @param opponentCurrentPos the tile of the opponent
     * @param root               the node to which the children are added
     * @param depth              the depth of the children
     */
    public void createMySubtree(int currentPos, int opponentCurrentPos, Node root, int depth) {
        Board before = root.getNodeBoard();
        for (int dice : before.getAvailableMoves(currentPos)) {
            Board after = new Board(before);
            int nextPos = before.getNextTile(currentPos, dice);
            after.setPlayerTile(playerId, nextPos);
            double evaluation = evaluate(currentPos, dice, before);
            Node child = new Node(root, depth, move(before, currentPos, dice), after, evaluation);
            root.addChild(child);
            createOpponentSubtree(nextPos, opponentCurrentPos, child, depth + 1, evaluation);
        }
    }

    /**
     * Adds a child for each answer of the opponent.
     *
     * @param currentPos         the tile of this player
     * @param opponentCurrentPos the tile of the opponent
     * @param parent             the node to which the children are added
     * @param depth              the depth of the children
     * @param parentEval         the evaluation of the parent
     */
    public void createOpponentSubtree(int currentPos, int opponentCurrentPos, Node parent,
            int depth, double parentEval) {
        Board before = parent.getNodeBoard();
        for (int dice : before.getAvailableMoves(opponentCurrentPos)) {
            Board after = new Board(before);
            after.setPlayerTile(getOpponentId(), before.getNextTile(opponentCurrentPos, dice));
            double evaluation =
                    parentEval - evaluate(getOpponentId(), opponentCurrentPos, dice, before);
            parent.addChild(new Node(parent, depth, move(before, opponentCurrentPos, dice), after,
                    evaluation));
        }
    }

    /** A move as a node stores it: x, y and the die. */
    private static int[] move(Board board, int tileId, int dice) {
        Tile tile = board.getTile(tileId);
        return new int[] {tile.getX(), tile.getY(), dice};
    }

    /**
     * Finds the best move: the largest of the smallest evaluations.
     *
     * @param root the root of a tree
     * @return the index of its first best child
     */
    public int chooseMinMaxMove(Node root) {
        int best = 0;
        double bestValue = Double.NEGATIVE_INFINITY;
        for (int index = 0; index < root.getChildren().size(); index++) {
            double value = worstAnswer(root.getChildren().get(index));
            if (value > bestValue + TOLERANCE) {
                best = index;
                bestValue = value;
            }
        }
        return best;
    }

    /** The value of a move of this player; one that ends the game has no answers. */
    private static double worstAnswer(Node node) {
        double worst = Double.POSITIVE_INFINITY;
        for (Node answer : node.getChildren()) {
            worst = Math.min(worst, answer.getNodeEvaluation());
        }
        return node.getChildren().isEmpty() ? node.getNodeEvaluation() : worst;
    }
}
