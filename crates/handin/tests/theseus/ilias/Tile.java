public class Tile {
	private int id, x, y;
	private boolean north, south, west, east;
	private int supplyId;

	public Tile(boolean north, boolean south, boolean west, boolean east) {
		this.north = north; this.south = south; this.west = west; this.east = east;
	}
	public boolean free(int dice) {
		switch (dice) {
			case 1: return !north;
			case 3: return !east;
			case 5: return !south;
			default: return !west;
		}
	}
	public int getSupplyId() { return supplyId; }
	public void setSupplyId(int supplyId) { this.supplyId = supplyId; }
}
