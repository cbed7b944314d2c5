import java.util.ArrayList;

/** Παίκτης που χρησιμοποιεί τον αλγόριθμο MinMax. */
public class MinMaxPlayer extends Player {
	private ArrayList<Integer[]> path = new ArrayList<>();
	private int opponentPos;

	public MinMaxPlayer() {
	}

	public MinMaxPlayer(int playerId, String name, Board board, int score, int x, int y) {
		super(playerId, name, board, score, x, y);
	}

	private static int step(int pos, int dice, Board b) {
		Tile t = b.tiles[pos];
		switch (dice) {
			case 1: return t.up ? -1 : pos + b.N;
			case 3: return t.right ? -1 : pos + 1;
			case 5: return t.down ? -1 : pos - b.N;
			default: return t.left ? -1 : pos - 1;
		}
	}

	/** Συνάρτηση αξιολόγησης της κίνησης. */
	public double evaluate(int currentPos, int dice, Board board) {
		double[] near = {1, 0.5, 0.3};
		double supplies = 0, opponent = 0;
		int pos = currentPos;
		for (int i = 0; i < 3; i++) {
			pos = step(pos, dice, board);
			if (pos < 0) break;
			for (Supply s : board.supplies) {
				if (s.supplyTileId == pos) supplies += near[i];
			}
			if (pos == opponentPos) opponent += near[i];
		}
		return playerId == 1 ? 0.46 * supplies - 0.54 * opponent : 0.46 * supplies + 0.54 * opponent;
	}

	public int[] getNextMove(int currentPos, int opponentCurrentPos) {
		opponentPos = opponentCurrentPos;
		Node root = new Node(null, new ArrayList<Node>(), 0, new int[3], new Board(board), 0);
		createMySubtree(currentPos, opponentCurrentPos, root, 1);
		int best = chooseMinMaxMove(root);
		int[] result = root.getChildren().get(best).getNodeMove();
		int[] moved = move(currentPos, result[2]);
		path.add(new Integer[] {result[2], moved[3] > 0 ? 1 : 0});
		return result;
	}

	public void createMySubtree(int currentPos, int opponentCurrentPos, Node root, int depth) {
		for (int dice = 1; dice <= 7; dice += 2) {
			int next = step(currentPos, dice, root.getNodeBoard());
			if (next < 0) continue;
			Board clone = new Board(root.getNodeBoard());
			for (Supply s : clone.supplies) {
				if (playerId == 1 && s.supplyTileId == next) s.supplyTileId = -1;
			}
			int[] nodeMove = {currentPos / clone.N, currentPos % clone.N, dice};
			double eval = evaluate(currentPos, dice, root.getNodeBoard());
			Node child = new Node(root, new ArrayList<Node>(), depth, nodeMove, clone, eval);
			root.getChildren().add(child);
			createOpponentSubtree(next, opponentCurrentPos, child, depth + 1, eval);
		}
	}

	public void createOpponentSubtree(int currentPos, int opponentCurrentPos, Node parent, int depth, double parentEval) {
		for (int dice = 1; dice <= 7; dice += 2) {
			Board b = parent.getNodeBoard();
			if (step(opponentCurrentPos, dice, b) < 0) continue;
			int[] nodeMove = {opponentCurrentPos / b.N, opponentCurrentPos % b.N, dice};
			double eval = parentEval - evaluate(opponentCurrentPos, dice, b);
			parent.getChildren().add(new Node(parent, new ArrayList<Node>(), depth, nodeMove, new Board(b), eval));
		}
	}

	/** Επιστρέφει τον δείκτη της καλύτερης κίνησης. */
	public int chooseMinMaxMove(Node root) {
		int index = 0;
		double max = -1e9;
		for (int i = 0; i < root.getChildren().size(); i++) {
			double min = 1e9;
			for (Node n : root.getChildren().get(i).getChildren()) {
				min = Math.min(min, n.getNodeEvaluation());
			}
			if (min > max) {
				max = min;
				index = i;
			}
		}
		return index;
	}
}
