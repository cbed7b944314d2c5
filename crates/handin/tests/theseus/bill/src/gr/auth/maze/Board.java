package gr.auth.maze;

import java.util.ArrayList;

public class Board {
    private int _n, _s, _w;
    private ArrayList<Tile> _tiles = new ArrayList<Tile>();
    private ArrayList<Supply> _supplies = new ArrayList<Supply>();

    public Board(int n, int s, int w) {
        _n = n; _s = s; _w = w;
        for (int i = 0; i < n * n; i++)
            _tiles.add(new Tile(i, i / n, i % n, i % n == 0, i % n == n - 1, i / n == n - 1, i / n == 0));
        while (_supplies.size() < s) _supplies.add(new Supply(_supplies.size() + 1, (int) (Math.random() * n * n)));
    }
    public Board(Board b) {
        _n = b._n; _s = b._s; _w = b._w;
        _tiles.addAll(b._tiles);
        _supplies.addAll(b._supplies);
    }
    public int getN() { return _n; }
    public ArrayList<Tile> getTiles() { return _tiles; }
    public ArrayList<Supply> getSupplies() { return _supplies; }
    public int next(int pos, int dice) {
        if (_tiles.get(pos).blocked(dice)) return -1;
        return dice == 1 ? pos + _n : dice == 3 ? pos + 1 : dice == 5 ? pos - _n : pos - 1;
    }
    public boolean take(int pos) { return _supplies.removeIf(s -> s.getTile() == pos); }
}

class Supply {
    private int _supplyId, _supplyTileId;
    Supply(int id, int tile) { _supplyId = id; _supplyTileId = tile; }
    int getTile() { return _supplyTileId; }
    int getId() { return _supplyId; }
}
