import javafx.application.Application;
import javafx.stage.Stage;

public class MazeWindow extends Application {
	@Override
	public void start(Stage stage) {
		stage.setTitle("Night at the museum");
		stage.show();
	}
	public static void main(String[] args) { launch(args); }
}
