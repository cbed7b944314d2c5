public class Player {
	int playerId;
	String name;
	Board board;
	int score;
	int x;
	int y;

	public Player() {
	}

	public Player(int playerId, String name, Board board, int score, int x, int y) {
		this.playerId = playerId;
		this.name = name;
		this.board = board;
		this.score = score;
		this.x = x;
		this.y = y;
	}

	/** Κίνηση του παίκτη: επιστρέφει {tileId, x, y, supplyId}. */
	public int[] move(int id, int dice) {
		int next = id;
		if (dice == 1 && !board.tiles[id].up) next = id + board.N;
		if (dice == 3 && !board.tiles[id].right) next = id + 1;
		if (dice == 5 && !board.tiles[id].down) next = id - board.N;
		if (dice == 7 && !board.tiles[id].left) next = id - 1;
		x = next / board.N;
		y = next % board.N;
		int taken = 0;
		for (Supply s : board.supplies) {
			if (playerId == 1 && s.supplyTileId == next) {
				taken = s.supplyId;
				s.supplyTileId = -1;
				s.x = s.y = -1;
				score++;
				System.out.println(name + " took s" + taken);
			}
		}
		return new int[] {next, x, y, taken};
	}
}
