import java.util.ArrayList;
import java.util.Random;

/** The player of part B: looks one tile ahead, and otherwise walks at random. */
public class HeuristicPlayer extends Player {
    private final Random random = new Random();

    public HeuristicPlayer(int playerId, String name, Board board) {
        super(playerId, name, board);
    }

    /** Loot is good for both; the opponent is prey for the Minotaur and death for Theseus. */
    public double evaluate(int currentPos, int dice) {
        int next = board.getNextTile(currentPos, dice);
        double loot = board.hasSupply(next) ? 0.5 : 0;
        boolean meets = board.getPlayerTile(getOpponentId()) == next;
        return loot + (meets ? (playerId == Board.MINOTAUR ? 1 : -1) : 0);
    }

    /** Makes the best move: x and y of the tile that it starts from, and the die. */
    public int[] getNextMove(int currentPos, int opponentCurrentPos) {
        ArrayList<Integer> best = new ArrayList<>();
        double most = Double.NEGATIVE_INFINITY;
        for (int dice : board.getAvailableMoves(currentPos)) {
            double value = evaluate(currentPos, dice);
            if (value > most) {
                best.clear();
                most = value;
            }
            if (value == most) {
                best.add(dice);
            }
        }
        int dice = best.get(random.nextInt(best.size()));
        board.setPlayerTile(playerId, board.getNextTile(currentPos, dice));
        Tile tile = board.getTile(currentPos);
        return new int[] {tile.getX(), tile.getY(), dice};
    }
}
