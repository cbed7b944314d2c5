/** the real maze: tiles in two dimensions */
public class GameBoard {
	protected int dimension;
	protected Tile[][] tiles;

	public GameBoard(int dimension) {
		this.dimension = dimension;
		tiles = new Tile[dimension][dimension];
	}
	public GameBoard(GameBoard other) {
		this(other.dimension);
		for (int i = 0; i < dimension; i++)
			for (int j = 0; j < dimension; j++)
				tiles[i][j] = other.tiles[i][j].copy();
	}
	public Tile at(int id) { return tiles[id / dimension][id % dimension]; }
	public int neighbour(int id, int zari) {
		if (!at(id).isFree(zari)) return -1;
		int[] steps = {dimension, 1, -dimension, -1};
		return id + steps[zari / 2];
	}
}
