import java.util.ArrayList;
import java.util.List;
import java.util.Random;

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

    /** A random board with outer walls, loot, and up to so many inner walls; no tile is cut off. */
    public static Board random(int size, int loot, int walls) {
        Random random = new Random();
        Tile[] tiles = new Tile[size * size];
        for (int id = 0; id < tiles.length; id++) {
            int x = id / size;
            int y = id % size;
            tiles[id] = new Tile(id, x, y,
                    new boolean[] {x == size - 1, y == size - 1, x == 0, y == 0});
        }
        ArrayList<Supply> supplies = new ArrayList<>();
        while (supplies.size() < loot) {
            int tile = 1 + random.nextInt(tiles.length - 2);
            if (supplies.stream().noneMatch(supply -> supply.getSupplyTileId() == tile)) {
                supplies.add(new Supply(supplies.size() + 1, tile));
            }
        }
        Board board = new Board(size, tiles, supplies, 0, tiles.length - 1);
        for (int tries = 0; tries < walls; tries++) {
            int dice = DICE[random.nextInt(2)];
            Tile tile = tiles[random.nextInt(tiles.length)];
            if (!tile.hasWall(dice)) {
                Tile next = tiles[board.getNextTile(tile.getTileId(), dice)];
                tile.setWall(dice, true);
                next.setWall(dice + 4, true);
                boolean isWhole = board.countReached(0, new boolean[tiles.length]) == tiles.length;
                tile.setWall(dice, isWhole);
                next.setWall(dice + 4, isWhole);
            }
        }
        return board;
    }

    /** The number of tiles that can be reached from a tile, without those already reached. */
    private int countReached(int tileId, boolean[] reached) {
        reached[tileId] = true;
        int count = 1;
        for (int dice : DICE) {
            if (!tiles[tileId].hasWall(dice) && !reached[getNextTile(tileId, dice)]) {
                count += countReached(getNextTile(tileId, dice), reached);
            }
        }
        return count;
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

    /** The board as it is drawn: T and M for the players, s1, s2, ... for the loot. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int x = size - 1; x >= 0; x--) {
            text.append(wallsOfRow(x, 1)).append("|");
            for (int y = 0; y < size; y++) {
                int tile = x * size + y;
                String on = "   ";
                for (Supply supply : supplies) {
                    on = supply.getSupplyTileId() == tile ? " s" + supply.getSupplyId() : on;
                }
                on = tile == playerTiles[MINOTAUR] ? " M " : on;
                on = tile == playerTiles[THESEUS] ? " T " : on;
                text.append(on).append(tiles[tile].hasWall(3) ? "|" : " ");
            }
            text.append("\n");
        }
        return text.append(wallsOfRow(0, 5)).toString();
    }

    private String wallsOfRow(int x, int dice) {
        StringBuilder line = new StringBuilder("+");
        for (int y = 0; y < size; y++) {
            line.append(tiles[x * size + y].hasWall(dice) ? "---+" : "   +");
        }
        return line.append("\n").toString();
    }
}
