public class Supply {
	private int supplyId, tileId;
	public Supply(int supplyId, int tileId) { this.supplyId = supplyId; this.tileId = tileId; }
	public int getSupplyId() { return supplyId; }
	public int getTileId() { return tileId; }
}
