package gr.auth.maze.tree;

import gr.auth.maze.Board;
import java.util.ArrayList;

public class Node {
    private Node parent;
    private ArrayList<Node> children = new ArrayList<>();
    private int nodeDepth;
    private int[] nodeMove;
    private Board nodeBoard;
    private double nodeEvaluation;

    public Node(Node parent, int depth, int[] move, Board board) {
        this.parent = parent; nodeDepth = depth; nodeMove = move; nodeBoard = board;
    }
    public Node getParent() { return parent; }
    public ArrayList<Node> getChildren() { return children; }
    public int getDepth() { return nodeDepth; }
    public int[] getMove() { return nodeMove; }
    public Board getBoard() { return nodeBoard; }
    public double getEvaluation() { return nodeEvaluation; }
    public void setEvaluation(double e) { nodeEvaluation = e; }
}
