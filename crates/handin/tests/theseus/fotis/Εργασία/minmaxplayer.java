package maze;

import java.util.ArrayList;

public class MinMaxPlayer extends Player {
    static int count = 0;
    private double[] memory = new double[4];

    public MinMaxPlayer(int i, String n, Board b, int p, int r, int c) {
        super(i, n, b, p, r, c);
        if (b == null) System.exit(1);
    }

    public float evaluate(int currentPos, int dice, Board board, int opponentPos) {
        float f = 0;
        int at = currentPos;
        for (int k = 3; k > 0; k--) {
            at = board.after(at, dice);
            if (at < 0) break;
            if (board.tile(at).loot) f += k;
            if (at == opponentPos) f += id == THESEUS ? -2 * k : 2 * k;
        }
        return f;
    }

    @Override
    public int[] getNextMove(int currentPos, int opponentCurrentPos) {
        System.out.println("round " + ++count);
        Node root = new Node(b.copy());
        createMySubtree(currentPos, opponentCurrentPos, root, 1);
        Node child = root.kids.get(chooseMinMaxMove(root));
        int to = b.after(currentPos, child.nodeMove[2]);
        row = to / b.n;
        col = to % b.n;
        int supply = 0;
        if (id == THESEUS && b.tile(to).loot) {
            b.tile(to).loot = false;
            points++;
            supply = 1;
            if (points == b.s) {
                System.out.println("Theseus wins");
            }
        }
        memory[count % 4] = supply;
        return new int[] {currentPos / b.n, currentPos % b.n, child.nodeMove[2], supply};
    }

    public void createMySubtree(int currentPos, int opponentCurrentPos, Node root, int depth) {
        for (int z = 1; z < 8; z += 2) {
            int to = root.nodeBoard.after(currentPos, z);
            if (to < 0) continue;
            Node n = new Node(root.nodeBoard.copy());
            n.set(root, depth, currentPos, z, evaluate(currentPos, z, root.nodeBoard, opponentCurrentPos));
            if (id == THESEUS) n.nodeBoard.tile(to).loot = false;
            createOpponentSubtree(to, opponentCurrentPos, n, depth + 1, n.nodeEvaluation);
        }
    }

    public void createOpponentSubtree(int currentPos, int opponentCurrentPos, Node parent, int depth, double parentEval) {
        for (int z = 1; z < 8; z += 2) {
            if (parent.nodeBoard.after(opponentCurrentPos, z) < 0) continue;
            Node n = new Node(parent.nodeBoard.copy());
            n.set(parent, depth, opponentCurrentPos, z, parentEval - evaluate(opponentCurrentPos, z, parent.nodeBoard, currentPos));
        }
    }

    public int chooseMinMaxMove(Node root) {
        double best = -Double.MAX_VALUE;
        int which = -1;
        for (Node n : root.kids) {
            double worst = Double.MAX_VALUE;
            for (Node m : n.kids) worst = Math.min(worst, m.nodeEvaluation);
            if (worst > best) {
                best = worst;
                which = root.kids.indexOf(n);
            }
        }
        return which;
    }

    public static void main(String[] args) {
        System.out.println("δοκιμή του δέντρου");
    }
}

class Node {
    Node parent;
    ArrayList<Node> kids = new ArrayList<Node>();
    int nodeDepth;
    int[] nodeMove;
    Board nodeBoard;
    double nodeEvaluation;

    Node(Board nodeBoard) {
        this.nodeBoard = nodeBoard;
    }

    void set(Node parent, int depth, int pos, int z, double value) {
        this.parent = parent;
        nodeDepth = depth;
        nodeMove = new int[] {pos / nodeBoard.n, pos % nodeBoard.n, z};
        nodeEvaluation = value;
        parent.kids.add(this);
    }
}
