package maze;

public class Unfinished {
    void todo( {
    }
}
