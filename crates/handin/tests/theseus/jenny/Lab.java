import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;

/** The labyrinth as bits: no tiles, no walls of their own. */
class Board {
    final int n;
    final BitSet doors;
    final BitSet gold;

    Board(int n, BitSet doors, BitSet gold) {
        this.n = n;
        this.doors = doors;
        this.gold = (BitSet) gold.clone();
    }

    int walk(int from, int die) {
        if (!doors.get(4 * from + die / 2)) return -1;
        return from + new int[] {n, 1, -n, -1}[die / 2];
    }
}

class Node {
    Node parent;
    int[] nodeMove;
    Board nodeBoard;
    double nodeEvaluation;
    ArrayList<Node> children = new ArrayList<>();

    Node(Node parent, int[] nodeMove, Board nodeBoard, double nodeEvaluation) {
        this.parent = parent;
        this.nodeMove = nodeMove;
        this.nodeBoard = nodeBoard;
        this.nodeEvaluation = nodeEvaluation;
    }
}

class MinMaxPlayer {
    private final boolean hero;
    private final Board board;
    private int enemy = -1;

    MinMaxPlayer(boolean isTheseus, Board board) {
        hero = isTheseus;
        this.board = board;
    }

    double evaluate(int currentPos, int dice, Board board) {
        double sum = 0;
        int at = board.walk(currentPos, dice);
        for (int far = 1; far <= 3 && at >= 0; far++, at = board.walk(at, dice)) {
            if (board.gold.get(at)) sum += 1.0 / far;
            if (at == enemy) sum += (hero ? -2.0 : 2.0) / far;
        }
        return sum;
    }

    int getNextMove(int currentPos, int opponentCurrentPos) {
        enemy = opponentCurrentPos;
        Node root = new Node(null, null, board, 0);
        createMySubtree(currentPos, opponentCurrentPos, root, 1);
        int die = root.children.get(chooseMinMaxMove(root)).nodeMove[0];
        board.gold.clear(hero ? board.walk(currentPos, die) : board.n * board.n);
        return die;
    }

    void createMySubtree(int currentPos, int opponentCurrentPos, Node root, int depth) {
        for (int die : Arrays.asList(1, 3, 5, 7)) {
            int to = root.nodeBoard.walk(currentPos, die);
            if (to < 0) continue;
            Board next = new Board(root.nodeBoard.n, root.nodeBoard.doors, root.nodeBoard.gold);
            if (hero) next.gold.clear(to);
            Node node = new Node(root, new int[] {die, currentPos}, next, evaluate(currentPos, die, root.nodeBoard));
            root.children.add(node);
            createOpponentSubtree(to, opponentCurrentPos, node, depth + 1, node.nodeEvaluation);
        }
    }

    void createOpponentSubtree(int currentPos, int opponentCurrentPos, Node parent, int depth, double parentEval) {
        for (int die : Arrays.asList(1, 3, 5, 7)) {
            if (parent.nodeBoard.walk(opponentCurrentPos, die) >= 0) {
                double value = parentEval - evaluate(opponentCurrentPos, die, parent.nodeBoard);
                parent.children.add(new Node(parent, new int[] {die, opponentCurrentPos}, parent.nodeBoard, value));
            }
        }
    }

    int chooseMinMaxMove(Node root) {
        int best = -1;
        double top = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < root.children.size(); i++) {
            double worst = root.children.get(i).children.stream().mapToDouble(c -> c.nodeEvaluation).min().orElse(0);
            if (worst > top) {
                top = worst;
                best = i;
            }
        }
        return best;
    }
}
