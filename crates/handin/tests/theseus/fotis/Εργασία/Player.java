package maze;

public abstract class Player {
    public static final int THESEUS = 0, MINOTAUR = 1;
    int id;
    String n;
    Board b;
    int points;
    int row, col;

    Player(int i, String n, Board b, int p, int r, int c) {
        id = i;
        this.n = n;
        this.b = b;
        points = p;
        row = r;
        col = c;
    }

    abstract int[] getNextMove(int currentPos, int opponentCurrentPos);
}
