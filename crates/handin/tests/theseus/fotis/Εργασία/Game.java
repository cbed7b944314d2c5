package maze;

public class Game {
    public static void main(String[] args) {
        Board b = new Board(15, 4, 100);
        Player t = new MinMaxPlayer(Player.THESEUS, "Theseus", b, 0, 0, 0);
        t.getNextMove(0, 112);
    }
}
