import java.util.ArrayList;

public class Board {
    private static int n = 15;
    private ArrayList<ArrayList<Tile>> grid = new ArrayList<>();
    private ArrayList<Supply> supplies = new ArrayList<>();

    public Board() { }
    public Board(Board b) {
        grid = b.grid;
        for (Supply s : b.supplies) supplies.add(s);
    }
    Tile get(int id) { return grid.get(id / n).get(id % n); }
    public int to(int id, int dice) {
        Tile t = get(id);
        int wall = dice == 1 ? t.getNorth() : dice == 3 ? t.getEast() : dice == 5 ? t.getSouth() : t.getWest();
        if (wall == 1) return -1;
        return dice == 1 ? id + n : dice == 3 ? id + 1 : dice == 5 ? id - n : id - 1;
    }
    public ArrayList<Integer> available(int id) {
        ArrayList<Integer> dice = new ArrayList<>();
        for (int d : new int[] { 1, 3, 5, 7 }) if (to(id, d) >= 0) dice.add(d);
        return dice;
    }
    public boolean supplyAt(int id) {
        for (Supply s : supplies) if (s != null && s.position == id) return true;
        return false;
    }
    public void remove(int id) {
        for (int i = 0; i < supplies.size(); i++)
            if (supplies.get(i) != null && supplies.get(i).position == id) supplies.set(i, null);
    }
}

class Supply {
    int number;
    int position;
}
