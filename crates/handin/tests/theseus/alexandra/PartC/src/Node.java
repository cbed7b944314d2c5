import java.util.ArrayList;

public class Node {
	private Node parent;
	private ArrayList<Node> children;
	private int nodeDepth;
	private int[] nodeMove;
	private Board nodeBoard;
	private double nodeEvaluation;

	public Node(Node parent, ArrayList<Node> children, int nodeDepth, int[] nodeMove, Board nodeBoard, double nodeEvaluation) {
		this.parent = parent;
		this.children = children;
		this.nodeDepth = nodeDepth;
		this.nodeMove = nodeMove;
		this.nodeBoard = nodeBoard;
		this.nodeEvaluation = nodeEvaluation;
	}

	public ArrayList<Node> getChildren() { return children; }
	public int[] getNodeMove() { return nodeMove; }
	public Board getNodeBoard() { return nodeBoard; }
	public double getNodeEvaluation() { return nodeEvaluation; }
	public void setNodeEvaluation(double e) { nodeEvaluation = e; }
	public Node getParent() { return parent; }
	public int getNodeDepth() { return nodeDepth; }
}
