package maze;

/** Ταμπλό με πλακίδια που ξέρουν αν έχουν εφόδιο. */
public class Board {
    int n, s, w;
    Tile[][] tiles;
    int[] supplyTiles;

    public Board(int a, int c, int d) {
        n = a;
        s = c;
        w = d;
        tiles = new Tile[n][n];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                tiles[i][j] = new Tile(i * n + j, i, j, i == n - 1, i == 0, j == 0, j == n - 1, false);
        int walls = 0;
        while (walls < w) { // μπορεί να αργήσει πολύ
            int i = (int) (Math.random() * (n - 1)), j = (int) (Math.random() * n);
            if (!tiles[i][j].u) {
                tiles[i][j].u = true;
                tiles[i + 1][j].d = true;
                walls++;
            }
        }
    }

    Board copy() {
        Board k = new Board(n, s, 0);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                Tile t = tiles[i][j];
                k.tiles[i][j] = new Tile(t.id, i, j, t.u, t.d, t.l, t.r, t.loot);
            }
        return k;
    }

    Tile tile(int id) {
        return tiles[id / n][id % n];
    }

    /** -1 όταν υπάρχει τείχος */
    int after(int id, int zari) {
        Tile t = tile(id);
        switch (zari) {
            case 1: return t.u ? -1 : id + n;
            case 3: return t.r ? -1 : id + 1;
            case 5: return t.d ? -1 : id - n;
            case 7: return t.l ? -1 : id - 1;
            default: throw new IllegalArgumentException("λάθος ζάρι " + zari);
        }
    }
}

class Tile {
    int id, x, y;
    boolean u, d, l, r;
    boolean loot;

    Tile(int a, int b, int c, boolean p, boolean q, boolean v, boolean z, boolean s) {
        id = a; x = b; y = c; u = p; d = q; l = v; r = z; loot = s;
    }
}
