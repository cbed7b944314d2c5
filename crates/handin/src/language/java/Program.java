import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** The classes of a hand-in and the methods of the assignment in them. */
final class Program {
    enum Kind { TILE, SUPPLY, BOARD, PLAYER, NODE, OTHER }

    static final String[] METHODS =
            {"evaluate", "createMySubtree", "createOpponentSubtree", "chooseMinMaxMove", "getNextMove"};

    /** What was found: lines NAME HOW TEXT. */
    final List<String> roles = new ArrayList<>();
    final Map<String, Method> methods = new HashMap<>();
    final Class<?> player;
    /** The bridge, if there is one. */
    Class<?> bridge;
    Class<?> node;
    Class<?> board;
    final List<Sources.Creation> creations;
    /** The usable constructors, by kind and class. */
    final Map<String, List<Constructor<?>>> constructors = new HashMap<>();
    private final List<Class<?>> classes = new ArrayList<>();
    private final Map<Class<?>, Kind> kinds = new ConcurrentHashMap<>();
    private final Map<Class<?>, List<Field>> fields = new ConcurrentHashMap<>();

    Program(Sources sources, ClassLoader loader, Sources.Unit entry, Map<String, String> renamed) throws ClassNotFoundException {
        creations = sources.creations;
        for (String name : sources.compiled()) {
            Class<?> type = Class.forName(name, false, loader);
            classes.add(type);
            bridge = type.getSimpleName().equals("BoardAdapter") ? type : bridge;
        }
        String prefix = entry.inside.isEmpty() ? "" : entry.inside + ".";
        Class<?> found = null;
        for (String type : entry.types) {
            Class<?> one = Class.forName(prefix + type, false, loader);
            if (found == null || one.getSimpleName().equalsIgnoreCase(Sources.PLAYER)) {
                found = one;
            }
        }
        player = found;
        for (String name : METHODS) {
            find(name, renamed);
        }
        node = paramOf("chooseMinMaxMove", "createMySubtree", "createOpponentSubtree");
        for (Class<?> type : classes) {
            node = node == null && Words.has(type.getSimpleName(), "node") ? type : node;
        }
        board = choose(Kind.BOARD);
    }

    /** The class of a kind that the player knows, or else the first one. */
    private Class<?> choose(Kind kind) {
        List<Class<?>> used = new ArrayList<>();
        for (Class<?> type = player; own(type); type = type.getSuperclass()) {
            Arrays.stream(type.getDeclaredConstructors()).forEach(made -> used.addAll(List.of(made.getParameterTypes())));
            Arrays.stream(type.getDeclaredFields()).forEach(field -> used.add(field.getType()));
        }
        methods.values().forEach(method -> used.addAll(0, List.of(method.getParameterTypes())));
        used.addAll(classes);
        return used.stream().filter(type -> own(type) && kind(type) == kind).findFirst().orElse(null);
    }

    private Class<?> paramOf(String... names) {
        for (String name : names) {
            for (Class<?> type : methods.containsKey(name) ? methods.get(name).getParameterTypes() : new Class<?>[0]) {
                if (own(type) && !type.isAssignableFrom(player) && !Words.has(type.getSimpleName(), "board", "tile")) {
                    return type;
                }
            }
        }
        return null;
    }

    /** Whether a class is of the hand-in. */
    boolean own(Class<?> type) {
        return type != null && type.getClassLoader() == player.getClassLoader() && type != bridge;
    }

    Kind kind(Class<?> type) {
        return kinds.computeIfAbsent(type, this::newKind);
    }

    private Kind newKind(Class<?> type) {
        String name = type.getSimpleName();
        if (!own(type) || type.isEnum() || type.isInterface()) {
            return Kind.OTHER;
        } else if (type == node) {
            return Kind.NODE;
        } else if (type.isAssignableFrom(player) || Words.has(name, "player")  && !Words.has(name, "board")) {
            return Kind.PLAYER;
        } else if (Words.has(name, "board", "maze", "labyr", "tamplo", "laby")) {
            return Kind.BOARD;
        } else if (Words.has(name, "tile", "cell", "square", "plakid")) {
            return Kind.TILE;
        } else if (Words.has(name, "suppl", "loot", "efodi", "lafyr", "treasure")) {
            return Kind.SUPPLY;
        }
        return Kind.OTHER;
    }

    private void find(String name, Map<String, String> renamed) {
        String wanted = renamed.getOrDefault(name, name);
        List<Method> found = new ArrayList<>();
        for (Class<?> type = player; own(type); type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                boolean is = Words.is(method.getName(), Words.plain(wanted))
                        || name.startsWith("create") && isLike(name, method.getName());
                if (is && !method.isBridge() && !Modifier.isAbstract(method.getModifiers())) {
                    found.add(method);
                }
            }
        }
        // Of several, the one of the nearest class that is public and takes most.
        found.sort((one, other) -> Integer.compare(worth(other, wanted), worth(one, wanted)));
        if (found.isEmpty()) {
            role(name, "missing", player.getSimpleName() + " has no method " + wanted);
            return;
        }
        Method method = found.get(0);
        method.setAccessible(true);
        methods.put(name, method);
        String how = renamed.containsKey(name) ? "given" : method.getName().equals(name) ? "named" : "guessed";
        role(name, how, text(method));
    }

    private boolean isLike(String name, String method) {
        boolean isTree = Words.has(method, "subtree");
        boolean isMine = Words.has(method, "my", "own", "max", "player");
        boolean isTheirs = Words.isOpponent(method) || Words.has(method, "opp", "min");
        return isTree && (name.contains("My") ? isMine && !Words.isOpponent(method) : isTheirs && !Words.has(method, "my"));
    }

    private int worth(Method method, String wanted) {
        int worth = method.getName().equals(wanted) ? 200 : Words.is(method.getName(), Words.plain(wanted)) ? 100 : 0;
        worth += method.getDeclaringClass() == player ? 50 : 0;
        worth += Modifier.isPublic(method.getModifiers()) ? 20 : Modifier.isPrivate(method.getModifiers()) ? -10 : 0;
        worth += method.getReturnType() == void.class && !wanted.startsWith("create") ? -300 : 0;
        return worth + method.getParameterCount();
    }

    void role(String name, String how, String text) {
        roles.removeIf(line -> line.startsWith(name + " "));
        roles.add(name + " " + how + " " + text);
    }

    /** Puts the roles of methods first, in the order of the assignment. */
    List<String> ordered() {
        List<String> names = List.of(METHODS);
        List<String> all = new ArrayList<>(roles);
        all.sort((one, other) -> Integer.compare(place(names, one), place(names, other)));
        return all;
    }

    private static int place(List<String> names, String line) {
        int place = names.indexOf(line.split(" ")[0]);
        return place < 0 ? names.size() : place;
    }

    /** A method as its declaration says it. */
    static String text(Method method) {
        String arguments = Arrays.stream(method.getParameters())
                .map(one -> one.getType().getSimpleName() + " " + one.getName()).collect(Collectors.joining(", "));
        return method.getReturnType().getSimpleName() + " " + method.getName() + "(" + arguments + ")";
    }

    /** The fields of a class and its own superclasses. */
    List<Field> fields(Class<?> type) {
        return fields.computeIfAbsent(type, this::fieldsOf);
    }

    private List<Field> fieldsOf(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        for (Class<?> one = type; own(one); one = one.getSuperclass()) {
            for (Field field : one.getDeclaredFields()) {
                boolean isConstant = Modifier.isStatic(field.getModifiers()) && Modifier.isFinal(field.getModifiers());
                if (!field.isSynthetic() && !isConstant) {
                    field.setAccessible(true);
                    fields.add(field);
                }
            }
        }
        return fields;
    }

    /** The variables of classes that are no board, player or node. */
    List<Field> statics() {
        return classes.stream().filter(type -> own(type) && kind(type) == Kind.OTHER).flatMap(type -> fields(type).stream())
                .filter(field -> Modifier.isStatic(field.getModifiers())).collect(Collectors.toList());
    }

    /** Whether the walls of a tile are an array, whose order must be found out. */
    boolean hasWallArrays() {
        return classes.stream().filter(type -> kind(type) == Kind.TILE).flatMap(type -> fields(type).stream())
                .anyMatch(field -> field.getType() == boolean[].class || field.getType() == int[].class);
    }

    /** The value of a constant that is named after a side, in any class; or -1. */
    int constant(boolean isTheseus) {
        for (Class<?> type : classes) {
            for (Field field : own(type) ? type.getDeclaredFields() : new Field[0]) {
                String name = field.getName();
                boolean isNamed = isTheseus ? Words.isTheseus(name) : Words.isMinotaur(name);
                if (Modifier.isStatic(field.getModifiers()) && Modifier.isFinal(field.getModifiers())
                        && field.getType() == int.class && isNamed) {
                    try {
                        field.setAccessible(true);
                        return field.getInt(null);
                    } catch (ReflectiveOperationException | LinkageError refused) {
                        return -1;
                    }
                }
            }
        }
        return -1;
    }

    // Nodes -------------------------------------------------------------------------------------

    /** The children of a node. */
    Collection<?> children(Object of) throws IllegalAccessException {
        for (Field field : fields(of.getClass())) {
            if (isChildren(field)) {
                Object value = field.get(of);
                if (value instanceof Object[]) {
                    return Arrays.stream((Object[]) value).filter(one -> one != null).collect(Collectors.toList());
                }
                return value == null ? List.of() : (Collection<?>) value;
            }
        }
        return List.of();
    }

    boolean isChildren(Field field) {
        boolean isArray = field.getType().isArray() && field.getType().getComponentType() == node;
        boolean isList = Collection.class.isAssignableFrom(field.getType()) && !isMove(field);
        return isArray || isList;
    }

    boolean isMove(Field field) {
        boolean isList = Collection.class.isAssignableFrom(field.getType()) && Words.has(field.getName(), "move", "kinis");
        return field.getType() == int[].class || field.getType() == Integer[].class || isList;
    }

    /** The numbers of a move: of an array or list, or the fields x, y and die. */
    int[] move(Object of) throws IllegalAccessException {
        List<Integer> single = new ArrayList<>();
        for (Field field : fields(of.getClass())) {
            if (isMove(field)) {
                return numbers(field.get(of));
            }
            boolean isPart = Words.isRow(field.getName()) || Words.isColumn(field.getName()) || Words.isDie(field.getName());
            if (field.getType() == int.class && isPart) {
                single.add(field.getInt(of));
            }
        }
        return single.isEmpty() ? null : single.stream().mapToInt(Integer::intValue).toArray();
    }

    /** An answer as numbers: an array, a list or a number. */
    static int[] numbers(Object value) {
        if (value instanceof int[]) {
            return (int[]) value;
        } else if (value instanceof Number) {
            return new int[] {((Number) value).intValue()};
        } else if (value instanceof double[]) {
            return Arrays.stream((double[]) value).mapToInt(one -> (int) one).toArray();
        }
        Collection<?> all = value instanceof Collection ? (Collection<?>) value
                : value instanceof Object[] ? Arrays.asList((Object[]) value) : null;
        if (all == null || !all.stream().allMatch(one -> one instanceof Number)) {
            return null;
        }
        return all.stream().mapToInt(one -> ((Number) one).intValue()).toArray();
    }

    Double evaluation(Object of) throws IllegalAccessException {
        Double found = null;
        for (Field field : fields(of.getClass())) {
            boolean isDecimal = field.getType() == double.class || field.getType() == float.class || field.getType() == Double.class;
            boolean isNamed = Words.has(field.getName(), "eval", "value", "score");
            if ((isDecimal || field.getType() == int.class) && (isNamed || isDecimal && found == null) && field.get(of) != null) {
                found = ((Number) field.get(of)).doubleValue();
                if (isNamed) {
                    return found;
                }
            }
        }
        return found;
    }

    Integer depth(Object of) throws IllegalAccessException {
        for (Field field : fields(of.getClass())) {
            if (field.getType() == int.class && isDepth(field.getName())) {
                return field.getInt(of);
            }
        }
        return null;
    }

    /** The names of the fields of a node, as they are read above; null where there is none. */
    static final class Parts {
        String children;
        String evaluation;
        String depth;
        final List<String> move = new ArrayList<>();
    }

    Parts parts() {
        Parts parts = new Parts();
        List<String> single = new ArrayList<>();
        boolean isNamed = false;
        for (Field field : node == null ? List.<Field>of() : fields(node)) {
            String name = field.getName();
            Class<?> type = field.getType();
            parts.children = parts.children == null && isChildren(field) ? name : parts.children;
            parts.depth = parts.depth == null && type == int.class && isDepth(name) ? name : parts.depth;
            if (isMove(field) && parts.move.isEmpty()) {
                parts.move.add(name);
            } else if (type == int.class && (Words.isRow(name) || Words.isColumn(name) || Words.isDie(name))) {
                single.add(name);
            }
            boolean isDecimal = type == double.class || type == float.class || type == Double.class;
            boolean isValue = Words.has(name, "eval", "value", "score");
            if (!isNamed && (isDecimal || type == int.class) && (isValue || isDecimal && parts.evaluation == null)) {
                parts.evaluation = name;
                isNamed = isValue;
            }
        }
        if (parts.move.isEmpty()) {
            parts.move.addAll(single);
        }
        return parts;
    }

    static boolean isDepth(String name) {
        return Words.has(name, "depth", "level", "bathos", "vathos");
    }
}
