import java.util.ArrayList;

/** A node of the tree of moves. TODO: getters and setters, and the constructors that you need. */
public class Node {
    Node parent;
    ArrayList<Node> children = new ArrayList<>();
    int nodeDepth;
    int[] nodeMove;
    Board nodeBoard;
    double nodeEvaluation;

    /** The root of a tree. */
    public Node(Board nodeBoard) {
        this.nodeBoard = nodeBoard;
    }
}
