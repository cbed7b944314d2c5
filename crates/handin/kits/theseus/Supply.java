/** A piece of loot and the tile on which it lies. */
public class Supply {
    private final int supplyId;
    private final int supplyTileId;

    public Supply(int supplyId, int supplyTileId) {
        this.supplyId = supplyId;
        this.supplyTileId = supplyTileId;
    }

    public int getSupplyId() {
        return supplyId;
    }

    public int getSupplyTileId() {
        return supplyTileId;
    }
}
