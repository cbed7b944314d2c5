/** A player: who it is, its board, and the loot that it has picked up. */
public class Player {
    protected final int playerId;
    protected final String name;
    protected final Board board;
    protected int score;

    public Player(int playerId, String name, Board board) {
        this.playerId = playerId;
        this.name = name;
        this.board = board;
    }

    public int getPlayerId() {
        return playerId;
    }

    public String getName() {
        return name;
    }

    public Board getBoard() {
        return board;
    }

    public int getScore() {
        return score;
    }

    public int getOpponentId() {
        return playerId == Board.THESEUS ? Board.MINOTAUR : Board.THESEUS;
    }
}
