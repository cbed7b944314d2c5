/** what the players share: the maze and where they are */
public class PlayerBoard extends GameBoard {
	private int theseusTile, minotaurTile;

	public PlayerBoard(GameBoard maze, int theseusTile, int minotaurTile) {
		super(maze);
		this.theseusTile = theseusTile;
		this.minotaurTile = minotaurTile;
	}
	public PlayerBoard(PlayerBoard b) {
		this(b, b.theseusTile, b.minotaurTile);
	}
	public int where(int player) { return player == 1 ? theseusTile : minotaurTile; }
	public void put(int player, int tile) {
		if (player == 1) {
			theseusTile = tile;
			at(tile).setSupply(false);
		} else {
			minotaurTile = tile;
		}
	}
}
