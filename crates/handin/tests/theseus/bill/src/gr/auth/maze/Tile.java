package gr.auth.maze;

public class Tile {
    private int _tileId, _x, _y;
    private boolean _left, _right, _up, _down;

    public Tile(int _tileId, int _x, int _y, boolean _left, boolean _right, boolean _up, boolean _down) {
        this._tileId = _tileId; this._x = _x; this._y = _y;
        this._left = _left; this._right = _right; this._up = _up; this._down = _down;
    }

    public int getX() { return _x; }
    public int getY() { return _y; }
    /** wall in the direction of the dice */
    public boolean blocked(int dice) {
        return dice == 1 ? _up : dice == 3 ? _right : dice == 5 ? _down : _left;
    }
}
