package gr.auth.maze;

import java.util.ArrayList;
import java.util.Scanner;

public class Main {
    static Scanner in = new Scanner(System.in);

    public static void main(String[] args) {
        int n = in.nextInt();
        Board b = new Board(n, 4, 200);
        Player theseus = new MinMaxPlayer(0, "Theseas", b, 0, 0, 0, new ArrayList<int[]>(), 3);
        Player minotaur = new MinMaxPlayer(1, "Minotavros", b, 0, n / 2, n / 2, new ArrayList<int[]>(), 3);
        theseus.getNextMove(0, n * n / 2);
        minotaur.getNextMove(n * n / 2, 0);
    }
}
