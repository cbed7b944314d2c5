public class Node {
    private Node parent;
    private Node[] children = new Node[4];
    private int count = 0, depth, current, dice;
    private double value;
    private Board board;
    public Node() { }
    public void add(Node n) { children[count++] = n; }
    public int size() { int k = 0; for (Node n : children) if (n != null) k++; return k; }
    public Node getChild(int i) { return children[i]; }
    public Node getParent() { return parent; }
    public void setParent(Node p) { parent = p; }
    public int getDepth() { return depth; }
    public void setDepth(int d) { depth = d; }
    public int getCurrent() { return current; }
    public void setCurrent(int c) { current = c; }
    public int getDice() { return dice; }
    public void setDice(int d) { dice = d; }
    public double getValue() { return value; }
    public void setValue(double v) { value = v; }
    public Board getBoard() { return board; }
    public void setBoard(Board b) { board = b; }
}
