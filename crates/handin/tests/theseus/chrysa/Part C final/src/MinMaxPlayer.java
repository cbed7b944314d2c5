public class MinMaxPlayer extends Player {
	private static final int[] ZARIA = {1, 3, 5, 7};
	private int moves = 0;

	public MinMaxPlayer(PlayerBoard board, int player_id, String player_name) {
		super(board, player_id, player_name);
	}

	public double evaluate(PlayerBoard board, int position, int dice) {
		double f = 0;
		int at = position;
		for (int distance = 1; distance < 4; distance++) {
			at = board.neighbour(at, dice);
			if (at == -1) return f;
			if (board.at(at).hasSupply()) f += 4 - distance;
			int other = board.where(3 - player_id);
			if (at == other) f += (player_id == 1 ? -10.0 : 10.0) / distance;
		}
		return f;
	}

	public int[] getNextMove(int currentPos, int opponentCurrentPos) {
		Node root = new Node();
		root.setBoard(new PlayerBoard(board));
		createMySubtree(root, 1, currentPos, opponentCurrentPos);
		int zari = chooseMinMaxMove(root);
		int to = board.neighbour(currentPos, zari);
		board.put(player_id, to);
		moves++;
		return new int[] {zari, to};
	}

	private Node add(Node above, int from, int zari, int depth, double value) {
		Node n = new Node();
		n.setParent(above);
		n.setDepth(depth);
		n.setMove(new Integer[] {zari, board.at(from).row(), board.at(from).col()});
		n.setBoard(new PlayerBoard(above.getBoard()));
		n.setEvaluation(value);
		above.getChildren().add(n);
		return n;
	}

	public void createMySubtree(Node root, int depth, int currentPos, int opponentPos) {
		for (int zari : ZARIA) {
			int to = root.getBoard().neighbour(currentPos, zari);
			if (to < 0) continue;
			Node n = add(root, currentPos, zari, depth, evaluate(root.getBoard(), currentPos, zari));
			n.getBoard().put(player_id, to);
			createOpponentSubtree(n, depth + 1, to, opponentPos);
		}
	}

	public void createOpponentSubtree(Node parent, int depth, int currentPos, int opponentPos) {
		for (int zari : ZARIA) {
			int to = parent.getBoard().neighbour(opponentPos, zari);
			if (to < 0) continue;
			Node n = add(parent, opponentPos, zari, depth, parent.getEvaluation() - evaluate(parent.getBoard(), opponentPos, zari));
			n.getBoard().put(3 - player_id, to);
		}
	}

	public int chooseMinMaxMove(Node root) {
		Node best = null;
		double top = 0;
		for (Node mine : root.getChildren()) {
			double low = Double.MAX_VALUE;
			for (Node answer : mine.getChildren()) low = Math.min(low, answer.getEvaluation());
			if (best == null || low > top) { best = mine; top = low; }
		}
		return best.getMove()[0];
	}
}
