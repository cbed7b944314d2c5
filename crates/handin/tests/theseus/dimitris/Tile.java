// Πλακίδιο
class Tile {
  int id, row, column;
  boolean[] walls = new boolean[4]; // πάνω, κάτω, αριστερά, δεξιά
  Tile(int id, int row, int column) { this.id = id; this.row = row; this.column = column; }
  boolean open(int z) { return !walls[z == 1 ? 0 : z == 5 ? 1 : z == 7 ? 2 : 3]; }
}
