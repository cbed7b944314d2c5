import java.util.ArrayList;
import java.util.Scanner;
import javax.swing.JFrame;

// Παράθυρο και κύριο πρόγραμμα
class Game extends JFrame {
  Game() { setTitle("Λαβύρινθος"); setSize(900, 900); setVisible(true); }
  public static void main(String[] args) {
    System.out.print("N = ");
    int n = new Scanner(System.in).nextInt();
    Board b = new Board(n);
    Player minotaur = new Player(b, 1, "Minotaur", 0, n / 2, n / 2);
    MinMaxPlayer theseus = new MinMaxPlayer(b, 0, "Theseus", 0, 0, 0, new ArrayList<>(), 0, minotaur);
    new Game();
    while (true) if (theseus.getNextMove(theseus.pos(), minotaur.pos()) == null) System.exit(0);
  }
}
