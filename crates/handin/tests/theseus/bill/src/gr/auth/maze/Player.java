package gr.auth.maze;

public abstract class Player {
    protected int _playerId, _score, _x, _y;
    protected String _name;
    protected Board _board;

    public Player(int id, String name, Board board, int score, int x, int y) {
        _playerId = id; _name = name; _board = board; _score = score; _x = x; _y = y;
    }
    public abstract int[] getNextMove(int currentPos, int opponentCurrentPos);
}
