import java.util.ArrayList;

// Παίκτης MinMax: πρώτα το ταμπλό, μετά τα υπόλοιπα
class MinMaxPlayer extends Player {
  ArrayList<ArrayList<Integer>> path;
  int tileId;
  Player opponent;

  MinMaxPlayer(Board board, int playerId, String name, int score, int x, int y, ArrayList<ArrayList<Integer>> path, int tileId, Player opponent) {
    super(board, playerId, name, score, x, y);
    this.path = path; this.tileId = tileId; this.opponent = opponent;
  }

  // αξιολογεί τη ζαριά από εκεί που στέκεται ο παίκτης
  double evaluate(int dice) { return look(pos(), dice, opponent.pos(), board, playerId == 0); }

  private double look(int from, int dice, int other, Board b, boolean theseus) {
    double sum = 0, weight = 1;
    for (int at = b.go(from, dice); at >= 0 && weight > 0.2; at = b.go(at, dice), weight /= 2) {
      for (Supply s : b.supplies) if (s.tile.id == at) sum += 0.46 * weight;
      if (at == other) sum += (theseus ? -0.54 : 0.54) * weight;
    }
    return sum;
  }

  int[] getNextMove(int currentPos, int opponentCurrentPos) {
    tileId = currentPos;
    x = currentPos / board.size;
    y = currentPos % board.size;
    Node root = new Node(null, new int[] {x, y, 0}, new Board(board));
    createMySubtree(currentPos, opponentCurrentPos, root, 1);
    int dice = chooseMinMaxMove(root);
    int to = board.go(currentPos, dice);
    x = to / board.size;
    y = to % board.size;
    if (playerId == 0 && board.supplies.removeIf(s -> s.tile.id == to)) score++;
    return new int[] {x, y, dice, score};
  }

  void createMySubtree(int currentPos, int opponentCurrentPos, Node root, int depth) {
    for (int d = 1; d < 8; d += 2) {
      int to = root.board.go(currentPos, d);
      if (to < 0) continue;
      Node n = new Node(root, new int[] {to / board.size, to % board.size, d}, new Board(root.board));
      n.evaluation = evaluate(d);
      if (playerId == 0) n.board.supplies.removeIf(s -> s.tile.id == to);
      root.children.add(n);
      createOpponentSubtree(to, opponentCurrentPos, n, depth + 1, n.evaluation);
    }
  }

  void createOpponentSubtree(int currentPos, int opponentCurrentPos, Node parent, int depth, double parentEval) {
    for (int d = 1; d < 8; d += 2) {
      int to = parent.board.go(opponentCurrentPos, d);
      if (to < 0) continue;
      Node n = new Node(parent, new int[] {to / board.size, to % board.size, d}, parent.board);
      n.evaluation = parentEval - look(opponentCurrentPos, d, currentPos, parent.board, playerId != 0);
      parent.children.add(n);
    }
  }

  // επιστρέφει τη ζαριά, όχι τον δείκτη
  int chooseMinMaxMove(Node root) {
    Node best = root.children.get(0);
    for (Node n : root.children) if (n.worst() > best.worst()) best = n;
    return best.move[2];
  }
}

class Node {
  Node parent;
  int[] move;
  Board board;
  double evaluation;
  ArrayList<Node> children = new ArrayList<>();
  Node(Node parent, int[] move, Board board) { this.parent = parent; this.move = move; this.board = board; }
  double worst() {
    double w = Double.POSITIVE_INFINITY;
    for (Node c : children) w = Math.min(w, c.evaluation);
    return w;
  }
}
