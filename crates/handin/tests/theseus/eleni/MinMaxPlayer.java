import java.util.*;

/** Παίκτης χωρίς ορίσματα: όλα με set. */
public class MinMaxPlayer extends HeuristicPlayer
{
    private Node root;

    public MinMaxPlayer() { }

    public double evaluate(Node node)
    {
        int from = node.getCurrent(), d = node.getDice();
        Board b = node.getParent() == null ? getBoard() : node.getParent().getBoard();
        double value = 0;
        for (int i = 1; i <= 3; i++) {
            from = b.to(from, d);
            if (from < 0) return value;
            if (b.supplyAt(from)) value += 3 - i + 1;
            if (from == getOpponentTile()) value -= getPlayerId() == 1 ? 5 - i : i - 5;
        }
        return value;
    }

    public int[] getNextMove(int currentPos, int opponentCurrentPos)
    {
        setOpponentTile(opponentCurrentPos);
        root = new Node();
        root.setBoard(new Board(getBoard()));
        createMySubtree(currentPos, opponentCurrentPos, root, 1);
        Node best = root.getChild(chooseMinMaxMove(root));
        int to = getBoard().to(currentPos, best.getDice());
        setTile(to);
        if (getPlayerId() == 1 && getBoard().supplyAt(to)) { getBoard().remove(to); setScore(getScore() + 1); }
        return new int[] { best.getCurrent(), to, best.getDice(), getScore() };
    }

    private Node child(Node parent, int pos, int dice, int depth)
    {
        Node n = new Node();
        n.setParent(parent); n.setCurrent(pos); n.setDice(dice); n.setDepth(depth);
        n.setBoard(new Board(parent.getBoard()));
        parent.add(n);
        return n;
    }

    void createMySubtree(int myPos, int oppPos, Node parent, int depth)
    {
        for (int dice : parent.getBoard().available(myPos)) {
            Node n = child(parent, myPos, dice, depth);
            n.setValue(evaluate(n));
            int to = n.getBoard().to(myPos, dice);
            if (getPlayerId() == 1) n.getBoard().remove(to);
            createOpponentSubtree(to, oppPos, n, depth + 1, n.getValue());
        }
    }

    void createOpponentSubtree(int myPos, int oppPos, Node parent, int depth, double parentEval)
    {
        for (int dice : parent.getBoard().available(oppPos)) {
            Node n = child(parent, oppPos, dice, depth);
            n.setValue(parentEval - evaluate(n));
        }
    }

    public int chooseMinMaxMove(Node root)
    {
        int best = 0;
        for (int i = 1; i < root.size(); i++)
            if (worst(root.getChild(i)) > worst(root.getChild(best))) best = i;
        return best;
    }

    private double worst(Node n)
    {
        double w = n.size() == 0 ? n.getValue() : n.getChild(0).getValue();
        for (int i = 0; i < n.size(); i++) w = Math.min(w, n.getChild(i).getValue());
        return w;
    }
}
