/** A tile of the board: its place and the walls on its four sides. */
public class Tile {
    private final int tileId;
    private final int x;
    private final int y;
    private final boolean[] walls;

    /** x is the row, from the bottom, y the column; walls are above, right, below, left. */
    public Tile(int tileId, int x, int y, boolean[] walls) {
        this.tileId = tileId;
        this.x = x;
        this.y = y;
        this.walls = walls.clone();
    }

    public int getTileId() {
        return tileId;
    }

    public int getX() {
        return x;
    }

    public int getY() {
        return y;
    }

    /** Whether there is a wall in the direction of a die: 1 up, 3 right, 5 down, 7 left. */
    public boolean hasWall(int dice) {
        return walls[(dice - 1) / 2];
    }

    /** Builds or removes a wall. */
    public void setWall(int dice, boolean isThere) {
        walls[(dice - 1) / 2] = isThere;
    }
}
