import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Writes calls of a hand-in as a program of its own, which needs nothing but the hand-in's files: it
 * makes the same objects, with all their fields, calls the method and prints the answer.
 */
final class Paste {
    private static final int WIDTH = 100;

    private final Program program;
    private final Map<Object, String> names = new IdentityHashMap<>();
    private final Map<String, Integer> counts = new HashMap<>();
    private final List<String> lines = new ArrayList<>();
    /** Fields whose objects were being made when they were needed. */
    private final List<String> later = new ArrayList<>();

    Paste(Program program) {
        this.program = program;
    }

    // Values ------------------------------------------------------------------------------------

    /** The name of an object, which is made first, or the value itself. */
    private String value(Object of) throws ReflectiveOperationException {
        if (of == null || of instanceof Boolean || of instanceof Integer) {
            return String.valueOf(of);
        } else if (of instanceof Number) {
            return of instanceof Double ? of.toString() : "(" + primitive(of) + ") " + of;
        } else if (of instanceof String) {
            return "\"" + ((String) of).replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
        } else if (of instanceof Character) {
            return "(char) " + (int) (Character) of;
        } else if (of instanceof Enum) {
            return name(of.getClass()) + "." + ((Enum<?>) of).name();
        } else if (names.containsKey(of)) {
            return names.get(of);
        } else if (of.getClass().isArray()) {
            List<Object> all = new ArrayList<>();
            for (int place = 0; place < Array.getLength(of); place++) {
                all.add(Array.get(of, place));
            }
            return "new " + name(of.getClass()) + " {" + values(all) + "}";
        } else if (of instanceof Collection) {
            return "list(new " + of.getClass().getCanonicalName() + "<>()" + (((Collection<?>) of).isEmpty() ? "" : ", ")
                    + values((Collection<?>) of) + ")";
        } else if (!program.own(of.getClass())) {
            boolean isPlain = of instanceof Map || of instanceof java.util.Random;
            return isPlain ? "new " + of.getClass().getCanonicalName() + (of instanceof Map ? "<>()" : "()") : "null";
        }
        return made(of);
    }

    private static String primitive(Object of) {
        return of instanceof Long ? "long" : of instanceof Float ? "float" : of instanceof Short ? "short" : "byte";
    }

    private String values(Collection<?> all) throws ReflectiveOperationException {
        List<String> texts = new ArrayList<>();
        for (Object one : all) {
            texts.add(value(one));
        }
        return String.join(", ", texts);
    }

    /** The name of a class in the package of the player. */
    private String name(Class<?> type) {
        String inside = program.player.getPackageName() + ".";
        String name = type.getCanonicalName();
        return name != null && name.startsWith(inside) ? name.substring(inside.length()) : name;
    }

    /** Makes an object of the hand-in with all its fields. Those that lead back to it are set later. */
    private String made(Object of) throws ReflectiveOperationException {
        String type = name(of.getClass());
        if (type == null) {
            throw new IllegalStateException("a class without a name cannot be written: " + of.getClass());
        }
        String plain = of.getClass().getSimpleName();
        String stem = plain.substring(0, 1).toLowerCase() + plain.substring(1);
        int count = counts.merge(stem, 1, Integer::sum);
        String name = stem + (count == 1 && program.kind(of.getClass()) != Program.Kind.TILE ? "" : String.valueOf(count));
        names.put(of, name);
        open.add(name);
        StringBuilder fields = new StringBuilder();
        for (Field field : program.fields(of.getClass())) {
            String text = value(field.get(of));
            if (mentionsOpen(text)) {
                later.add("set(" + name + ", \"" + field.getName() + "\", " + text + ");");
            } else if (Modifier.isStatic(field.getModifiers())) {
                setStatic(field);
            } else {
                fields.append(", \"").append(field.getName()).append("\", ").append(text);
            }
        }
        open.remove(name);
        lines.add(type + " " + name + " = make(" + type + ".class" + fields + ");");
        if (open.isEmpty()) {
            lines.addAll(later);
            later.clear();
        }
        return name;
    }

    /** Objects that are being made. */
    private final List<String> open = new ArrayList<>();

    private boolean mentionsOpen(String text) {
        return open.stream().anyMatch(name -> text.matches("(?s)(.*[ {(])?" + name + "([,}) ].*)?"));
    }

    private void setStatic(Field field) throws ReflectiveOperationException {
        if (statics.add(field)) {
            lines.add("set(" + name(field.getDeclaringClass()) + ".class, \"" + field.getName() + "\", " + value(field.get(null)) + ");");
        }
    }

    private final Set<Field> statics = new HashSet<>();

    // Calls -------------------------------------------------------------------------------------

    /** A call of a method, as an expression. */
    private String call(Object player, Method method, Object[] arguments) throws ReflectiveOperationException {
        if (Modifier.isPrivate(method.getModifiers())) {
            throw new IllegalStateException(Program.text(method) + " is private");
        }
        List<Object> given = new ArrayList<>();
        for (Object argument : arguments) {
            given.add(argument);
        }
        for (Field field : program.statics()) {
            setStatic(field);
        }
        String of = Modifier.isStatic(method.getModifiers()) ? name(player.getClass()) : value(player);
        return of + "." + method.getName() + "(" + values(given) + ")";
    }

    /** Calls a method and prints what it answers: the index of a node, or numbers. */
    void print(Object player, Method method, Object[] arguments, Object root) throws ReflectiveOperationException {
        String call = call(player, method, arguments);
        boolean isNode = method.getReturnType() == program.node && root != null;
        lines.add("System.out.println(" + (isNode ? "children(" + value(root) + ").indexOf(" + call + ")" : "text(" + call + ")") + ");");
    }

    /** Grows a tree. Returns the name of its root. */
    String grow(Object player, Method method, Object[] arguments, Object root) throws ReflectiveOperationException {
        String call = call(player, method, arguments);
        if (method.getReturnType() != program.node) {
            lines.add(call + ";");
            return value(root);
        }
        lines.add(name(program.node) + " tree = " + call + ";");
        names.put(root, "tree");
        return "tree";
    }

    void showTree(String root) {
        lines.add("show(" + root + ", 0);");
    }

    /** Prints a fact, such as board.tiles[0], before and after what comes next. */
    void before(Object of, String path) throws ReflectiveOperationException {
        lines.add("Object before = at(" + value(of) + path(path) + ");");
    }

    void after(Object of, String fact, String path) throws ReflectiveOperationException {
        lines.add("System.out.println(\"" + fact + " was \" + before + \", then \" + at(" + value(of) + path(path) + "));");
    }

    /** Prints a fact of a child of the tree. */
    void child(String root, int place, String words, String path) {
        lines.add("System.out.println(\"" + words + "\" + at(children(" + root + ").get(" + place + ")" + path(path) + "));");
    }

    /** A path such as tiles[0].id as arguments: fields by their names, and places. */
    private static String path(String path) {
        StringBuilder text = new StringBuilder();
        for (String step : path.split("[.\\[\\]]+")) {
            if (!step.isEmpty()) {
                text.append(", ").append(step.matches("\\d+") ? step : "\"" + step + "\"");
            }
        }
        return text.toString();
    }

    // The program -------------------------------------------------------------------------------

    String text() {
        String inside = program.player.getPackageName();
        List<String> all = new ArrayList<>();
        if (!inside.isEmpty()) {
            all.add("package " + inside + ";");
        }
        all.add("public class Case {");
        all.add("    @SuppressWarnings(\"unchecked\")");
        all.add("    public static void main(String[] arguments) throws Exception {");
        lines.forEach(line -> all.addAll(wrapped(line)));
        all.add("    }");
        List<String> helpers = new ArrayList<>(List.of(HELPERS.split("\n")));
        Program.Parts parts = program.parts();
        if (parts.children != null && !parts.move.isEmpty()) {
            String move = parts.move.stream().map(name -> "text(" + got(name) + ")").collect(Collectors.joining(" + \" \" + "));
            String nodes = NODES.replace("CHILDREN", got(parts.children)).replace("EVALUATION", got(parts.evaluation))
                    .replace("DEPTH", parts.depth == null ? "depth" : got(parts.depth)).replace("MOVE", move);
            helpers.addAll(List.of(nodes.split("\n")));
        }
        helpers.forEach(line -> all.add("    " + line));
        all.add("}");
        return String.join("\n", all);
    }

    private static String got(String field) {
        return field == null ? "null" : "get(node, \"" + field + "\")";
    }

    /** A line that is not too long, broken after commas. */
    private static List<String> wrapped(String line) {
        List<String> broken = new ArrayList<>();
        StringBuilder now = new StringBuilder("        ");
        for (String part : line.split("(?<=, )")) {
            if (now.length() + part.stripTrailing().length() > WIDTH && !now.toString().isBlank()) {
                broken.add(now.toString().stripTrailing());
                now = new StringBuilder("                ");
            }
            now.append(part);
        }
        broken.add(now.toString());
        return broken;
    }

    private static final String HELPERS = String.join("\n",
            "static <T> T make(Class<T> type, Object... fields) throws Exception {",
            "    java.lang.reflect.Field unsafe = sun.misc.Unsafe.class.getDeclaredField(\"theUnsafe\");",
            "    unsafe.setAccessible(true);",
            "    T made = type.cast(((sun.misc.Unsafe) unsafe.get(null)).allocateInstance(type));",
            "    for (int place = 0; place < fields.length; place += 2) set(made, (String) fields[place], fields[place + 1]);",
            "    return made;",
            "}",
            "static java.lang.reflect.Field field(Object of, String name) throws Exception {",
            "    for (Class<?> type = of instanceof Class ? (Class<?>) of : of.getClass(); type != null; type = type.getSuperclass())",
            "        for (java.lang.reflect.Field field : type.getDeclaredFields())",
            "            if (field.getName().equals(name)) { field.setAccessible(true); return field; }",
            "    throw new NoSuchFieldException(name);",
            "}",
            "static void set(Object of, String name, Object value) throws Exception { field(of, name).set(of, value); }",
            "static Object get(Object of, String name) throws Exception { return field(of, name).get(of); }",
            "static <T extends java.util.Collection<Object>> T list(T list, Object... all) {",
            "    list.addAll(java.util.Arrays.asList(all)); return list;",
            "}",
            "static java.util.List<Object> all(Object of) {",
            "    java.util.List<Object> all = new java.util.ArrayList<>();",
            "    if (of instanceof java.util.Collection) all.addAll((java.util.Collection<?>) of);",
            "    else if (of != null) for (int place = 0; place < java.lang.reflect.Array.getLength(of); place++)",
            "        all.add(java.lang.reflect.Array.get(of, place));",
            "    return all;",
            "}",
            "static Object at(Object of, Object... path) throws Exception {",
            "    for (Object step : path)",
            "        of = step instanceof Integer ? all(of).get((Integer) step) : step.equals(\"length\") ? (Object) all(of).size() : get(of, (String) step);",
            "    return of;",
            "}",
            "static String text(Object of) {",
            "    if (of == null) return \"- - -\";",
            "    if (!of.getClass().isArray() && !(of instanceof java.util.Collection)) return of.toString();",
            "    return all(of).toString().replaceAll(\"[\\\\[\\\\],]\", \"\");",
            "}");

    /** For trees. */
    private static final String NODES = String.join("\n",
            "static java.util.List<Object> children(Object node) throws Exception { return all(CHILDREN); }",
            "static void show(Object node, int depth) throws Exception {",
            "    System.out.println(DEPTH + \" \" + (depth == 0 ? \"- - -\" : MOVE) + \" \" + EVALUATION);",
            "    for (Object child : children(node)) if (child != null) show(child, depth + 1);",
            "}");
}
