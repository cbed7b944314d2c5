import java.util.ArrayList;

// Το ταμπλό
class Board {
  int size;
  Tile[] tiles;
  ArrayList<Supply> supplies = new ArrayList<>();
  Player[] players;

  Board(int size) {
    this.size = size;
    tiles = new Tile[size * size];
    generate();
  }
  Board(Board b) {
    size = b.size;
    tiles = b.tiles;
    supplies = new ArrayList<>(b.supplies);
    players = b.players;
  }
  // τυχαίος λαβύρινθος: μόνο τα σύνορα εδώ
  void generate() {
    for (int i = 0; i < tiles.length; i++) {
      tiles[i] = new Tile(i, i / size, i % size);
      tiles[i].walls = new boolean[] {i / size == size - 1, i / size == 0, i % size == 0, i % size == size - 1};
    }
  }
  int go(int pos, int z) {
    if (!tiles[pos].open(z)) return -1;
    return z == 1 ? pos + size : z == 5 ? pos - size : z == 7 ? pos - 1 : pos + 1;
  }
}

class Supply {
  String name;
  Tile tile;
  Supply(String name, Tile tile) { this.name = name; this.tile = tile; }
}
