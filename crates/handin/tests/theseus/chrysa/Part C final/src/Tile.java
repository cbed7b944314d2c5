public class Tile {
	private int tile_id;
	private int x_pos, y_pos;
	private boolean wall_up, wall_down, wall_left, wall_right;
	private boolean has_supply;

	public Tile(boolean wall_up, boolean wall_right, boolean wall_down, boolean wall_left, int tile_id, boolean has_supply) {
		this.wall_up = wall_up; this.wall_right = wall_right; this.wall_down = wall_down; this.wall_left = wall_left;
		this.tile_id = tile_id; this.has_supply = has_supply;
	}
	public Tile copy() {
		Tile t = new Tile(wall_up, wall_right, wall_down, wall_left, tile_id, has_supply);
		t.x_pos = x_pos; t.y_pos = y_pos;
		return t;
	}
	public boolean isFree(int zari) {
		if (zari == 1) return !wall_up;
		if (zari == 3) return !wall_right;
		if (zari == 5) return !wall_down;
		return !wall_left;
	}
	public boolean hasSupply() { return has_supply; }
	public void setSupply(boolean s) { has_supply = s; }
	public int row() { return x_pos; }
	public int col() { return y_pos; }
}
