import java.util.LinkedList;

public class Node {
	public Node parent;
	public LinkedList<Node> children = new LinkedList<Node>();
	public int depth;
	public int[] move;
	public Board board;
	public double eval;

	public Node(Board board) { this.board = board; }
	public Node(Node parent, int[] move, double eval) {
		this.parent = parent; this.move = move; this.eval = eval;
		depth = parent == null ? 0 : parent.depth + 1;
		board = parent == null ? null : new Board(parent.board);
	}
}
