import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Asks the classes of a hand-in of part C: reads one command a line, and answers on standard
 * output. It knows Node and MinMaxPlayer by the names that the assignment gives to their methods
 * and fields; BoardAdapter makes the board, the player and the root of a tree.
 *
 * <pre>
 * command                     answer
 * board LINES                 ok
 * player theseus|minotaur     ok
 * getNextMove OWN OPP         X Y DIE
 * evaluate POS DIE            a number
 * tree OWN OPP                nodes COUNT, then COUNT lines DEPTH X Y DIE EVALUATION
 * choose                      the index of the best child of the last tree
 * minmax DEPTHS EVALUATIONS   the index of the best child of a tree that is given
 * </pre>
 *
 * The drawing of the maze follows on the next LINES lines, as Agon writes it: lines such as
 * "plies: 200" may come first, and are ignored; then the top row of tiles first, cells three
 * characters wide, T, M, s1, s2, ... on the tiles:
 *
 * <pre>
 * +---+---+---+
 * |     s1|   |
 * +   +   +   +
 * |     M     |
 * +   +   +   +
 * | T         |
 * +---+---+---+
 * </pre>
 *
 * A tile has the number x * size + y: x counts the rows from the bottom, y the columns from the
 * left. The dice are 1 up, 3 right, 5 down, 7 left. board and player make a new board and a new
 * player; getNextMove and tree put both players on the given tiles of that board, and evaluate
 * leaves the opponent where it is. The nodes of a tree come in preorder; a root without a move
 * has "- - -". minmax builds a tree without boards, nodes in preorder: "minmax 0,1,2,2,1,2,2
 * 0,0,5,3,0,-1,1" is the tree of the assignment's Figure 2. What goes wrong is answered by one line
 * "error REASON". What the hand-in itself prints goes to standard error.
 */
public class Harness {
    /** A maze as it was read. */
    public static class Maze {
        /** The number of tiles along a side. */
        public int size;
        /** For each tile: whether there is a wall above, on the right, below, on the left. */
        public boolean[][] walls;
        /** The tiles of s1, s2, ... */
        public int[] supplies;
        /** The tile on which Theseus starts. */
        public int theseus;
        /** The tile on which the Minotaur starts. */
        public int minotaur;
    }

    private static final int MOST_LINES = 100;

    private final BufferedReader input;
    private final PrintStream output;
    private Maze maze;
    private boolean isTheseus = true;
    private Board board;
    private MinMaxPlayer player;
    private Node root;

    Harness(BufferedReader input, PrintStream output) {
        this.input = input;
        this.output = output;
    }

    public static void main(String[] arguments) throws IOException {
        PrintStream answers = System.out;
        System.setOut(System.err);
        new Harness(
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)),
                answers).run();
    }

    void run() throws IOException {
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            if (line.isBlank()) {
                continue;
            }
            String answer;
            try {
                answer = answer(line.trim().split("\\s+"));
            } catch (InvocationTargetException thrown) {
                answer = "error " + reason(thrown.getCause());
            } catch (ReflectiveOperationException | RuntimeException | StackOverflowError
                    | OutOfMemoryError thrown) {
                answer = "error " + reason(thrown);
            }
            output.println(answer);
            output.flush();
        }
    }

    private static String reason(Throwable thrown) {
        return thrown.toString().replaceAll("\\s+", " ");
    }

    private String answer(String[] words) throws IOException, ReflectiveOperationException {
        switch (words[0] + " " + (words.length - 1)) {
            case "board 1":
                maze = read(number(words[1]));
                renew();
                return "ok";
            case "player 1":
                if (!words[1].equals("theseus") && !words[1].equals("minotaur")) {
                    throw new IllegalArgumentException("a player is theseus or minotaur");
                }
                isTheseus = words[1].equals("theseus");
                if (maze != null) {
                    renew();
                }
                return "ok";
            case "getNextMove 2":
                place(words);
                return join((int[]) call(player, "getNextMove", tile(words[1]), tile(words[2])));
            case "evaluate 2":
                needBoard();
                return call(player, "evaluate", tile(words[1]), number(words[2]), board)
                        .toString();
            case "tree 2":
                place(words);
                root = BoardAdapter.root(board);
                call(player, "createMySubtree", tile(words[1]), tile(words[2]), root, 1);
                return tree();
            case "choose 0":
                if (root == null) {
                    throw new IllegalArgumentException("ask for a tree first");
                }
                return call(player, "chooseMinMaxMove", root).toString();
            case "minmax 2":
                needBoard();
                return call(player, "chooseMinMaxMove", given(words[1], words[2])).toString();
            default:
                throw new IllegalArgumentException("the commands are board LINES, player NAME,"
                        + " getNextMove OWN OPP, evaluate POS DIE, tree OWN OPP, choose and"
                        + " minmax DEPTHS EVALUATIONS");
        }
    }

    private void renew() {
        board = BoardAdapter.board(maze);
        player = BoardAdapter.player(isTheseus, board);
        root = null;
    }

    private void needBoard() {
        if (maze == null) {
            throw new IllegalArgumentException("give a board first");
        }
    }

    private void place(String[] words) {
        needBoard();
        BoardAdapter.place(player, board, tile(words[1]), tile(words[2]));
    }

    private static int number(String word) {
        return Integer.parseInt(word);
    }

    private int tile(String word) {
        int id = number(word);
        if (maze != null && (id < 0 || id >= maze.size * maze.size)) {
            throw new IllegalArgumentException("there is no tile " + id);
        }
        return id;
    }

    private static String join(int[] numbers) {
        if (numbers == null) {
            return "- - -";
        }
        StringBuilder text = new StringBuilder();
        for (int number : numbers) {
            text.append(text.length() == 0 ? "" : " ").append(number);
        }
        return text.toString();
    }

    // The tree ----------------------------------------------------------------------------------

    private String tree() throws ReflectiveOperationException {
        ArrayList<String> lines = new ArrayList<>();
        add(root, lines);
        return "nodes " + lines.size() + "\n" + String.join("\n", lines);
    }

    private void add(Object node, List<String> lines) throws ReflectiveOperationException {
        Object move = get(node, "nodeMove");
        lines.add(get(node, "nodeDepth") + " " + join((int[]) move) + " "
                + get(node, "nodeEvaluation"));
        Object children = get(node, "children");
        if (children != null) {
            for (Object child : (Collection<?>) children) {
                add(child, lines);
            }
        }
    }

    /** A tree of nodes without boards, from their depths and evaluations in preorder. */
    private static Node given(String depths, String evaluations)
            throws ReflectiveOperationException {
        String[] deep = depths.split(",");
        String[] worth = evaluations.split(",");
        if (deep.length != worth.length || number(deep[0]) != 0) {
            throw new IllegalArgumentException("a tree has as many depths as evaluations, and"
                    + " begins with the root at depth 0");
        }
        ArrayList<Node> line = new ArrayList<>();
        for (int index = 0; index < deep.length; index++) {
            int depth = number(deep[index]);
            if (depth > line.size() || depth < 0 || (index > 0 && depth == 0)) {
                throw new IllegalArgumentException("no node is above the depth " + depth);
            }
            Node parent = depth == 0 ? null : line.get(depth - 1);
            Node node = make();
            set(node, "nodeDepth", depth);
            set(node, "nodeEvaluation", Double.parseDouble(worth[index]));
            set(node, "nodeMove", new int[] {0, 0, 1});
            set(node, "children", new ArrayList<Node>());
            set(node, "parent", parent);
            if (parent != null) {
                @SuppressWarnings("unchecked")
                Collection<Node> siblings = (Collection<Node>) get(parent, "children");
                siblings.add(node);
            }
            line.subList(depth, line.size()).clear();
            line.add(node);
        }
        return line.get(0);
    }

    // Reflection --------------------------------------------------------------------------------

    /** Calls a method by its name; the arguments go to its parameters by their types, in order. */
    private static Object call(Object object, String name, Object... arguments)
            throws ReflectiveOperationException {
        for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                if (method.getName().equals(name) && !method.isBridge()) {
                    Object[] fitting = fit(method.getParameterTypes(), arguments);
                    if (fitting != null) {
                        method.setAccessible(true);
                        return method.invoke(object, fitting);
                    }
                }
            }
        }
        throw new NoSuchMethodException(object.getClass().getName() + "." + name
                + " with the parameters of the assignment");
    }

    /** The arguments in the order of the parameters, or null if one is missing or left over. */
    private static Object[] fit(Class<?>[] parameters, Object[] arguments) {
        if (parameters.length != arguments.length) {
            return null;
        }
        ArrayList<Object> left = new ArrayList<>(List.of(arguments));
        Object[] fitting = new Object[parameters.length];
        for (int index = 0; index < parameters.length; index++) {
            Class<?> wanted = parameters[index] == int.class ? Integer.class : parameters[index];
            for (int other = 0; other < left.size() && fitting[index] == null; other++) {
                if (wanted.isInstance(left.get(other))) {
                    fitting[index] = left.remove(other);
                }
            }
            if (fitting[index] == null) {
                return null;
            }
        }
        return fitting;
    }

    /** A property by its getter, such as getNodeMove or getMove, or else by its field. */
    private static Object get(Object object, String name) throws ReflectiveOperationException {
        for (String shorter : names(name)) {
            String getter = "get" + Character.toUpperCase(shorter.charAt(0)) + shorter.substring(1);
            for (Method method : object.getClass().getMethods()) {
                if (method.getName().equalsIgnoreCase(getter)
                        && method.getParameterCount() == 0) {
                    return method.invoke(object);
                }
            }
        }
        return field(object, name).get(object);
    }

    private static void set(Object object, String name, Object value)
            throws ReflectiveOperationException {
        field(object, name).set(object, value);
    }

    private static Field field(Object object, String name) throws NoSuchFieldException {
        for (String shorter : names(name)) {
            for (Field field : object.getClass().getDeclaredFields()) {
                if (field.getName().equalsIgnoreCase(shorter)) {
                    field.setAccessible(true);
                    return field;
                }
            }
        }
        throw new NoSuchFieldException(object.getClass().getName() + "." + name);
    }

    /** The name in the assignment, and the same without "node". */
    private static String[] names(String name) {
        return name.startsWith("node")
                ? new String[] {name, Character.toLowerCase(name.charAt(4)) + name.substring(5)}
                : new String[] {name};
    }

    /** A node by its shortest constructor, with zeros and nulls for the arguments. */
    private static Node make() throws ReflectiveOperationException {
        Constructor<?> shortest = null;
        for (Constructor<?> constructor : Node.class.getDeclaredConstructors()) {
            boolean copies = List.of(constructor.getParameterTypes()).contains(Node.class)
                    && constructor.getParameterCount() == 1;
            if (!copies && (shortest == null
                    || constructor.getParameterCount() < shortest.getParameterCount())) {
                shortest = constructor;
            }
        }
        if (shortest == null) {
            throw new NoSuchMethodException("Node()");
        }
        Object[] arguments = new Object[shortest.getParameterCount()];
        for (int index = 0; index < arguments.length; index++) {
            Class<?> type = shortest.getParameterTypes()[index];
            if (type == int.class) {
                arguments[index] = 0;
            } else if (type == double.class) {
                arguments[index] = 0.0;
            } else if (type == boolean.class) {
                arguments[index] = false;
            }
        }
        shortest.setAccessible(true);
        return (Node) shortest.newInstance(arguments);
    }

    // The maze ----------------------------------------------------------------------------------

    private Maze read(int count) throws IOException {
        if (count < 1 || count > MOST_LINES) {
            throw new IllegalArgumentException("a board has 1 to " + MOST_LINES + " lines");
        }
        ArrayList<String> lines = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            String line = input.readLine();
            if (line == null) {
                throw new IllegalArgumentException("the board ends after " + index + " lines");
            }
            if (line.startsWith("+") || line.startsWith("|")) {
                lines.add(line.stripTrailing());
            }
        }
        return parse(lines);
    }

    private static Maze parse(List<String> lines) {
        Maze maze = new Maze();
        maze.size = lines.size() / 2;
        int wide = 4 * maze.size + 1;
        if (maze.size < 1 || lines.size() != 2 * maze.size + 1
                || lines.stream().anyMatch(line -> line.length() != wide)) {
            throw new IllegalArgumentException("a board of n x n tiles is drawn with 2n + 1 lines"
                    + " of 4n + 1 characters");
        }
        maze.walls = new boolean[maze.size * maze.size][];
        maze.theseus = -1;
        maze.minotaur = -1;
        int[] supplies = new int[maze.walls.length];
        int count = 0;
        for (int x = 0; x < maze.size; x++) {
            for (int y = 0; y < maze.size; y++) {
                int middle = 2 * (maze.size - 1 - x) + 1;
                int left = 4 * y;
                int id = x * maze.size + y;
                maze.walls[id] = new boolean[] {
                    lines.get(middle - 1).charAt(left + 2) == '-',
                    lines.get(middle).charAt(left + 4) == '|',
                    lines.get(middle + 1).charAt(left + 2) == '-',
                    lines.get(middle).charAt(left) == '|',
                };
                String on = lines.get(middle).substring(left + 1, left + 4).trim();
                if (on.equals("T")) {
                    maze.theseus = id;
                } else if (on.equals("M")) {
                    maze.minotaur = id;
                } else if (on.matches("s[1-9][0-9]?")) {
                    int number = number(on.substring(1));
                    if (number > supplies.length) {
                        throw new IllegalArgumentException("the loot is s1, s2, ..., not " + on);
                    }
                    supplies[number - 1] = id + 1;
                    count = Math.max(count, number);
                }
            }
        }
        maze.supplies = new int[count];
        for (int index = 0; index < count; index++) {
            maze.supplies[index] = supplies[index] - 1;
        }
        if (maze.theseus < 0 || maze.minotaur < 0) {
            throw new IllegalArgumentException("a board has T and M");
        }
        for (int tile : maze.supplies) {
            if (tile < 0) {
                throw new IllegalArgumentException("the loot is s1, s2, ... without gaps");
            }
        }
        return maze;
    }
}
