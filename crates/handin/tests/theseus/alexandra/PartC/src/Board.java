import java.util.Random;

/** Το ταμπλό του παιχνιδιού. */
public class Board {
	int N;
	int S;
	int W;
	Tile[] tiles;
	Supply[] supplies;

	public Board() {
	}

	public Board(int N, int S, int W) {
		this.N = N;
		this.S = S;
		this.W = W;
		tiles = new Tile[N * N];
		supplies = new Supply[S];
	}

	public Board(Board b) {
		this(b.N, b.S, b.W);
		for (int i = 0; i < tiles.length; i++) {
			tiles[i] = new Tile(b.tiles[i]);
		}
		for (int i = 0; i < supplies.length; i++) {
			supplies[i] = new Supply(b.supplies[i]);
		}
	}

	/** Τυχαία τοποθέτηση των τειχών. */
	public void createTile() {
		Random r = new Random();
		int placed = 0;
		for (int i = 0; i < N * N; i++) {
			tiles[i] = new Tile(i, i / N, i % N, i / N == N - 1, i / N == 0, i % N == 0, i % N == N - 1);
			placed += tiles[i].walls();
		}
		while (placed < W) {
			int id = r.nextInt(N * (N - 1));
			if (tiles[id].walls() < 2 && tiles[id + N].walls() < 2 && !tiles[id].up) {
				tiles[id].up = true;
				tiles[id + N].down = true;
				placed++;
			}
		}
	}

	public void createSupply() {
		for (int i = 0; i < S; i++) {
			int id = 1 + new Random().nextInt(N * N - 1);
			supplies[i] = new Supply(i + 1, id / N, id % N, id);
		}
	}

	public void createBoard() {
		createTile();
		createSupply();
	}
}
