public class Tile {
    private int id, i, j, north, south, east, west;
    public Tile() { }
    public Tile(Tile t) { id = t.id; i = t.i; j = t.j; north = t.north; south = t.south; east = t.east; west = t.west; }
    public int getNorth() { return north; }
    public int getSouth() { return south; }
    public int getEast() { return east; }
    public int getWest() { return west; }
    public void setNorth(int w) { north = w; }
    public void setSouth(int w) { south = w; }
}
