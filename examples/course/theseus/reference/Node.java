import java.util.ArrayList;

/** A node of the tree of moves. */
public class Node {
    private final Node parent;
    private final ArrayList<Node> children = new ArrayList<>();
    private final int nodeDepth;
    private final int[] nodeMove;
    private final Board nodeBoard;
    private double nodeEvaluation;

    /** The root of a tree. */
    public Node(Board nodeBoard) {
        this(null, 0, null, nodeBoard, 0);
    }

    /**
     * @param parent         the node above this one
     * @param nodeDepth      the depth in the tree; that of the root is 0
     * @param nodeMove       the move to this node: x and y of the tile it starts from, and the die
     * @param nodeBoard      the board after the move
     * @param nodeEvaluation the evaluation of the moves down to this node
     */
    public Node(Node parent, int nodeDepth, int[] nodeMove, Board nodeBoard,
            double nodeEvaluation) {
        this.parent = parent;
        this.nodeDepth = nodeDepth;
        this.nodeMove = nodeMove;
        this.nodeBoard = nodeBoard;
        this.nodeEvaluation = nodeEvaluation;
    }

    public Node getParent() {
        return parent;
    }

    public ArrayList<Node> getChildren() {
        return children;
    }

    public void addChild(Node child) {
        children.add(child);
    }

    public int getNodeDepth() {
        return nodeDepth;
    }

    public int[] getNodeMove() {
        return nodeMove;
    }

    public Board getNodeBoard() {
        return nodeBoard;
    }

    public double getNodeEvaluation() {
        return nodeEvaluation;
    }

    public void setNodeEvaluation(double nodeEvaluation) {
        this.nodeEvaluation = nodeEvaluation;
    }
}
