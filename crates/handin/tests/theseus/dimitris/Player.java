class Player {
  Board board;
  int playerId, score, x, y;
  String name;
  Player(Board board, int playerId, String name, int score, int x, int y) {
    this.board = board; this.playerId = playerId; this.name = name; this.score = score; this.x = x; this.y = y;
  }
  int pos() { return x * board.size + y; }
}
