import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** Names in programs as words: case and underscores do not matter. */
final class Words {
    private static final String[][] DIRECTIONS = {
        {"up", "u", "top", "north", "n", "pano", "panw", "epano", "epanw", "above"},
        {"right", "r", "east", "e", "dexia", "deksia", "deji", "dexi"},
        {"down", "d", "bottom", "south", "s", "kato", "katw", "below"},
        {"left", "l", "west", "w", "aristera", "aris"},
    };

    private static final Pattern MARKS = Pattern.compile("[^\\p{L}\\p{N}]");
    private static final Pattern AROUND = Pattern.compile("walls?|has|^is|tile|toixos|open|can|go|free|move");

    // The same few names come again for every object that is made.
    private static final Map<String, String> PLAIN = new ConcurrentHashMap<>();
    private static final Map<String, Integer> SIDES = new ConcurrentHashMap<>();
    private static final Map<String, Boolean> ENDS = new ConcurrentHashMap<>();

    static String plain(String name) {
        return PLAIN.computeIfAbsent(name, one -> MARKS.matcher(one.toLowerCase(Locale.ROOT)).replaceAll(""));
    }

    /** Whether a name has one of these parts. */
    static boolean has(String name, String... parts) {
        String plain = plain(name);
        for (String part : parts) {
            if (plain.contains(part)) {
                return true;
            }
        }
        return false;
    }

    static boolean is(String name, String... whole) {
        String plain = plain(name);
        for (String word : whole) {
            if (plain.equals(word)) {
                return true;
            }
        }
        return false;
    }

    /** The side of a tile that a name is about: 0 up, 1 right, 2 down, 3 left; or -1. */
    static int direction(String name) {
        return SIDES.computeIfAbsent(name, Words::sideOf);
    }

    private static int sideOf(String name) {
        String plain = AROUND.matcher(plain(name)).replaceAll("");
        for (int side = 0; side < 4; side++) {
            if (is(plain, DIRECTIONS[side])) {
                return side;
            }
        }
        return -1;
    }

    /** Whether a name says that there is no wall. */
    static boolean isOpen(String name) {
        return has(name, "open", "can", "free");
    }

    static boolean isRow(String name) {
        return is(name, "x", "xt", "xm", "row", "i", "line", "grammi") || endsAs(name, 'x') || has(name, "row");
    }

    static boolean isColumn(String name) {
        return is(name, "y", "yt", "ym", "col", "column", "j", "stili") || endsAs(name, 'y')
                || has(name, "column", "col");
    }

    /** Whether a name ends, or begins, with a letter as a word of its own, such as theseusX. */
    private static boolean endsAs(String name, char letter) {
        return ENDS.computeIfAbsent(letter + name, key -> endsSo(name, letter));
    }

    private static boolean endsSo(String name, char letter) {
        char upper = Character.toUpperCase(letter);
        return name.matches(".*[a-z0-9]" + upper) || name.matches("(?i).*_" + letter)
                || name.matches(letter + "[A-Z].*") || name.matches("(?i)" + letter + "_.*")
                || is(name, "tile" + letter, "pos" + letter, letter + "pos", letter + "tile",
                        "current" + letter, letter + "current", "supply" + letter, "player" + letter,
                        "theseus" + letter, "minotaur" + letter, "opponent" + letter, letter + "coord");
    }

    static boolean isOpponent(String name) {
        return has(name, "oppon", "enemy", "other", "antipal", "adversary", "rival")
                || is(name, "opp", "oppos") || plain(name).startsWith("opp");
    }

    static boolean isTheseus(String name) {
        return has(name, "thes", "thise", "thiss", "θησ") || is(name, "tpos", "ttile", "post", "xt", "yt");
    }

    static boolean isMinotaur(String name) {
        return has(name, "mino", "μινω", "μινώ") || is(name, "mpos", "mtile", "posm", "xm", "ym");
    }

    static boolean isDie(String name) {
        return has(name, "dice", "die", "zari", "zaria", "move", "direction", "roll") || is(name, "dir", "d", "kinisi");
    }

    static boolean isTile(String name) {
        return has(name, "tile", "pos", "current", "cell", "square", "plakid", "thesi") || is(name, "cur");
    }

    static boolean isId(String name) {
        return is(name, "id", "number", "num", "no", "index", "code") || plain(name).endsWith("id");
    }

    static boolean isSize(String name) {
        return is(name, "n", "size", "dim", "dimension", "dimensions", "side", "rows", "cols",
                "columns", "width", "height", "length", "boardsize", "sizen", "diastasi");
    }

    private Words() {
    }
}
