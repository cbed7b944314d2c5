package gr.auth.maze;

import gr.auth.maze.tree.Node;
import java.util.ArrayList;

public class MinMaxPlayer extends Player {
    private ArrayList<int[]> _path;
    private int _ability;
    private int _opp;

    public MinMaxPlayer(int id, String name, Board board, int score, int x, int y, ArrayList<int[]> path, int ability) {
        super(id, name, board, score, x, y);
        _path = path;
        _ability = ability;
    }

    /** looks as far as the ability says */
    public double evaluate(int currentPos, int dice) {
        double value = 0;
        int pos = currentPos;
        for (int i = 1; i <= _ability; i++) {
            pos = _board.next(pos, dice);
            if (pos < 0) break;
            for (Supply s : _board.getSupplies()) if (s.getTile() == pos) value += 1.0 / i;
            if (pos == _opp) value += (_name.equals("Theseas") ? -2.0 : 2.0) / i;
        }
        return value;
    }

    public int[] getNextMove(int currentPos, int opponentCurrentPos) {
        _opp = opponentCurrentPos;
        Node root = new Node(null, 0, null, new Board(_board));
        createMySubTree(currentPos, opponentCurrentPos, root, 1);
        int dice = chooseMinMaxMove(root);
        int[] move = { currentPos / _board.getN(), currentPos % _board.getN(), dice };
        int to = _board.next(currentPos, dice);
        if (_name.equals("Theseas") && _board.take(to)) _score++;
        _path.add(move);
        return move;
    }

    public void createMySubTree(int currentPos, int opponentCurrentPos, Node root, int depth) {
        for (int dice : new int[] {1, 3, 5, 7}) {
            int to = root.getBoard().next(currentPos, dice);
            if (to == -1) continue;
            Board copy = new Board(root.getBoard());
            if (_playerId == 0) copy.take(to);
            Node child = new Node(root, depth, new int[] {currentPos / copy.getN(), currentPos % copy.getN(), dice}, copy);
            child.setEvaluation(evaluate(currentPos, dice));
            root.getChildren().add(child);
            createOpponentSubTree(to, opponentCurrentPos, child, depth + 1, child.getEvaluation());
        }
    }

    public void createOpponentSubTree(int currentPos, int opponentCurrentPos, Node parent, int depth, double parentEval) {
        for (int dice : new int[] {1, 3, 5, 7}) {
            if (parent.getBoard().next(opponentCurrentPos, dice) == -1) continue;
            int n = parent.getBoard().getN();
            Node child = new Node(parent, depth, new int[] {opponentCurrentPos / n, opponentCurrentPos % n, dice}, new Board(parent.getBoard()));
            child.setEvaluation(parentEval - evaluate(opponentCurrentPos, dice));
            parent.getChildren().add(child);
        }
    }

    /** returns the DICE of the best move */
    public int chooseMinMaxMove(Node root) {
        double best = Double.NEGATIVE_INFINITY;
        int dice = 0;
        for (Node mine : root.getChildren()) {
            double worst = mine.getChildren().stream().mapToDouble(Node::getEvaluation).min().orElse(mine.getEvaluation());
            if (worst > best) { best = worst; dice = mine.getMove()[2]; }
        }
        return dice;
    }
}
