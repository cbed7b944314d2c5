public class Player {
    private int playerId, score, tile;
    private String name;
    private Board board;
    public int getPlayerId() { return playerId; }
    public void setPlayerId(int id) { playerId = id; }
    public int getScore() { return score; }
    public void setScore(int s) { score = s; }
    public int getTile() { return tile; }
    public void setTile(int t) { tile = t; }
    public Board getBoard() { return board; }
    public void setBoard(Board b) { board = b; }
    public void setName(String n) { name = n; }
}
