public class Player {
	protected int player_id;
	protected String player_name;
	protected PlayerBoard board;
	public Player(PlayerBoard board, int player_id, String player_name) {
		this.board = board; this.player_id = player_id; this.player_name = player_name;
	}
}
