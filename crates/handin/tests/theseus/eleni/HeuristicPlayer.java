public class HeuristicPlayer extends Player {
    private int opponentTile;
    public int getOpponentTile() { return opponentTile; }
    public void setOpponentTile(int t) { opponentTile = t; }
}
