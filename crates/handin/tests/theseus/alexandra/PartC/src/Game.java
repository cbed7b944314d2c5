public class Game {
	int round = 0;

	public static void main(String[] args) {
		Board board = new Board(15, 4, 338);
		board.createBoard();
		MinMaxPlayer theseus = new MinMaxPlayer(1, "Theseus", board, 0, 0, 0);
		Player minotaur = new Player(2, "Minotaur", board, 0, 7, 7);
		System.out.println(theseus.getNextMove(0, 112)[2] + " " + minotaur.name);
	}
}
