/** Εφόδιο. */
public class Supply {
	int supplyId, x, y, supplyTileId;

	public Supply() {
	}

	public Supply(int supplyId, int x, int y, int supplyTileId) {
		this.supplyId = supplyId;
		this.x = x;
		this.y = y;
		this.supplyTileId = supplyTileId;
	}

	public Supply(Supply s) {
		this(s.supplyId, s.x, s.y, s.supplyTileId);
	}
}
