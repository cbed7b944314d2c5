/** Κλάση που αναπαριστά ένα πλακίδιο του ταμπλό. */
public class Tile {
	int tileId;
	int x;
	int y;
	boolean up, down, left, right;

	public Tile() {
	}

	public Tile(int tileId, int x, int y, boolean up, boolean down, boolean left, boolean right) {
		this.tileId = tileId;
		this.x = x;
		this.y = y;
		this.up = up;
		this.down = down;
		this.left = left;
		this.right = right;
	}

	public Tile(Tile t) {
		this(t.tileId, t.x, t.y, t.up, t.down, t.left, t.right);
	}

	/** Πλήθος τειχών του πλακιδίου. */
	public int walls() {
		return (up ? 1 : 0) + (down ? 1 : 0) + (left ? 1 : 0) + (right ? 1 : 0);
	}
}
