import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads a position back from the objects of a hand-in. */
final class Look {
    /** T M LOOT of the board of a node; what it does not tell is ?. */
    static String board(Program program, World world, Object node) throws IllegalAccessException {
        return board(program, world, node, new String[2]);
    }

    /** The same; `paths` become the fields that tell where the players are. */
    static String board(Program program, World world, Object node, String[] paths) throws IllegalAccessException {
        Object board = null;
        String path = "";
        for (Field field : program.fields(node.getClass())) {
            boolean isBoard = program.kind(field.getType()) == Program.Kind.BOARD && field.get(node) != null;
            board = isBoard ? field.get(node) : board;
            path = isBoard ? field.getName() + "." : path;
        }
        String[] found = {"?", "?", "?"};
        for (Field field : board == null ? List.<Field>of() : program.fields(board.getClass())) {
            Object value = field.get(board);
            String name = field.getName();
            if (field.getType() == int.class && !Words.isRow(name) && !Words.isColumn(name) && !Words.is(name, "theseusid", "minotaurid")) {
                int side = Words.isTheseus(name) ? 0 : Words.isMinotaur(name) ? 1 : -1;
                if (side >= 0) {
                    found[side] = tile(world, (Integer) value);
                    paths[side] = path + name;
                }
            } else if (value instanceof int[] && Words.has(name, "player", "pos")) {
                int[] tiles = (int[]) value;
                int shift = tiles.length > Math.max(world.conventions.ids[0], world.conventions.ids[1]) ? 0
                        : Math.min(world.conventions.ids[0], world.conventions.ids[1]);
                for (int side = 0; side < 2; side++) {
                    int place = world.conventions.ids[side] - shift;
                    found[side] = tile(world, tiles[place]);
                    paths[side] = path + name + "[" + place + "]";
                }
            } else if (value instanceof Collection || value instanceof Object[]) {
                String loot = loot(program, world, value instanceof Collection ? (Collection<?>) value : Arrays.asList((Object[]) value), name);
                found[2] = loot == null ? found[2] : loot;
            }
        }
        return String.join(" ", found);
    }

    /** What must stay as it is while a tree grows: the board, and where the players are, with their points. */
    static Map<String, String> facts(Program program, Object board, Object[] players) throws IllegalAccessException {
        Map<String, String> facts = new LinkedHashMap<>();
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        add(program, "board", board, facts, seen);
        for (Object player : players) {
            for (Field field : player == null ? List.<Field>of() : program.fields(player.getClass())) {
                String name = field.getName();
                boolean isKept = Words.isTile(name) || Words.isRow(name) || Words.isColumn(name) || Words.has(name, "score", "pont", "point");
                if (field.getType() == int.class && isKept) {
                    facts.put("player " + (player == players[0] ? 1 : 2) + "." + name, String.valueOf(field.get(player)));
                }
            }
        }
        return facts;
    }

    private static void add(Program program, String path, Object value, Map<String, String> facts, Set<Object> seen) throws IllegalAccessException {
        Program.Kind kind = value == null ? Program.Kind.OTHER : program.kind(value.getClass());
        boolean isArray = value != null && value.getClass().isArray();
        if (value instanceof Number || value instanceof Boolean || value instanceof String) {
            facts.put(path, String.valueOf(value));
        } else if (value instanceof Collection || isArray) {
            Object[] all = isArray ? array(value) : ((Collection<?>) value).toArray();
            facts.put(path + ".length", String.valueOf(all.length));
            for (int place = 0; place < all.length; place++) {
                add(program, path + "[" + place + "]", all[place], facts, seen);
            }
        } else if ((kind == Program.Kind.BOARD || kind == Program.Kind.TILE || kind == Program.Kind.SUPPLY) && seen.add(value)) {
            for (Field field : program.fields(value.getClass())) {
                add(program, path + "." + field.getName(), field.get(value), facts, seen);
            }
        }
    }

    private static Object[] array(Object array) {
        Object[] all = new Object[Array.getLength(array)];
        for (int place = 0; place < all.length; place++) {
            all[place] = Array.get(array, place);
        }
        return all;
    }

    private static String tile(World world, int own) {
        int tile = world.back(own);
        return tile < 0 ? "?" : String.valueOf(tile);
    }

    /** The tiles of the loot that lies on one; null if these are no supplies. */
    private static String loot(Program program, World world, Collection<?> all, String name) throws IllegalAccessException {
        boolean isLoot = Words.has(name, "suppl", "loot", "efod")
                || all.stream().anyMatch(one -> one != null && program.kind(one.getClass()) == Program.Kind.SUPPLY);
        if (!isLoot) {
            return null;
        }
        List<Integer> tiles = new ArrayList<>();
        boolean isTold = all.stream().allMatch(one -> one == null);
        for (Object supply : all) {
            Integer tile = null;
            for (Field field : supply == null ? List.<Field>of() : program.fields(supply.getClass())) {
                String of = field.getName();
                if (program.kind(field.getType()) == Program.Kind.TILE && field.get(supply) != null) {
                    tile = number(program, field.get(supply), world);
                } else if (field.getType() == int.class && Words.isTile(of) && !Words.isRow(of) && !Words.isColumn(of)) {
                    tile = world.back(field.getInt(supply));
                }
            }
            isTold |= tile != null;
            // What was taken is often put on no tile, or on one where no loot lay.
            if (tile != null && tile >= 0 && world.isLoot(tile)) {
                tiles.add(tile);
            }
        }
        if (!isTold) {
            return null;
        }
        return tiles.isEmpty() ? "-" : tiles.stream().sorted().map(String::valueOf).collect(Collectors.joining(","));
    }

    private static Integer number(Program program, Object tile, World world) throws IllegalAccessException {
        for (Field field : program.fields(tile.getClass())) {
            if (field.getType() == int.class && (Words.isId(field.getName()) || Words.is(field.getName(), "tile"))) {
                return world.back(field.getInt(tile));
            }
        }
        return null;
    }

    private Look() {
    }
}
