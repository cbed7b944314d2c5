import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes the objects of a hand-in for one position: each by a constructor that takes what is known,
 * and then its fields are set by their types and names, whatever the constructor did.
 */
final class Builder {
    /** What cannot be told from a type and a name. */
    private static final Object UNKNOWN = new Object();

    final Program program;
    final World world;
    private final Map<Class<?>, Object> boards = new HashMap<>();
    private final Object[] players = new Object[2];
    private final Set<Object> open = new HashSet<>();
    private Object[] tiles;
    private Object[] supplies;

    Builder(Program program, World world) {
        this.program = program;
        this.world = world;
    }

    /** The same objects for another position: all that is known of it is set anew. */
    Builder(Builder before, World world) throws ReflectiveOperationException {
        this(before.program, world);
        boards.putAll(before.boards);
        System.arraycopy(before.players, 0, players, 0, 2);
        for (Map.Entry<Class<?>, Object> board : boards.entrySet()) {
            fill(board.getValue(), Program.Kind.BOARD, 0);
        }
        for (int side = 0; side < 2; side++) {
            if (players[side] != null) {
                fill(players[side], Program.Kind.PLAYER, side);
            }
        }
        place();
    }

    // Objects -----------------------------------------------------------------------------------

    Object board() throws ReflectiveOperationException {
        return program.board == null ? null : board(program.board);
    }

    private Object board(Class<?> type) throws ReflectiveOperationException {
        Object known = boards.get(type);
        if (known == null && open.add(type)) {
            Object given = type == program.board ? bridged("board", maze()) : null;
            known = given != null ? given : construct(type, Program.Kind.BOARD, 0);
            boards.put(type, known);
            if (given == null) {
                fill(known, Program.Kind.BOARD, 0);
            }
        }
        return known;
    }

    /** The player of the side that is asked. */
    Object player() throws ReflectiveOperationException {
        Object made = player(world.mover, program.player);
        statics();
        place();
        return made;
    }

    /** Other classes may hold the board and the players for all to use. */
    private void statics() throws ReflectiveOperationException {
        for (Field field : program.statics()) {
            String name = field.getName();
            Program.Kind kind = program.kind(field.getType());
            boolean isTold = field.getType() == int.class && (Words.isTheseus(name) || Words.isMinotaur(name) || name.equals("N"));
            if (isTold || kind == Program.Kind.BOARD || kind == Program.Kind.PLAYER) {
                set(null, field, fact(Program.Kind.BOARD, field.getType(), field.getGenericType(), name, 0));
            }
        }
    }

    private Object player(int side, Class<?> type) throws ReflectiveOperationException {
        if (players[side] == null && open.add("player " + side)) {
            Class<?> wanted = side == world.mover || Modifier.isAbstract(type.getModifiers()) ? program.player : type;
            Object given = bridged("player", side == 0, board());
            players[side] = given != null ? given : construct(wanted, Program.Kind.PLAYER, side);
            if (given == null) {
                fill(players[side], Program.Kind.PLAYER, side);
                refill();
            }
        }
        return players[side];
    }

    /** Boards may hold players, which are made after them. */
    private void refill() throws ReflectiveOperationException {
        for (Object board : new ArrayList<>(boards.values())) {
            for (Field field : program.fields(board.getClass())) {
                if (program.kind(element(field.getType(), field.getGenericType())) == Program.Kind.PLAYER) {
                    set(board, field, fact(Program.Kind.BOARD, field.getType(), field.getGenericType(), field.getName(), 0));
                }
            }
        }
    }

    private void place() throws ReflectiveOperationException {
        int mover = world.mover;
        bridged("place", players[mover], board(), world.tiles[mover], world.tiles[1 - mover]);
    }

    private Object[] tiles(Class<?> type) throws ReflectiveOperationException {
        if (tiles == null) {
            tiles = new Object[world.side() * world.side()];
            for (int own = 0; own < tiles.length; own++) {
                tiles[own] = construct(type, Program.Kind.TILE, own);
                fill(tiles[own], Program.Kind.TILE, own);
            }
        }
        return tiles;
    }

    private Object[] supplies(Class<?> type) throws ReflectiveOperationException {
        if (supplies == null) {
            supplies = new Object[world.slots()];
            for (int place = 0; place < supplies.length; place++) {
                supplies[place] = construct(type, Program.Kind.SUPPLY, place);
                fill(supplies[place], Program.Kind.SUPPLY, place);
            }
        }
        return supplies;
    }

    /** The root of a tree, without children. */
    Object root() throws ReflectiveOperationException {
        Object given = bridged("root", board());
        int own = at(world.mover);
        return given != null ? given : node(null, 0, new int[] {own / world.side(), own % world.side(), 0}, 0);
    }

    /** A node with what is known of it; its children are empty. */
    Object node(Object parent, int depth, int[] move, double evaluation) throws ReflectiveOperationException {
        nodeFacts = new Object[] {parent, depth, move, evaluation};
        Object node = construct(program.node, Program.Kind.NODE, 0);
        nodeFacts = new Object[] {parent, depth, move, evaluation};
        fill(node, Program.Kind.NODE, 0);
        return node;
    }

    /** The parent, depth, move and evaluation of the node that is being made. */
    private Object[] nodeFacts;

    void addChild(Object parent, Object child) throws ReflectiveOperationException {
        for (Field field : program.fields(parent.getClass())) {
            if (program.isChildren(field)) {
                Object value = field.get(parent);
                if (value instanceof Object[]) {
                    Object[] old = (Object[]) value;
                    int free = Arrays.asList(old).indexOf(null);
                    Object[] longer = free < 0 ? Arrays.copyOf(old, old.length + 1) : old;
                    longer[free < 0 ? old.length : free] = child;
                    field.set(parent, longer);
                } else {
                    @SuppressWarnings("unchecked")
                    Collection<Object> list = (Collection<Object>) value;
                    list.add(child);
                }
                return;
            }
        }
        throw new NoSuchFieldException(parent.getClass().getSimpleName() + " has no list of children");
    }

    // The bridge --------------------------------------------------------------------------------

    /** What a method of the bridge answers; null if there is no such method. */
    Object bridged(String name, Object... arguments) throws ReflectiveOperationException {
        for (Method method : program.bridge == null ? new Method[0] : program.bridge.getDeclaredMethods()) {
            if (method.getName().equals(name) && method.getParameterCount() == arguments.length) {
                method.setAccessible(true);
                return method.invoke(null, arguments);
            }
        }
        return null;
    }

    boolean hasBridge(String name) {
        return program.bridge != null
                && Arrays.stream(program.bridge.getDeclaredMethods()).anyMatch(method -> method.getName().equals(name));
    }

    /** The maze as the bridge takes it. */
    private Object maze() throws ReflectiveOperationException {
        if (!hasBridge("board")) {
            return null;
        }
        String inside = program.bridge.getPackageName();
        Class<?> type = Class.forName((inside.isEmpty() ? "" : inside + ".") + "Harness$Maze", true, program.bridge.getClassLoader());
        Constructor<?> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        Object maze = constructor.newInstance();
        Map<String, Object> values = Map.of("size", world.size, "walls", world.walls, "supplies", world.loot,
                "theseus", world.tiles[0], "minotaur", world.tiles[1]);
        for (Map.Entry<String, Object> value : values.entrySet()) {
            Field field = type.getDeclaredField(value.getKey());
            field.setAccessible(true);
            field.set(maze, value.getValue());
        }
        return maze;
    }

    // Constructors ------------------------------------------------------------------------------

    /** Makes an object by the constructor of which most is known. */
    private Object construct(Class<?> type, Program.Kind kind, int place) throws ReflectiveOperationException {
        if (Modifier.isAbstract(type.getModifiers())) {
            throw new InstantiationException(type.getSimpleName() + " is abstract");
        }
        ReflectiveOperationException first = null;
        for (Constructor<?> constructor : program.constructors.computeIfAbsent(kind + type.getName(), key -> constructors(type, kind))) {
            try {
                return constructor.newInstance(arguments(constructor, kind, place));
            } catch (ReflectiveOperationException failed) {
                first = first == null ? failed : first;
            }
        }
        throw first != null ? first : new NoSuchMethodException(type.getSimpleName() + " has no constructor that can be used");
    }

    /** The constructors of a class, those of which most is known first. */
    private List<Constructor<?>> constructors(Class<?> type, Program.Kind kind) {
        Map<Constructor<?>, Integer> worth = new HashMap<>();
        List<Constructor<?>> all = new ArrayList<>();
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            Class<?>[] parameters = constructor.getParameterTypes();
            boolean copies = Arrays.stream(parameters).anyMatch(one -> one == type) && kind != Program.Kind.NODE && kind != Program.Kind.PLAYER;
            boolean isCopy = parameters.length == 1 && parameters[0].isAssignableFrom(type);
            if (!copies && !isCopy) {
                all.add(constructor);
                int known = 0;
                for (Parameter parameter : constructor.getParameters()) {
                    known += isTold(parameter) ? 1 : -3;
                }
                constructor.setAccessible(true);
                worth.put(constructor, known);
            }
        }
        all.sort((one, other) -> Integer.compare(worth.get(other), worth.get(one)));
        return all;
    }

    private boolean isTold(Parameter parameter) {
        Class<?> type = parameter.getType();
        return type.isPrimitive() || type == String.class || program.own(type) || type.isArray() || Collection.class.isAssignableFrom(type);
    }

    private Object[] arguments(Constructor<?> constructor, Program.Kind kind, int place) throws ReflectiveOperationException {
        Parameter[] parameters = constructor.getParameters();
        Object[] arguments = new Object[parameters.length];
        List<Object> numbers = new ArrayList<>(usual(kind, place));
        boolean isClear = true;
        for (int index = 0; index < parameters.length; index++) {
            Parameter one = parameters[index];
            arguments[index] = fact(kind, one.getType(), one.getParameterizedType(), one.getName(), place);
            // A constructor that makes its own maze must not look for room for walls for ever.
            if (kind == Program.Kind.BOARD && one.getType() == int.class && (Words.is(one.getName(), "w") || Words.has(one.getName(), "wall"))) {
                arguments[index] = 0;
            }
            isClear &= arguments[index] != UNKNOWN || one.getType() != int.class;
        }
        int sides = 0;
        for (int index = 0; index < parameters.length; index++) {
            Class<?> type = parameters[index].getType();
            if (type == int.class && !isClear) {
                Object hint = hint(constructor, index);
                boolean isUsual = !numbers.isEmpty();
                Object usual = isUsual ? numbers.remove(0) : 0;
                arguments[index] = arguments[index] != UNKNOWN ? arguments[index] : isUsual ? usual : hint instanceof Integer ? hint : usual;
            } else if (arguments[index] == UNKNOWN && type == boolean.class && kind == Program.Kind.TILE && sides < 4) {
                arguments[index] = world.isWalled(place, world.conventions.order[sides]);
            } else if (arguments[index] == UNKNOWN) {
                Object hint = hint(constructor, index);
                arguments[index] = hint != null && type.isPrimitive() ? convert(type, hint) : empty(type);
            }
            sides += type == boolean.class ? 1 : 0;
        }
        return arguments;
    }

    /** The numbers of a class in the order of the assignment, where names do not tell. */
    private List<Object> usual(Program.Kind kind, int place) {
        int side = world.side();
        switch (kind) {
            case TILE: return List.of(place, place / side, place % side);
            case SUPPLY: return List.of(place + 1, lootAt(place) / side, lootAt(place) % side, lootAt(place));
            case PLAYER: return List.of(id(place), score(place), at(place) / side, at(place) % side);
            case BOARD: return List.of(side, world.slots(), 0);
            default: return List.of();
        }
    }

    /** The literal that the hand-in itself gives to a constructor. */
    private Object hint(Constructor<?> constructor, int index) {
        for (Sources.Creation creation : program.creations) {
            if (creation.type.equals(constructor.getDeclaringClass().getSimpleName())
                    && creation.arguments.size() == constructor.getParameterCount() && creation.arguments.get(index) != null) {
                return creation.arguments.get(index);
            }
        }
        return null;
    }

    private static Object convert(Class<?> type, Object value) {
        if (type == boolean.class) {
            return value instanceof Boolean ? value : Boolean.FALSE;
        } else if (type == char.class) {
            return value instanceof Character ? value : (Object) ' ';
        } else if (!(value instanceof Number)) {
            return empty(type);
        }
        Number number = (Number) value;
        return type == double.class ? (Object) number.doubleValue() : type == float.class ? (Object) number.floatValue()
                : type == long.class ? (Object) number.longValue() : type == short.class ? (Object) number.shortValue()
                : type == byte.class ? (Object) number.byteValue() : (Object) number.intValue();
    }

    static Object empty(Class<?> type) {
        if (type.isPrimitive()) {
            return type == boolean.class ? Boolean.FALSE : type == char.class ? (Object) ' ' : convert(type, 0);
        } else if (type.isAssignableFrom(ArrayList.class) && type != Object.class) {
            return new ArrayList<>();
        } else if (type.isAssignableFrom(HashMap.class) && type != Object.class) {
            return new HashMap<>();
        } else if (type.isArray() && type.getComponentType().isPrimitive()) {
            return Array.newInstance(type.getComponentType(), 4);
        }
        return type == String.class ? "" : null;
    }

    // Fields ------------------------------------------------------------------------------------

    /** Sets what is known by fields, and what no field has by setters. */
    private void fill(Object object, Program.Kind kind, int place) throws ReflectiveOperationException {
        Set<String> done = new HashSet<>();
        for (Field field : program.fields(object.getClass())) {
            if (Modifier.isStatic(field.getModifiers()) && kind != Program.Kind.BOARD && kind != Program.Kind.PLAYER) {
                continue;
            }
            Object value = fact(kind, field.getType(), field.getGenericType(), field.getName(), place, field.get(object));
            if (value != UNKNOWN) {
                set(object, field, value);
                done.add(Words.plain(field.getName()));
            } else if (field.get(object) == null && isContainer(field.getType())) {
                field.set(object, empty(field.getType()));
            }
        }
        if (done.isEmpty() || kind == Program.Kind.TILE && !hasWalls(object, done)) {
            for (Method method : object.getClass().getMethods()) {
                if (program.own(method.getDeclaringClass()) && method.getName().startsWith("set") && method.getParameterCount() == 1) {
                    String name = method.getName().substring(3);
                    Object value = fact(kind, method.getParameterTypes()[0], method.getGenericParameterTypes()[0], name, place);
                    if (value != UNKNOWN && !done.contains(Words.plain(name))) {
                        method.setAccessible(true);
                        method.invoke(object, value);
                    }
                }
            }
        }
    }

    private static boolean isContainer(Class<?> type) {
        return Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type);
    }

    private static boolean hasWalls(Object tile, Set<String> done) {
        return done.stream().anyMatch(name -> Words.direction(name) >= 0 || Words.has(name, "wall"));
    }

    private static void set(Object object, Field field, Object value) throws IllegalAccessException {
        if (value != UNKNOWN && (value != null || !field.getType().isPrimitive())) {
            field.set(object, value);
        }
    }

    // Facts -------------------------------------------------------------------------------------

    private int at(int side) {
        return world.own(world.tiles[side]);
    }

    /** The tile of a supply; -1 if it was taken. */
    private int lootAt(int place) {
        return place < world.loot.length ? world.own(world.loot[place]) : -1;
    }

    private int id(int side) {
        return world.conventions.ids[side];
    }

    private int score(int side) {
        return side == 0 ? world.picked : 0;
    }

    private Object fact(Program.Kind kind, Class<?> type, Type generic, String name, int place) throws ReflectiveOperationException {
        return fact(kind, type, generic, name, place, null);
    }

    /** The value of a field or parameter; `old` is what the field has now. */
    private Object fact(Program.Kind kind, Class<?> type, Type generic, String name, int place, Object old) throws ReflectiveOperationException {
        if (kind == Program.Kind.NODE) {
            return old != null && (old instanceof Collection || old instanceof Object[] && type.getComponentType() == program.node) ? UNKNOWN : nodeFact(type, name);
        }
        Class<?> element = element(type, generic);
        if (element != type) {
            return manyFact(kind, type, generic, element, name, place, old);
        }
        switch (program.kind(type)) {
            case BOARD:
                return kind == Program.Kind.PLAYER || kind == Program.Kind.BOARD ? orUnknown(board(type)) : UNKNOWN;
            case PLAYER:
                int side = side(name, kind == Program.Kind.PLAYER ? 1 - place : world.mover);
                return orUnknown(player(side, type));
            case TILE:
                int own = kind == Program.Kind.SUPPLY ? lootAt(place) : kind == Program.Kind.PLAYER ? at(side(name, place)) : -1;
                return own < 0 || kind == Program.Kind.TILE ? UNKNOWN : tiles(type)[own];
            case SUPPLY:
                return kind == Program.Kind.TILE ? supplyOn(type, place) : UNKNOWN;
            default:
        }
        Object value = number(kind, type, name, place);
        return value == UNKNOWN || !(value instanceof Integer) || !type.isPrimitive() && type != Integer.class ? value
                : type == Integer.class ? value : type == boolean.class ? UNKNOWN : convert(type, value);
    }

    private static Object orUnknown(Object object) {
        return object == null ? UNKNOWN : object;
    }

    private Object supplyOn(Class<?> type, int own) throws ReflectiveOperationException {
        for (int place = 0; place < world.loot.length; place++) {
            if (lootAt(place) == own) {
                return supplies(type)[place];
            }
        }
        return null;
    }

    /** The side that a name is about: 0 Theseus, 1 the Minotaur. */
    private int side(String name, int usual) {
        return Words.isTheseus(name) ? 0 : Words.isMinotaur(name) ? 1 : Words.isOpponent(name) ? 1 - world.mover : usual;
    }

    /** The innermost type of arrays and lists. */
    private static Class<?> element(Class<?> type, Type generic) {
        if (type.isArray()) {
            return element(type.getComponentType(), type.getComponentType());
        } else if (Collection.class.isAssignableFrom(type) && generic instanceof ParameterizedType) {
            Type inner = ((ParameterizedType) generic).getActualTypeArguments()[0];
            Type raw = inner instanceof ParameterizedType ? ((ParameterizedType) inner).getRawType() : inner;
            return raw instanceof Class ? element((Class<?>) raw, inner) : Object.class;
        }
        return type;
    }

    /** The type of what an array or list holds, such as a row of tiles. */
    private static Class<?> inner(Class<?> type, Type generic) {
        if (type.isArray()) {
            return type.getComponentType();
        }
        Type inner = ((ParameterizedType) generic).getActualTypeArguments()[0];
        Type raw = inner instanceof ParameterizedType ? ((ParameterizedType) inner).getRawType() : inner;
        return raw instanceof Class ? (Class<?>) raw : Object.class;
    }

    private Object manyFact(Program.Kind kind, Class<?> type, Type generic, Class<?> element, String name, int place, Object old) throws ReflectiveOperationException {
        boolean isBoard = kind == Program.Kind.BOARD;
        Program.Kind inner = program.kind(element);
        if (inner == Program.Kind.TILE && isBoard) {
            Object[] all = tiles(element);
            int side = world.side();
            Class<?> row = inner(type, generic);
            if (row != element) {
                Object[] rows = new Object[side];
                Arrays.setAll(rows, one -> many(row, Arrays.copyOfRange(all, one * side, (one + 1) * side)));
                return many(type, rows);
            }
            return many(type, all);
        } else if (inner == Program.Kind.SUPPLY && isBoard) {
            return many(type, supplies(element));
        } else if (inner == Program.Kind.PLAYER && isBoard) {
            return players[0] == null || players[1] == null ? UNKNOWN : many(type, players);
        } else if (kind == Program.Kind.TILE && (type == boolean[].class || type == int[].class)) {
            Object walls = Array.newInstance(type.getComponentType(), 4);
            for (int index = 0; index < 4; index++) {
                boolean isWall = world.isWalled(place, world.conventions.order[index]) != Words.isOpen(name);
                Array.set(walls, index, type == boolean[].class ? (Object) isWall : (Object) (isWall ? 1 : 0));
            }
            return walls;
        } else if (isBoard && type == int[].class && Words.has(name, "suppl", "loot")) {
            int[] own = new int[world.slots()];
            Arrays.setAll(own, this::lootAt);
            return own;
        } else if (isBoard && type == int[].class && Words.has(name, "player", "pos", "paikt")) {
            int most = Math.max(id(0), id(1));
            int least = Math.min(id(0), id(1));
            int length = old instanceof int[] ? ((int[]) old).length : least == 0 ? 2 : most + 1;
            int[] own = new int[Math.max(length, 2)];
            int shift = own.length > most ? 0 : least;
            for (int side = 0; side < 2; side++) {
                own[id(side) - shift] = at(side);
            }
            return own;
        }
        return UNKNOWN;
    }

    /** An array or a list of these. */
    private static Object many(Class<?> type, Object[] all) {
        if (type.isArray()) {
            Object array = Array.newInstance(type.getComponentType(), all.length);
            System.arraycopy(all, 0, array, 0, all.length);
            return array;
        }
        return type.isAssignableFrom(ArrayList.class) ? new ArrayList<>(Arrays.asList(all))
                : type.isAssignableFrom(java.util.LinkedList.class) ? new java.util.LinkedList<>(Arrays.asList(all)) : UNKNOWN;
    }

    private Object nodeFact(Class<?> type, String name) throws ReflectiveOperationException {
        if (type == program.node) {
            return Words.has(name, "child", "best", "next") ? null : nodeFacts[0];
        } else if (type == int[].class) {
            return nodeFacts[2];
        } else if (type == Integer[].class) {
            int[] move = (int[]) nodeFacts[2];
            return move == null ? null : Arrays.stream(move).boxed().toArray(Integer[]::new);
        } else if (type == double.class || type == Double.class) {
            return nodeFacts[3];
        } else if (type == float.class) {
            return (float) (double) nodeFacts[3];
        } else if (type == int.class) {
            int[] move = (int[]) nodeFacts[2];
            if (Words.has(name, "eval", "value")) {
                return (int) (double) nodeFacts[3];
            }
            int part = Words.isRow(name) ? 0 : Words.isColumn(name) ? 1 : Words.isDie(name) ? 2 : -1;
            return part < 0 || Program.isDepth(name) ? nodeFacts[1] : move == null ? 0 : move[Math.min(part, move.length - 1)];
        } else if (program.kind(type) == Program.Kind.BOARD) {
            return board(type);
        } else if (program.kind(type) == Program.Kind.PLAYER) {
            return player(side(name, world.mover), type);
        } else if (Collection.class.isAssignableFrom(type) && Words.has(name, "move")) {
            int[] move = (int[]) nodeFacts[2];
            ArrayList<Object> list = new ArrayList<>();
            Arrays.stream(move == null ? new int[0] : move).forEach(list::add);
            return list;
        } else if (type.isArray() && type.getComponentType() == program.node) {
            return Array.newInstance(program.node, 4);
        }
        return type.isAssignableFrom(ArrayList.class) && type != Object.class ? new ArrayList<>() : UNKNOWN;
    }

    /** A number, truth or text by its name. */
    private Object number(Program.Kind kind, Class<?> type, String name, int place) {
        int side = world.side();
        boolean isNumber = type == int.class || type == Integer.class || type == short.class || type == byte.class || type == long.class
                || type == double.class || type == float.class;
        boolean isTruth = type == boolean.class || type == Boolean.class;
        switch (kind) {
            case TILE:
                int direction = Words.direction(name);
                if (direction >= 0 && (isTruth || isNumber && !Words.isRow(name) && !Words.isColumn(name))) {
                    boolean isWall = world.isWalled(place, direction) != Words.isOpen(name);
                    return isTruth ? (Object) isWall : (Object) (isWall ? 1 : 0);
                } else if (Words.has(name, "suppl", "loot", "efodi")) {
                    int tile = world.back(place);
                    boolean isLoot = tile >= 0 && world.isLoot(tile);
                    return isTruth ? (Object) isLoot : UNKNOWN;
                } else if (isNumber && Words.has(name, "wall")) {
                    int walls = 0;
                    for (int one = 0; one < 4; one++) {
                        walls += world.isWalled(place, one) ? 1 : 0;
                    }
                    return walls;
                }
                return isNumber ? coordinate(name, place, Words.isId(name) || Words.is(name, "tile")) : UNKNOWN;
            case SUPPLY:
                if (isNumber && Words.isId(name) && !Words.isTile(name)) {
                    return place + 1;
                } else if (isTruth) {
                    return Words.has(name, "avail", "active", "exist", "there") ? (Object) true
                            : Words.has(name, "taken", "picked", "collected", "found") ? (Object) false : UNKNOWN;
                }
                return isNumber ? coordinate(name, lootAt(place), Words.isTile(name)) : UNKNOWN;
            case BOARD:
                if (!isNumber) {
                    return UNKNOWN;
                } else if (Words.isSize(name)) {
                    return side;
                } else if (Words.isTheseus(name) || Words.isMinotaur(name) || Words.isOpponent(name)) {
                    int one = side(name, 0);
                    return Words.is(name, "theseusid", "minotaurid") ? id(one) : coordinate(name, at(one), true);
                } else if (Words.is(name, "s") || Words.has(name, "suppl") && !Words.has(name, "tile", "pos")) {
                    return world.slots();
                }
                return Words.is(name, "w") || Words.has(name, "wall") ? world.countWalls() : UNKNOWN;
            case PLAYER:
                int one = side(name, place);
                if (type == String.class) {
                    return Words.has(name, "name", "onoma") || Words.is(name, "n") ? world.conventions.names[one] : UNKNOWN;
                } else if (isTruth) {
                    return Words.isTheseus(name) ? (Object) (place == 0) : Words.isMinotaur(name) ? (Object) (place == 1) : UNKNOWN;
                } else if (!isNumber || Words.has(name, "weight", "max", "min", "depth", "eval")) {
                    return UNKNOWN;
                } else if (Words.isTile(name)) {
                    return coordinate(name, at(one), true);
                } else if (Words.isId(name)) {
                    return id(one);
                } else if (Words.has(name, "score", "points", "pontoi")) {
                    return score(one);
                } else if (Words.isSize(name)) {
                    return side;
                }
                boolean isPlace = one != place || Words.isOpponent(name) || Words.isTheseus(name) || Words.isMinotaur(name);
                return coordinate(name, at(one), isPlace);
            default:
                return UNKNOWN;
        }
    }

    /** The row, the column or the number of a tile, whichever a name asks for. */
    private Object coordinate(String name, int own, boolean isTile) {
        boolean isPlace = isTile || Words.isRow(name) || Words.isColumn(name);
        return own < 0 && isPlace ? (Object) own : Words.isRow(name) ? (Object) (own / world.side()) : Words.isColumn(name) ? (Object) (own % world.side())
                : isTile ? (Object) own : UNKNOWN;
    }

    /** Calls a method of a player. */
    Object call(Object player, Method method, int own, int opponent, int die, int depth, Object node, Integer... order) throws ReflectiveOperationException {
        Object[] arguments = arguments(method, own, opponent, die, depth, node, order);
        return method.invoke(Modifier.isStatic(method.getModifiers()) ? null : player, arguments);
    }

    /** The arguments of a method; numbers go to parameters by their names, or else in order. */
    Object[] arguments(Method method, int own, int opponent, int die, int depth, Object node, Integer... order) throws ReflectiveOperationException {
        Parameter[] parameters = method.getParameters();
        Object[] arguments = new Object[parameters.length];
        List<Integer> left = new ArrayList<>(Arrays.asList(order));
        int side = world.side();
        for (int index = 0; index < parameters.length; index++) {
            Parameter one = parameters[index];
            String name = one.getName();
            Class<?> type = one.getType();
            Integer value = null;
            if (type == int.class || type == Integer.class) {
                boolean isOpponent = Words.isOpponent(name) || (world.mover == 0 ? Words.isMinotaur(name) : Words.isTheseus(name));
                int tile = isOpponent ? opponent : own;
                if (Program.isDepth(name)) {
                    value = depth;
                } else if (Words.is(name, "playerid", "id")) {
                    value = id(world.mover);
                } else if (isOpponent || Words.isTile(name) && !Words.has(name, "move")) {
                    value = Words.isRow(name) ? tile / side : Words.isColumn(name) ? tile % side : tile;
                } else if (Words.isSize(name)) {
                    value = side;
                } else if (Words.isDie(name)) {
                    value = die;
                } else if (Words.is(name, "x", "y")) {
                    value = Words.is(name, "x") ? own / side : own % side;
                }
                arguments[index] = value;
                left.remove(value);
            }
        }
        for (int index = 0; index < parameters.length; index++) {
            Class<?> type = parameters[index].getType();
            if (arguments[index] != null) {
                continue;
            }
            if (type == int.class || type == Integer.class) {
                arguments[index] = left.isEmpty() ? 0 : left.remove(0);
            } else if (type == program.node) {
                arguments[index] = node;
            } else if (program.kind(type) == Program.Kind.BOARD) {
                arguments[index] = board(type);
            } else if (program.kind(type) == Program.Kind.PLAYER) {
                arguments[index] = player(side(parameters[index].getName(), 1 - world.mover), type);
            } else if (type == int[].class) {
                arguments[index] = new int[] {own / side, own % side, die};
            } else if (type == boolean.class) {
                arguments[index] = true;
            } else {
                arguments[index] = empty(type);
            }
        }
        return arguments;
    }
}
