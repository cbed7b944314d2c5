module partC {
	requires javafx.graphics;
}
