import java.util.ArrayList;
import java.util.List;

/** The board: its tiles with their walls, the loot that is left, and where the players are. */
public class Board {
    public static final int THESEUS = 0;
    public static final int MINOTAUR = 1;
    /** The dice: up, right, down, left. */
    public static final int[] DICE = {1, 3, 5, 7};

    private final int size;
    private final Tile[] tiles;
    private final ArrayList<Supply> supplies;
    private final int[] playerTiles;

    /**
     * @param size     the number of tiles along a side
     * @param tiles    the tiles in the order of their numbers
     * @param supplies the loot
     * @param theseus  the tile of Theseus
     * @param minotaur the tile of the Minotaur
     */
    public Board(int size, Tile[] tiles, List<Supply> supplies, int theseus, int minotaur) {
        this.size = size;
        this.tiles = tiles;
        this.supplies = new ArrayList<>(supplies);
        this.playerTiles = new int[] {theseus, minotaur};
    }

    /** A clone, on which moves do not change the original. The tiles never change. */
    public Board(Board other) {
        this(other.size, other.tiles, other.supplies,
                other.playerTiles[THESEUS], other.playerTiles[MINOTAUR]);
    }

    public int getSize() {
        return size;
    }

    public Tile getTile(int tileId) {
        return tiles[tileId];
    }

    public List<Supply> getSupplies() {
        return supplies;
    }

    public int getPlayerTile(int playerId) {
        return playerTiles[playerId];
    }

    /** Puts a player on a tile; Theseus picks up the loot there, unless he is caught. */
    public void setPlayerTile(int playerId, int tileId) {
        playerTiles[playerId] = tileId;
        if (playerId == THESEUS && !isCaught()) {
            supplies.removeIf(supply -> supply.getSupplyTileId() == tileId);
        }
    }

    public boolean hasSupply(int tileId) {
        return supplies.stream().anyMatch(supply -> supply.getSupplyTileId() == tileId);
    }

    public boolean isCaught() {
        return playerTiles[THESEUS] == playerTiles[MINOTAUR];
    }

    public boolean isOver() {
        return isCaught() || supplies.isEmpty();
    }

    /** The tile next to another in the direction of a die, which must not lead into a wall. */
    public int getNextTile(int tileId, int dice) {
        switch (dice) {
            case 1: return tileId + size;
            case 3: return tileId + 1;
            case 5: return tileId - size;
            case 7: return tileId - 1;
            default: throw new IllegalArgumentException("a die is 1, 3, 5 or 7, not " + dice);
        }
    }

    /** The dice that do not lead into a wall; none when the game is over. */
    public ArrayList<Integer> getAvailableMoves(int tileId) {
        ArrayList<Integer> available = new ArrayList<>();
        for (int dice : DICE) {
            if (!isOver() && !tiles[tileId].hasWall(dice)) {
                available.add(dice);
            }
        }
        return available;
    }
}
