import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Asks the classes of a hand-in of part C: reads one command a line, and answers on standard
 * output. It knows the classes by reflection alone, and finds by small trials what the hand-in
 * means by its numbers; BoardAdapter, if there is one, makes what cannot be made otherwise.
 *
 * <pre>
 * command                     answer
 * board LINES                 ok
 * player theseus|minotaur     ok
 * at T M LOOT PICKED          ok: other tiles in the same maze, LOOT as 3,17 or -
 * getNextMove OWN OPP         X Y DIE
 * play GAME MOVES             the die: like getNextMove, with the objects of the game so far
 * evaluate POS DIE            a number
 * value                       the largest evaluation of the open dice
 * tree OWN OPP                nodes COUNT, then COUNT lines DEPTH X Y DIE EVALUATION
 * choose                      the index of the best child of the last tree
 * minmax DEPTHS EVALUATIONS   the index of the best child of a tree that is given
 * after DIE                   T M LOOT of the board of that child, as the hand-in has it; ? if not told
 * kept                        yes, or what a growing tree changes of its board and its players
 * calls                       the calls for the position
 * paste COMMAND               a program in Java that makes the same call, and those pasted before
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
 * left. The dice are 1 up, 3 right, 5 down, 7 left. getNextMove and tree put both players on the
 * given tiles. The nodes of a tree come in preorder; a root without a move has "- - -". minmax
 * builds a tree without moves on a board, nodes in preorder: "minmax 0,1,2,2,1,2,2 0,0,5,3,0,-1,1"
 * is the tree of the assignment's Figure 2. What goes wrong is answered by one line
 * "error REASON".
 */
final class Harness {
    /** Which numbers of a move mean what, as places in its array; -1 if none does. */
    private static final class Shape {
        int die = -1;
        int row = -1;
        int column = -1;
        int tile = -1;
        /** Whether the place is that after the move. */
        boolean isAfter;

        boolean isUsual() {
            return row == 0 && column == 1 && die == 2;
        }
    }

    /** A hand-in whose classes are loaded, with what trials have shown. Null: it does not load. */
    static Program program;
    static final List<String> messages = new ArrayList<>();
    private static World.Conventions conventions = new World.Conventions();
    private static Shape nodeShape = standard();
    private static Shape answerShape = standard();
    private static boolean choosesDie;
    /** The objects of the last games, by the game, with the moves so far. */
    private static final Map<String, Game> GAMES = new LinkedHashMap<>();
    private static final int MOST_GAMES = 4;

    private static final class Game {
        String moves;
        Builder objects;
    }

    private final BufferedReader input;
    private final PrintStream output;
    private World world;
    private Builder objects;
    private Object root;

    Harness(BufferedReader input, PrintStream output) {
        this.input = input;
        this.output = output;
    }

    /** Asks the hand-in of a folder. */
    public static void main(String[] arguments) throws Exception {
        PrintStream answers = System.out;
        System.setOut(System.err);
        connect(Path.of(arguments[0]), "", Map.of());
        messages.forEach(System.err::println);
        new Harness(new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)), answers).run();
    }

    private static Shape standard() {
        Shape shape = new Shape();
        shape.row = 0;
        shape.column = 1;
        shape.die = 2;
        return shape;
    }

    // Connecting --------------------------------------------------------------------------------

    /** Compiles and loads a hand-in. Returns its roles, also if it does not load. */
    static List<String> connect(Path folder, String chosen, Map<String, String> renamed) throws IOException {
        Sources sources = new Sources(folder);
        List<Sources.Unit> players = sources.having(Sources.PLAYER);
        boolean isGuessed = players.isEmpty();
        if (isGuessed) {
            players = sources.units.stream().filter(unit -> Words.has(unit.text, "chooseminmaxmove", "createmysubtree")
                    && !unit.types.isEmpty()).collect(Collectors.toList());
        }
        if (players.stream().anyMatch(unit -> unit.path.equals(chosen))) {
            players.removeIf(unit -> !unit.path.equals(chosen));
        }
        if (players.isEmpty()) {
            String files = sources.units.stream().map(unit -> unit.path).limit(10).collect(Collectors.joining(", "));
            List<String> roles = new ArrayList<>(List.of("getNextMove missing no class MinMaxPlayer in " + files));
            roles.add("MinMaxPlayer missing no class of this name in " + files);
            return roles;
        }
        Sources.Broken first = null;
        for (Sources.Unit entry : players) {
            try {
                ClassLoader loader = sources.compile(entry);
                program = new Program(sources, loader, entry, renamed);
                break;
            } catch (Sources.Broken broken) {
                first = first == null ? broken : first;
            } catch (ClassNotFoundException | LinkageError failed) {
                first = first == null ? new Sources.Broken(failed.toString()) : first;
            }
        }
        if (program == null) {
            messages.add(first.getMessage());
            return List.of();
        }
        describe(isGuessed);
        guessIds();
        String failure = probe();
        if (failure != null && program.methods.containsKey("getNextMove")) {
            program.role("getNextMove", "missing", failure);
        }
        instead();
        return program.ordered();
    }

    /** What was found so far. */
    static List<String> found() {
        return program == null ? List.of() : program.ordered();
    }

    /** Says which classes were found. */
    private static void describe(boolean isGuessed) {
        program.role("MinMaxPlayer", isGuessed ? "guessed" : "named", "class " + program.player.getName());
        describe("Board", program.board);
        describe("Node", program.node);
    }

    private static void describe(String name, Class<?> type) {
        if (type == null) {
            program.role(name, "missing", "no class of this name is used by MinMaxPlayer");
        } else {
            String how = type.getSimpleName().equals(name) ? "named" : "guessed";
            String bridged = program.bridge == null ? "" : ", with BoardAdapter";
            program.role(name, how, "class " + type.getName() + bridged);
        }
    }

    /** Where there is no getNextMove, other methods choose the move. */
    private static void instead() {
        boolean isMissing = program.roles.stream().anyMatch(line -> line.startsWith("getNextMove missing"));
        // One that fails is told, not replaced.
        if (!isMissing || program.methods.containsKey("getNextMove")) {
            return;
        }
        boolean hasTree = program.methods.containsKey("createMySubtree") && program.methods.containsKey("chooseMinMaxMove") && treeWorks;
        if (hasTree) {
            program.role("getNextMove", "guessed", "its move by createMySubtree and chooseMinMaxMove");
        } else if (program.methods.containsKey("evaluate") && evaluateWorks) {
            program.role("getNextMove", "guessed", "its move by the largest evaluate");
        }
    }

    private static boolean treeWorks;
    private static boolean evaluateWorks;

    /** The numbers and names of the sides: of constants, or as the hand-in makes its players. */
    private static void guessIds() {
        int[] ids = {program.constant(true), program.constant(false)};
        for (Sources.Creation made : program.creations) {
            if (Words.has(made.type, "player")) {
                String name = null;
                Integer id = null;
                for (Object argument : made.arguments) {
                    name = argument instanceof String && name == null ? (String) argument : name;
                    id = argument instanceof Integer && id == null ? (Integer) argument : id;
                }
                int side = name != null && Words.isTheseus(name) || Words.isTheseus(made.variable) ? 0
                        : name != null && Words.isMinotaur(name) || Words.isMinotaur(made.variable) ? 1 : -1;
                if (side >= 0 && name != null) {
                    conventions.names[side] = name;
                }
                if (side >= 0 && id != null && ids[side] < 0 && id >= 0 && id < 100) {
                    ids[side] = id;
                }
            }
        }
        if (ids[0] >= 0 && ids[1] >= 0 && ids[0] != ids[1]) {
            conventions.ids = ids;
        }
    }

    // Trials ------------------------------------------------------------------------------------

    /** A tile with one way out: the move is known before it is asked for. */
    private static final class Trial {
        World world;
        int exit;
        int[] node;
        int[] answer;
    }

    private static List<Trial> trials(World.Conventions tried) {
        List<Trial> trials = new ArrayList<>();
        int[] ends = {8, 12, 36, 40};
        for (int turn = 0; turn < 2; turn++) {
            for (int end = 0; end < ends.length; end++) {
                Trial trial = new Trial();
                trial.exit = (turn + end) % 4;
                trial.world = World.open(7, ends[end], 3, 44, 27, 21, 6);
                trial.world.closeBut(ends[end], trial.exit);
                trial.world.conventions = tried;
                trials.add(trial);
            }
        }
        return trials;
    }

    /** Ways to count, the likeliest first: the order of walls matters only where they are an array. */
    private static List<World.Conventions> guesses() {
        int[][] orders = {{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 2, 1, 3}, {3, 1, 0, 2}, {3, 0, 1, 2}, {0, 3, 2, 1}};
        List<World.Conventions> guesses = new ArrayList<>();
        for (int side : new int[] {0, 15}) {
            for (boolean isFlipped : new boolean[] {false, true}) {
                for (int[] order : program.hasWallArrays() ? orders : new int[][] {orders[0]}) {
                    World.Conventions guess = conventions.clone();
                    guess.side = side;
                    guess.isFlipped = isFlipped;
                    guess.order = order;
                    guesses.add(guess);
                }
            }
        }
        return guesses;
    }

    /** Finds what the hand-in means by its numbers. Returns why it does not move, or null. */
    private static String probe() {
        World.Conventions best = null;
        int most = -1;
        List<Trial> trials = null;
        String failure = null;
        boolean hasTree = program.methods.containsKey("createMySubtree");
        for (World.Conventions tried : guesses()) {
            List<Trial> made = trials(tried);
            int good = 0;
            for (Trial trial : made) {
                try {
                    good += tryTree(trial) ? 1 : 0;
                } catch (Throwable failed) {
                    failure = failure == null ? Program.text(program.methods.get("createMySubtree")) + " does not answer: " + reason(failed) : failure;
                    break;
                }
            }
            // A wrong order of walls has one way out as well, but another die.
            Shape told = shape(made, true, tried);
            good += told != null && told.die >= 0 ? made.size() : 0;
            if (good > most) {
                most = good;
                best = tried;
                trials = made;
            }
            if (good == 2 * made.size() || !hasTree) {
                break;
            }
        }
        conventions = best;
        treeWorks = most >= trials.size();
        if (most <= 0 && failure != null && program.methods.containsKey("createMySubtree")) {
            messages.add(failure);
        }
        Shape shape = shape(trials, true, conventions);
        if (shape != null) {
            nodeShape = shape;
        }
        List<Trial> all = trials(conventions);
        String stops = null;
        int answered = 0;
        for (Trial trial : all) {
            try {
                answered += program.methods.containsKey("getNextMove") && tryAnswer(trial) ? 1 : 0;
            } catch (Throwable failed) {
                stops = stops == null ? reason(failed) : stops;
            }
        }
        shape = shape(all, false, conventions);
        answerShape = shape != null ? shape : nodeShape;
        tryFewer();
        tryFlip();
        tryChoice();
        tryEvaluate();
        Method method = program.methods.get("getNextMove");
        if (method == null) {
            return null;
        }
        if (answered == 0 && stops != null) {
            return Program.text(method) + " does not answer: " + stops;
        }
        if (stops != null) {
            messages.add(Program.text(method) + " does not always answer: " + stops);
        }
        return null;
    }

    private static boolean tryTree(Trial trial) throws ReflectiveOperationException {
        Method method = program.methods.get("createMySubtree");
        if (method == null || program.node == null) {
            return false;
        }
        Builder objects = new Builder(program, trial.world);
        Object root = grow(objects);
        Collection<?> children = program.children(root);
        if (children.size() != 1) {
            return false;
        }
        trial.node = program.move(children.iterator().next());
        return true;
    }

    private static boolean tryAnswer(Trial trial) throws ReflectiveOperationException {
        trial.answer = Program.numbers(next(new Builder(program, trial.world)));
        return trial.answer != null;
    }

    /** Which numbers of the moves are what they must be in all trials. */
    private static Shape shape(List<Trial> trials, boolean isNode, World.Conventions conventions) {
        List<Trial> given = trials.stream().filter(trial -> (isNode ? trial.node : trial.answer) != null).collect(Collectors.toList());
        if (given.size() < 4) {
            return null;
        }
        int width = given.stream().mapToInt(trial -> (isNode ? trial.node : trial.answer).length).min().orElse(0);
        Shape shape = new Shape();
        int[][] codes = {World.DICE, {1, 2, 3, 4}, {0, 1, 2, 3}};
        for (int[] dice : codes) {
            for (int place = 0; place < width && shape.die < 0; place++) {
                int column = place;
                if (given.stream().allMatch(trial -> (isNode ? trial.node : trial.answer)[column] == dice[trial.exit])) {
                    shape.die = place;
                    conventions.dice = dice;
                }
            }
        }
        for (boolean isAfter : new boolean[] {false, true}) {
            int[] found = {-1, -1, -1};
            for (int part = 0; part < 3; part++) {
                for (int place = 0; place < width && found[part] < 0; place++) {
                    int column = place;
                    int what = part;
                    if (given.stream().allMatch(trial -> (isNode ? trial.node : trial.answer)[column] == part(trial, what, isAfter))) {
                        found[part] = place;
                    }
                }
            }
            if (found[0] >= 0 && found[1] >= 0 || found[2] >= 0) {
                shape.row = found[0];
                shape.column = found[1];
                shape.tile = found[2];
                shape.isAfter = isAfter;
                break;
            }
        }
        // Where the row or the column is in the place of the assignment, the other one belongs there, too.
        boolean isPartly = shape.row < 0 && shape.tile < 0 && shape.die == 2
                && (isEverywhere(given, isNode, 0) || isEverywhere(given, isNode, 1));
        if (isPartly) {
            shape.row = 0;
            shape.column = 1;
        }
        return shape.die < 0 && !shape.isAfter ? null : shape;
    }

    /** Whether the row (0) or the column (1) where a move begins has the place of the assignment in all trials. */
    private static boolean isEverywhere(List<Trial> trials, boolean isNode, int part) {
        return trials.stream().allMatch(trial -> (isNode ? trial.node : trial.answer)[part] == part(trial, part, false));
    }

    private static int part(Trial trial, int part, boolean isAfter) {
        int tile = trial.world.tiles[0];
        int own = trial.world.own(isAfter ? trial.world.next(tile, trial.exit) : tile);
        int side = trial.world.side();
        return part == 0 ? own / side : part == 1 ? own % side : own;
    }

    /** Finds out whether the program counts on four supplies, though some were taken. */
    private static void tryFewer() {
        for (int slots : new int[] {0, 4}) {
            conventions.slots = slots;
            World world = World.open(7, 24, 6, 0);
            world.conventions = conventions;
            try {
                Builder objects = new Builder(program, world);
                if (program.methods.containsKey("getNextMove")) {
                    next(objects);
                } else {
                    grow(objects);
                }
                return;
            } catch (Throwable failed) {
                continue;
            }
        }
        conventions.slots = 0;
    }

    /** Finds out whether "up" leads to the next row or to the row before. */
    private static void tryFlip() {
        if (program.methods.get("evaluate") == null) {
            return;
        }
        try {
            double[] values = new double[3];
            int[] loot = {0, 31, 17};
            for (int place = 0; place < 3; place++) {
                World world = World.open(7, 24, 6, loot[place]);
                world.conventions = conventions;
                values[place] = evaluate(new Builder(program, world), 24, 0);
            }
            conventions.isFlipped ^= values[1] == values[0] && values[2] != values[0];
        } catch (Throwable unknown) {
            return;
        }
    }

    /** Finds out whether chooseMinMaxMove answers with an index or a die. */
    private static void tryChoice() {
        if (program.methods.get("chooseMinMaxMove") == null || program.node == null) {
            return;
        }
        int[] found = new int[3];
        for (int best = 0; best < 3; best += 2) {
            try {
                World world = World.open(7, 24, 6, 0);
                world.conventions = conventions;
                Builder objects = new Builder(program, world);
                Object root = objects.root();
                for (int child = 0; child < 4; child++) {
                    double worth = child == best ? 9 : child;
                    Object node = objects.node(root, 1, given(world, child), worth);
                    objects.addChild(root, node);
                    objects.addChild(node, objects.node(node, 2, given(world, 0), worth));
                }
                int[] answer = Program.numbers(choice(objects, root));
                found[best] = answer == null || answer.length != 1 ? -1 : answer[0];
            } catch (Throwable failed) {
                found[best] = -1;
            }
        }
        choosesDie = found[0] == conventions.dice[0] && found[2] == conventions.dice[2] && !(found[0] == 0 && found[2] == 2);
        if (choosesDie) {
            program.role("chooseMinMaxMove", "named", Program.text(program.methods.get("chooseMinMaxMove")) + ", which answers with the die");
        }
    }

    private static void tryEvaluate() {
        try {
            World world = World.open(7, 24, 6, 0);
            world.conventions = conventions;
            evaluateWorks = program.methods.get("evaluate") != null && !Double.isNaN(evaluate(new Builder(program, world), 24, 0));
        } catch (Throwable failed) {
            messages.add(Program.text(program.methods.get("evaluate")) + " does not answer: " + reason(failed));
        }
    }

    // Calls -------------------------------------------------------------------------------------

    private static int own(Builder objects) {
        return objects.world.own(objects.world.tiles[objects.world.mover]);
    }

    private static int opponent(Builder objects) {
        return objects.world.own(objects.world.tiles[1 - objects.world.mover]);
    }

    private static Method method(String name) throws NoSuchMethodException {
        Method method = program.methods.get(name);
        if (method == null) {
            throw new NoSuchMethodException(program.player.getSimpleName() + " has no " + name);
        }
        return method;
    }

    /** The tree of a position. */
    private static Object grow(Builder objects) throws ReflectiveOperationException {
        Method method = method("createMySubtree");
        Object player = objects.player();
        Object root = objects.root();
        Object grown = objects.call(player, method, own(objects), opponent(objects), 0, 1, root, own(objects), opponent(objects), 1);
        return grown != null && grown.getClass() == program.node ? grown : root;
    }

    private static Object next(Builder objects) throws ReflectiveOperationException {
        Object player = objects.player();
        return objects.call(player, method("getNextMove"), own(objects), opponent(objects), 0, 1, null, own(objects), opponent(objects));
    }

    private static Object choice(Builder objects, Object root) throws ReflectiveOperationException {
        Object player = objects.player();
        return objects.call(player, method("chooseMinMaxMove"), own(objects), opponent(objects), 0, 1, root, own(objects), opponent(objects));
    }

    private static double evaluate(Builder objects, int tile, int direction) throws ReflectiveOperationException {
        Object player = objects.player();
        int own = objects.world.own(tile);
        int die = conventions.dice[direction];
        Object given = objects.bridged("evaluate", player, own, die, objects.board());
        if (given instanceof Number) {
            return ((Number) given).doubleValue();
        }
        Method method = method("evaluate");
        Object node = null;
        long numbers = Arrays.stream(method.getParameterTypes()).filter(type -> type == int.class || type == Integer.class).count();
        if (Arrays.asList(method.getParameterTypes()).contains(program.node)) {
            node = child(objects, grow(objects), direction);
        }
        // On the tile of the opponent it is a move against this player.
        int opponent = own == opponent(objects) ? own(objects) : opponent(objects);
        Integer[] order = numbers == 1 ? new Integer[] {die} : new Integer[] {own, die, opponent};
        Object value = objects.call(player, method, own, opponent, die, 1, node, order);
        if (!(value instanceof Number)) {
            throw new IllegalStateException(Program.text(method) + " answers " + value);
        }
        return ((Number) value).doubleValue();
    }

    private static Object child(Builder objects, Object root, int direction) throws ReflectiveOperationException {
        for (Object child : program.children(root)) {
            int[] move = program.move(child);
            if (move != null && direction == direction(objects.world, move, nodeShape)) {
                return child;
            }
        }
        throw new IllegalStateException("its tree has no node for the die " + World.DICE[direction]);
    }

    /** The direction of a move, or -1. */
    private static int direction(World world, int[] move, Shape shape) {
        if (shape.die >= 0 && shape.die < move.length) {
            return place(conventions.dice, move[shape.die]);
        }
        int tile = tile(world, move, shape);
        for (int direction = 0; direction < 4 && tile >= 0; direction++) {
            if (world.next(world.tiles[world.mover], direction) == tile) {
                return direction;
            }
        }
        return -1;
    }

    /** The tile of a move, or -1. */
    private static int tile(World world, int[] move, Shape shape) {
        int least = Math.max(shape.tile, Math.max(shape.row, shape.column));
        if (least >= move.length || least < 0) {
            return -1;
        }
        // Beside the board there is no tile.
        boolean isBeside = shape.row >= 0 && (move[shape.column] < 0 || move[shape.column] >= world.side());
        return isBeside ? -1 : world.back(shape.row >= 0 ? move[shape.row] * world.side() + move[shape.column] : move[shape.tile]);
    }

    private static int place(int[] numbers, int number) {
        for (int place = 0; place < numbers.length; place++) {
            if (numbers[place] == number) {
                return place;
            }
        }
        return -1;
    }

    /** A move for a child of a tree that is given, in the form of the hand-in's own moves. */
    private static int[] given(World world, int child) {
        int own = world.own(world.tiles[world.mover]);
        Shape shape = nodeShape;
        int most = Math.max(Math.max(shape.row, shape.column), Math.max(shape.tile, shape.die));
        int[] move = new int[most + 1];
        int[] places = {shape.row, shape.column, shape.tile, shape.die};
        int[] values = {own / world.side(), own % world.side(), own, conventions.dice[child % 4]};
        for (int part = 0; part < places.length; part++) {
            if (places[part] >= 0) {
                move[places[part]] = values[part];
            }
        }
        return move;
    }

    // Commands ----------------------------------------------------------------------------------

    void run() throws IOException {
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            if (line.isBlank()) {
                continue;
            }
            String answer;
            try {
                answer = answer(line.trim().split("\\s+"));
            } catch (ReflectiveOperationException | RuntimeException | LinkageError | StackOverflowError | OutOfMemoryError thrown) {
                answer = "error " + reason(thrown);
            }
            output.println(answer);
            output.flush();
        }
    }

    /** What was thrown, and the line of the hand-in where. */
    static String reason(Throwable thrown) {
        Throwable cause = thrown;
        while ((cause instanceof InvocationTargetException || cause instanceof ExceptionInInitializerError) && cause.getCause() != null) {
            cause = cause.getCause();
        }
        String where = "";
        for (StackTraceElement frame : cause.getStackTrace()) {
            if (program != null && frame.getFileName() != null && frame.getClassLoaderName() == null && frame.getModuleName() == null
                    && !frame.getClassName().startsWith("Harness") && isOwn(frame.getClassName())) {
                where = " at " + frame.getClassName() + "." + frame.getMethodName() + "(line " + frame.getLineNumber() + ")";
                break;
            }
        }
        return (cause + where).replaceAll("\\s+", " ");
    }

    private static boolean isOwn(String name) {
        try {
            return program.own(Class.forName(name, false, program.player.getClassLoader()));
        } catch (ClassNotFoundException | LinkageError foreign) {
            return false;
        }
    }

    private String answer(String[] words) throws IOException, ReflectiveOperationException {
        if (program == null) {
            throw new IllegalStateException("the program has no class MinMaxPlayer");
        }
        switch (words[0] + " " + (words.length - 1)) {
            case "board 1":
                read(number(words[1]));
                return "ok";
            case "player 1":
                if (!words[1].equals("theseus") && !words[1].equals("minotaur")) {
                    throw new IllegalArgumentException("a player is theseus or minotaur");
                }
                mover = words[1].equals("theseus") ? 0 : 1;
                if (world != null) {
                    renew(world.with(mover, world.tiles[0], world.tiles[1]));
                }
                return "ok";
            case "at 4":
                needBoard();
                World moved = world.with(mover, tile(words[1]), tile(words[2]));
                moved.loot = words[3].equals("-") ? new int[0] : Arrays.stream(words[3].split(",")).mapToInt(this::tile).toArray();
                moved.picked = number(words[4]);
                renew(moved);
                return "ok";
            case "getNextMove 2":
                place(words);
                return text(objects.world, move(objects), answerShape);
            case "play 2":
                needBoard();
                return play(words[1], words[2].equals("-") ? "" : words[2]);
            case "evaluate 2":
                needBoard();
                int tile = tile(words[1]);
                int direction = place(World.DICE, number(words[2]));
                if (direction < 0) {
                    throw new IllegalArgumentException("a die is 1, 3, 5 or 7, not " + words[2]);
                }
                return String.valueOf(evaluate(tile, direction));
            case "value 0":
                needBoard();
                return String.valueOf(value());
            case "tree 2":
                place(words);
                root = grow(objects);
                return tree();
            case "choose 0":
                if (root == null) {
                    throw new IllegalArgumentException("ask for a tree first");
                }
                return chosen(choice(objects, root), root);
            case "minmax 2":
                needBoard();
                renew(world);
                Object tree = given(words[1], words[2]);
                return chosen(choice(objects, tree), tree);
            case "after 1":
                needBoard();
                renew(world);
                return after(place(World.DICE, number(words[1])));
            case "kept 0":
                needBoard();
                renew(world);
                return kept();
            case "paste 1":
            case "paste 2":
            case "paste 3":
                paste(Arrays.copyOfRange(words, 1, words.length));
                return pasted.text();
            case "calls 0":
                needBoard();
                return calls();
            default:
                throw new IllegalArgumentException("the commands are board LINES, player NAME, at T M LOOT PICKED,"
                        + " getNextMove OWN OPP, play GAME MOVES, evaluate POS DIE, value, tree OWN OPP, choose,"
                        + " minmax DEPTHS EVALUATIONS, after DIE, kept, calls and paste COMMAND");
        }
    }

    private int mover;

    private void renew(World changed) {
        world = changed;
        objects = new Builder(program, changed);
        root = null;
    }

    private void needBoard() {
        if (world == null) {
            throw new IllegalArgumentException("give a board first");
        }
    }

    private void place(String[] words) {
        needBoard();
        int own = tile(words[1]);
        int opponent = tile(words[2]);
        renew(world.with(mover, mover == 0 ? own : opponent, mover == 0 ? opponent : own));
    }

    private static int number(String word) {
        return Integer.parseInt(word);
    }

    private int tile(String word) {
        int id = number(word);
        if (world != null && (id < 0 || id >= world.size * world.size)) {
            throw new IllegalArgumentException("there is no tile " + id);
        }
        return id;
    }

    private void read(int count) throws IOException {
        if (count < 1 || count > World.MOST_LINES) {
            throw new IllegalArgumentException("a board has 1 to " + World.MOST_LINES + " lines");
        }
        List<String> lines = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            String line = input.readLine();
            if (line == null) {
                throw new IllegalArgumentException("the board ends after " + index + " lines");
            }
            lines.add(line);
        }
        World made = World.read(lines);
        made.conventions = conventions;
        made.mover = mover;
        renew(made);
    }

    // Answers -----------------------------------------------------------------------------------

    /** The numbers of the hand-in's move, as getNextMove gives them or as it would. */
    private static int[] move(Builder objects) throws ReflectiveOperationException {
        if (program.methods.containsKey("getNextMove")) {
            int[] numbers = Program.numbers(next(objects));
            if (numbers == null) {
                throw new IllegalStateException("getNextMove answers with no numbers");
            }
            return numbers;
        }
        throw new NoSuchMethodException(program.player.getSimpleName() + " has no getNextMove");
    }

    /** A move as X Y DIE. */
    private static String text(World world, int[] move, Shape shape) {
        if (move == null) {
            return "- - -";
        }
        int direction = direction(world, move, shape);
        String die = direction >= 0 ? String.valueOf(World.DICE[direction])
                : shape.die >= 0 && shape.die < move.length ? String.valueOf(move[shape.die]) : "?";
        int tile = tile(world, move, shape);
        if (!shape.isUsual()) {
            // Only in the form of the assignment the first two numbers say where the move begins.
            tile = world.tiles[world.mover];
        } else if (nodeShape.isAfter && shape.isAfter && direction >= 0 && tile >= 0) {
            tile = world.next(tile, (direction + 2) % 4);
        }
        if (tile < 0) {
            return Arrays.stream(move).mapToObj(String::valueOf).collect(Collectors.joining(" "));
        }
        return tile / world.size + " " + tile % world.size + " " + die;
    }

    /** Plays on with the objects of a game, if this is how it goes on. */
    private String play(String name, String moves) throws ReflectiveOperationException {
        String key = name + " " + mover;
        Game game = GAMES.remove(key);
        boolean goesOn = game != null && moves.startsWith(game.moves) && moves.length() <= game.moves.length() + 2 && moves.length() > game.moves.length();
        Game next = new Game();
        next.moves = moves;
        next.objects = goesOn && program.bridge == null ? new Builder(game.objects, world) : new Builder(program, world);
        int direction = chosenDirection(next.objects);
        GAMES.put(key, next);
        while (GAMES.size() > MOST_GAMES) {
            GAMES.remove(GAMES.keySet().iterator().next());
        }
        return String.valueOf(World.DICE[direction]);
    }

    private int chosenDirection(Builder game) throws ReflectiveOperationException {
        if (program.methods.containsKey("getNextMove")) {
            int[] move = move(game);
            int direction = direction(world, move, answerShape);
            if (direction < 0) {
                throw new IllegalStateException("getNextMove answers " + Arrays.toString(move) + ", in which there is no die");
            }
            return direction;
        } else if (treeWorks && program.methods.containsKey("chooseMinMaxMove")) {
            Object tree = grow(game);
            List<Object> children = new ArrayList<>(program.children(tree));
            String chosen = chosen(choice(game, tree), tree);
            if (chosen.matches("\\d+") && number(chosen) < children.size()) {
                return direction(world, program.move(children.get(number(chosen))), nodeShape);
            }
            throw new IllegalStateException("chooseMinMaxMove answers " + chosen + ", and there are " + children.size() + " moves");
        }
        int best = -1;
        double most = Double.NEGATIVE_INFINITY;
        for (int direction = 0; direction < 4; direction++) {
            if (!world.walls[world.tiles[mover]][direction]) {
                double value = evaluate(world.tiles[mover], direction);
                best = best < 0 || value > most ? direction : best;
                most = Math.max(most, value);
            }
        }
        return best;
    }

    private double evaluate(int tile, int direction) throws ReflectiveOperationException {
        boolean takesPlace = program.methods.get("evaluate") != null
                && Arrays.stream(program.methods.get("evaluate").getParameterTypes()).filter(type -> type == int.class).count() > 1;
        if (takesPlace || tile == world.tiles[mover] || objects.hasBridge("evaluate")) {
            return evaluate(objects, tile, direction);
        }
        // It evaluates where its player stands.
        int other = world.tiles[1 - mover] == tile ? world.tiles[mover] : world.tiles[1 - mover];
        return evaluate(new Builder(program, world.with(mover, mover == 0 ? tile : other, mover == 0 ? other : tile)), tile, direction);
    }

    private double value() throws ReflectiveOperationException {
        double most = Double.NEGATIVE_INFINITY;
        int tile = world.tiles[mover];
        for (int direction = 0; direction < 4; direction++) {
            if (!world.walls[tile][direction]) {
                most = Math.max(most, evaluate(tile, direction));
            }
        }
        return most;
    }

    /** The index of the child that an answer names. */
    private String chosen(Object answer, Object tree) throws ReflectiveOperationException {
        List<Object> children = new ArrayList<>(program.children(tree));
        if (children.contains(answer)) {
            return String.valueOf(children.indexOf(answer));
        }
        int[] numbers = Program.numbers(answer);
        if (numbers == null) {
            return String.valueOf(answer);
        }
        int direction = numbers.length > 1 ? direction(world, numbers, nodeShape) : choosesDie ? place(conventions.dice, numbers[0]) : -1;
        for (int index = 0; index < children.size() && direction >= 0; index++) {
            int[] move = program.move(children.get(index));
            if (move != null && direction(world, move, nodeShape) == direction) {
                return String.valueOf(index);
            }
        }
        return String.valueOf(numbers[0]);
    }

    private String tree() throws ReflectiveOperationException {
        List<String> lines = new ArrayList<>();
        add(root, 0, world, lines);
        return "nodes " + lines.size() + "\n" + String.join("\n", lines);
    }

    private void add(Object node, int depth, World at, List<String> lines) throws ReflectiveOperationException {
        Integer stored = program.depth(node);
        int[] move = depth == 0 ? null : program.move(node);
        lines.add((stored == null ? depth : stored) + " " + text(at, move, nodeShape) + " " + program.evaluation(node));
        World below = at;
        if (move != null) {
            int direction = direction(at, move, nodeShape);
            int[] tiles = at.tiles.clone();
            tiles[at.mover] = direction < 0 ? tiles[at.mover] : at.next(tiles[at.mover], direction);
            below = at.with(1 - at.mover, tiles[0], tiles[1]);
        }
        for (Object child : program.children(node)) {
            add(child, depth + 1, below, lines);
        }
    }

    /** A tree of nodes, from their depths and evaluations in preorder. */
    private Object given(String depths, String evaluations) throws ReflectiveOperationException {
        String[] deep = depths.split(",");
        String[] worth = evaluations.split(",");
        if (deep.length != worth.length || number(deep[0]) != 0) {
            throw new IllegalArgumentException("a tree has as many depths as evaluations, and begins with the root at depth 0");
        }
        if (program.node == null) {
            throw new NoSuchMethodException("the program has no class Node");
        }
        List<Object> line = new ArrayList<>();
        for (int index = 0; index < deep.length; index++) {
            int depth = number(deep[index]);
            if (depth > line.size() || depth < 0 || (index > 0 && depth == 0)) {
                throw new IllegalArgumentException("no node is above the depth " + depth);
            }
            Object parent = depth == 0 ? null : line.get(depth - 1);
            int[] move = depth == 0 ? new int[] {0, 0, 0} : given(world, program.children(parent).size());
            Object node = objects.node(parent, depth, move, Double.parseDouble(worth[index]));
            if (parent != null) {
                objects.addChild(parent, node);
            }
            line.subList(depth, line.size()).clear();
            line.add(node);
        }
        return line.get(0);
    }

    /** The tiles and the loot after a move, as far as the board of its node tells. */
    private String after(int direction) throws ReflectiveOperationException {
        Object child = child(objects, grow(objects), direction);
        return Look.board(program, world, child);
    }

    /** Whether a tree leaves the board and the players as they were, or what it changes. */
    private String kept() throws ReflectiveOperationException {
        Object[] players = {objects.player()};
        Map<String, String> before = Look.facts(program, objects.board(), players);
        grow(objects);
        Map<String, String> after = Look.facts(program, objects.board(), players);
        for (Map.Entry<String, String> fact : before.entrySet()) {
            String now = after.get(fact.getKey());
            if (!fact.getValue().equals(now)) {
                return fact.getKey() + " was " + fact.getValue() + ", then " + (now == null ? "gone" : now);
            }
        }
        return "yes";
    }

    /** The calls that are written as a program. */
    private Paste pasted;

    /** Adds a command to them: tree, choose, getNextMove, evaluate, minmax, kept or after. */
    private void paste(String[] words) throws ReflectiveOperationException {
        needBoard();
        pasted = pasted == null ? new Paste(program) : pasted;
        Builder objects = new Builder(program, world);
        if (program.bridge != null) {
            throw new IllegalStateException("what BoardAdapter makes cannot be written");
        }
        Object player = objects.player();
        switch (words[0]) {
            case "evaluate":
                int tile = number(words[1]);
                int die = conventions.dice[place(World.DICE, number(words[2]))];
                Method method = method("evaluate");
                if (Arrays.asList(method.getParameterTypes()).contains(program.node)) {
                    throw new IllegalStateException("a node of a tree cannot be written");
                }
                int own = world.own(tile);
                long numbers = Arrays.stream(method.getParameterTypes()).filter(type -> type == int.class || type == Integer.class).count();
                Integer[] order = numbers == 1 ? new Integer[] {die} : new Integer[] {own, die, opponent(objects)};
                pasted.print(player, method, objects.arguments(method, own, opponent(objects), die, 1, null, order), null);
                return;
            case "minmax":
                this.objects = objects;
                Object given = given(words[1], words[2]);
                pasted.print(player, method("chooseMinMaxMove"), arguments(objects, "chooseMinMaxMove", given), given);
                return;
            case "getNextMove":
                pasted.print(player, method("getNextMove"), arguments(objects, "getNextMove", null), null);
                return;
            default:
        }
        Object root = objects.root();
        Object[] arguments = arguments(objects, "createMySubtree", root);
        boolean isKept = words[0].equals("kept");
        String fact = isKept ? kept() : "";
        fact = fact.contains(" was ") ? fact.substring(0, fact.indexOf(" was ")) : "board";
        Object of = fact.startsWith("player") ? player : objects.board();
        String path = fact.contains(".") ? fact.substring(fact.indexOf('.') + 1) : "";
        if (isKept) {
            pasted.before(of, path);
        }
        String tree = pasted.grow(player, method("createMySubtree"), arguments, root);
        if (isKept) {
            pasted.after(of, fact, path);
        } else if (words[0].equals("tree")) {
            pasted.showTree(tree);
        } else if (words[0].equals("choose")) {
            pasted.print(player, method("chooseMinMaxMove"), arguments(objects, "chooseMinMaxMove", root), root);
        } else {
            Object grown = grow(objects);
            Object child = child(objects, grown, place(World.DICE, number(words[1])));
            String[] paths = new String[2];
            Look.board(program, world, child, paths);
            int place = new ArrayList<Object>(program.children(grown)).indexOf(child);
            for (int side = 0; side < 2; side++) {
                if (paths[side] != null) {
                    pasted.child(tree, place, side == 0 ? "Theseus on " : "Minotaur on ", paths[side]);
                }
            }
        }
    }

    private static Object[] arguments(Builder objects, String name, Object root) throws ReflectiveOperationException {
        return objects.arguments(method(name), own(objects), opponent(objects), 0, 1, root, own(objects), opponent(objects), 1);
    }

    /** The position as calls in Java. */
    private String calls() {
        int own = own(objects);
        int opponent = opponent(objects);
        List<String> calls = new ArrayList<>();
        for (String name : List.of("createMySubtree", "getNextMove")) {
            Method method = program.methods.get(name);
            if (method != null) {
                calls.add(Program.text(method) + " with " + own + " and " + opponent);
            }
        }
        return String.join("; ", calls);
    }
}
