import java.util.ArrayList;
import java.util.List;

public class Node {
	private Node parent;
	private List<Node> children;
	private int depth;
	private Integer[] move;
	private PlayerBoard board;
	private double evaluation;

	public Node() {
		children = new ArrayList<>();
	}
	public void setParent(Node p) { parent = p; }
	public void setDepth(int d) { depth = d; }
	public void setMove(Integer[] m) { move = m; }
	public void setBoard(PlayerBoard b) { board = b; }
	public void setEvaluation(double e) { evaluation = e; }
	public List<Node> getChildren() { return children; }
	public Integer[] getMove() { return move; }
	public PlayerBoard getBoard() { return board; }
	public double getEvaluation() { return evaluation; }
	public Node getParent() { return parent; }
	public int getDepth() { return depth; }
}
