/** A game on a random board: your player is Theseus, and that of part B is the Minotaur. */
public class Game {
    private static final int MOST_ROUNDS = 100;

    public static void main(String[] arguments) {
        Board board = Board.random(15, 4, 60);
        MinMaxPlayer theseus = new MinMaxPlayer(Board.THESEUS, "Theseus", board);
        HeuristicPlayer minotaur = new HeuristicPlayer(Board.MINOTAUR, "Minotaur", board);
        System.out.println(board);
        for (int round = 1; round <= MOST_ROUNDS && !board.isOver(); round++) {
            theseus.getNextMove(place(board, Board.THESEUS), place(board, Board.MINOTAUR));
            if (!board.isOver()) {
                minotaur.getNextMove(place(board, Board.MINOTAUR), place(board, Board.THESEUS));
            }
        }
        System.out.println(board);
        System.out.println("Loot of Theseus: " + theseus.getScore());
        System.out.println(board.isCaught() ? "The Minotaur wins."
                : board.isOver() ? "Theseus wins." : "The night is over: a draw.");
    }

    private static int place(Board board, int playerId) {
        return board.getPlayerTile(playerId);
    }
}
