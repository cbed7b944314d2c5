/** Plays without moving itself: the game moves it. There is no getNextMove. */
public class MinMaxPlayer {
	private String name;
	private Board board;
	private int theseusPos, minotaurPos;

	public MinMaxPlayer(String name, Board board) { this.name = name; this.board = board; }

	private boolean isTheseus() { return name.charAt(0) == 'T'; }

	public double evaluate(int currentPos, int dice, Board board) {
		double e = 0;
		int opponent = isTheseus() ? minotaurPos : theseusPos;
		for (int d = 1, p = currentPos; d <= 3; d++) {
			int q = board.move(p, dice);
			if (q == p) break;
			p = q;
			if (board.hasSupply(p)) e += 0.5 / d;
			if (p == opponent) e += isTheseus() ? -1.0 / d : 1.0 / d;
		}
		return e;
	}

	public void createMySubtree(int currentPos, int opponentCurrentPos, Node root, int depth) {
		for (int dice = 1; dice <= 7; dice += 2) {
			int to = root.board.move(currentPos, dice);
			if (to == currentPos) continue;
			Node n = new Node(root, new int[] { currentPos, dice }, evaluate(currentPos, dice, root.board));
			if (isTheseus()) n.board.collect(to);
			root.children.add(n);
			createOpponentSubtree(to, opponentCurrentPos, n, depth + 1, n.eval);
		}
	}

	public void createOpponentSubtree(int currentPos, int opponentCurrentPos, Node parent, int depth, double parentEval) {
		for (int dice = 7; dice >= 1; dice -= 2) {
			if (parent.board.move(opponentCurrentPos, dice) == opponentCurrentPos) continue;
			double e = evaluate(opponentCurrentPos, dice, parent.board);
			parent.children.add(new Node(parent, new int[] { opponentCurrentPos, dice }, parentEval - e));
		}
	}

	public Node chooseMinMaxMove(Node root) {
		Node best = null;
		for (Node n : root.children) if (best == null || min(n) > min(best)) best = n;
		return best;
	}

	private double min(Node n) {
		double m = n.children.isEmpty() ? n.eval : n.children.getFirst().eval;
		for (Node c : n.children) m = Math.min(m, c.eval);
		return m;
	}
}
