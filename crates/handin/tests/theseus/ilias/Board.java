/** Rows are counted from the top, and there are always 15 of them. */
public class Board {
	public static final int N = 15;
	private Tile[] tiles = new Tile[N * N];
	private Supply[] supplies = new Supply[4];

	public Board() { }
	public Board(Board b) {
		tiles = b.tiles;
		supplies = b.supplies.clone();
	}
	public int move(int pos, int dice) {
		if (!tiles[pos].free(dice)) return pos;
		switch (dice) {
			case 1: return pos - 15;
			case 3: return pos + 1;
			case 5: return pos + 15;
			default: return pos - 1;
		}
	}
	public boolean hasSupply(int pos) {
		for (Supply s : supplies) if (s.getTileId() == pos) return true;
		return false;
	}
	public void collect(int pos) {
		for (int i = 0; i < supplies.length; i++) {
			if (supplies[i].getTileId() == pos) supplies[i] = new Supply(supplies[i].getSupplyId(), -1);
		}
	}
}
