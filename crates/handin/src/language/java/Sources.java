import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * The files of a hand-in. Only what MinMaxPlayer needs is compiled, into memory: windows, main
 * programs and unfinished classes that it does not use do not matter. A class is found by its
 * package and name, wherever its file lies.
 */
final class Sources {
    /** Why a hand-in is not compiled, in the words of the compiler. */
    static final class Broken extends Exception {
        Broken(String message) {
            super(message);
        }
    }

    /** A file, as the source of one of its classes. */
    private static final class Source extends SimpleJavaFileObject {
        final String path;
        final String text;
        final String binary;

        Source(String path, String text, String binary) {
            super(URI.create("agon:///" + Integer.toHexString(path.hashCode()) + ".java"), Kind.SOURCE);
            this.path = path;
            this.text = text;
            this.binary = binary;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreErrors) {
            return text;
        }

        @Override
        public String getName() {
            return path;
        }

        @Override
        public boolean isNameCompatible(String name, Kind kind) {
            return kind == Kind.SOURCE;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Source && path.equals(((Source) other).path);
        }

        @Override
        public int hashCode() {
            return path.hashCode();
        }
    }

    /** A file with what it declares. */
    static final class Unit {
        String path;
        String text;
        String inside = "";
        List<String> types = new ArrayList<>();

        Source source(String type) {
            return new Source(path, text, inside.isEmpty() ? type : inside + "." + type);
        }
    }

    /** new CLASS(...) in a file: the text of each argument that is a literal, or null. */
    static final class Creation {
        String type;
        /** The variable that it is assigned to. */
        String variable = "";
        List<Object> arguments = new ArrayList<>();
    }

    private static final Set<String> OURS = Set.of("AgonDriver.java", "module-info.java", "package-info.java");
    static final String BRIDGE = "BoardAdapter.java";
    static final String PLAYER = "MinMaxPlayer";

    final List<Unit> units = new ArrayList<>();
    final List<Creation> creations = new ArrayList<>();
    private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    private final Map<String, ByteArrayOutputStream> classes = new LinkedHashMap<>();
    /** Warnings of the search for classes. */
    final List<String> notes = new ArrayList<>();
    Unit bridge;

    Sources(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(path -> path.toString().toLowerCase().endsWith(".java") || path.toString().endsWith(".txt"))
                    .filter(path -> !folder.relativize(path).toString().startsWith(".")).sorted().collect(Collectors.toList());
        }
        for (Path file : files) {
            if (OURS.contains(file.getFileName().toString())) {
                continue;
            }
            Unit unit = new Unit();
            unit.path = folder.relativize(file).toString();
            unit.text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
            if (unit.text.startsWith("\ufeff")) {
                unit.text = unit.text.substring(1);
            }
            parse(unit);
            if (file.getFileName().toString().equals(BRIDGE)) {
                bridge = unit;
            } else {
                units.add(unit);
            }
        }
    }

    private void parse(Unit unit) throws IOException {
        JavacTask task = (JavacTask) compiler.getTask(null, null, new DiagnosticCollector<>(),
                List.of("-proc:none"), null, List.of(unit.source("")));
        for (CompilationUnitTree tree : task.parse()) {
            unit.inside = tree.getPackageName() == null ? "" : tree.getPackageName().toString();
            for (Tree type : tree.getTypeDecls()) {
                if (type instanceof ClassTree) {
                    unit.types.add(((ClassTree) type).getSimpleName().toString());
                }
            }
            tree.accept(new TreeScanner<Void, String>() {
                @Override
                public Void visitVariable(VariableTree variable, String name) {
                    return super.visitVariable(variable, variable.getName().toString());
                }

                @Override
                public Void visitNewClass(NewClassTree made, String name) {
                    Creation creation = new Creation();
                    creation.type = made.getIdentifier().toString();
                    creation.variable = name == null ? "" : name;
                    for (ExpressionTree argument : made.getArguments()) {
                        creation.arguments.add(argument instanceof LiteralTree ? ((LiteralTree) argument).getValue() : null);
                    }
                    creations.add(creation);
                    return super.visitNewClass(made, name);
                }
            }, null);
        }
    }

    /** The files that have a class of this name, or else one of a like name. */
    List<Unit> having(String type) {
        List<Unit> found = new ArrayList<>();
        for (Unit unit : units) {
            if (unit.types.stream().anyMatch(type::equalsIgnoreCase)) {
                found.add(unit);
            }
        }
        return found;
    }

    /** Compiles a file with what it needs. */
    ClassLoader compile(Unit entry) throws Broken, IOException {
        classes.clear();
        List<JavaFileObject> roots = new ArrayList<>();
        roots.add(entry.source(entry.types.get(0)));
        if (bridge != null) {
            roots.add(new Source(bridge.path, inPackage(entry, bridge), "BoardAdapter"));
            if (units.stream().noneMatch(unit -> unit.inside.equals(entry.inside) && unit.types.contains("Harness"))) {
                roots.add(new Source("Harness.java", header(entry) + "public class Harness { public static class Maze {"
                        + " public int size; public boolean[][] walls; public int[] supplies;"
                        + " public int theseus; public int minotaur; } }", "Harness"));
            }
        }
        DiagnosticCollector<JavaFileObject> messages = new DiagnosticCollector<>();
        JavaFileManager files = new Manager(compiler.getStandardFileManager(messages, null, null), entry);
        List<String> options = List.of("-proc:none", "-parameters", "-nowarn", "-implicit:class", "-Xmaxerrs", "20", "-classpath", "");
        if (!compiler.getTask(null, files, messages, options, null, roots).call()) {
            List<String> lines = new ArrayList<>();
            for (Diagnostic<? extends JavaFileObject> message : messages.getDiagnostics()) {
                if (message.getKind() == Diagnostic.Kind.ERROR) {
                    JavaFileObject source = message.getSource();
                    String where = source == null ? "" : source.getName() + ":" + message.getLineNumber() + ": ";
                    lines.add(where + "error: " + message.getMessage(null));
                }
            }
            throw new Broken(String.join("\n", lines));
        }
        return new ClassLoader(ClassLoader.getPlatformClassLoader()) {
            @Override
            protected Class<?> findClass(String name) throws ClassNotFoundException {
                ByteArrayOutputStream bytes = classes.get(name);
                if (bytes == null) {
                    throw new ClassNotFoundException(name);
                }
                return defineClass(name, bytes.toByteArray(), 0, bytes.size());
            }
        };
    }

    /** The names of the classes that were compiled. */
    Collection<String> compiled() {
        return classes.keySet();
    }

    private static String header(Unit entry) {
        return entry.inside.isEmpty() ? "" : "package " + entry.inside + "; ";
    }

    /** The bridge as if it stood in the package of a file, with all classes in sight. */
    private String inPackage(Unit entry, Unit bridge) {
        String text = bridge.inside.isEmpty() ? bridge.text
                : bridge.text.replaceFirst("package\\s+" + bridge.inside.replace(".", "\\.") + "\\s*;", "");
        Set<String> packages = new LinkedHashSet<>();
        units.forEach(unit -> packages.add(unit.inside));
        StringBuilder head = new StringBuilder(header(entry));
        for (String inside : packages) {
            if (!inside.isEmpty() && !inside.equals(entry.inside)) {
                head.append("import ").append(inside).append(".*; ");
            }
        }
        return head + text;
    }

    /** Finds sources by package and name, and keeps classes in memory. */
    private final class Manager extends ForwardingJavaFileManager<JavaFileManager> {
        private final Unit entry;

        Manager(JavaFileManager files, Unit entry) {
            super(files);
            this.entry = entry;
        }

        @Override
        public boolean hasLocation(Location location) {
            return location == StandardLocation.SOURCE_PATH || super.hasLocation(location);
        }

        @Override
        public Iterable<JavaFileObject> list(Location location, String inside, Set<JavaFileObject.Kind> kinds, boolean recurse) throws IOException {
            if (location != StandardLocation.SOURCE_PATH) {
                return super.list(location, inside, kinds, recurse);
            }
            // Of several classes of one name, the one nearest to the entry counts.
            Map<String, Unit> nearest = new HashMap<>();
            for (Unit unit : units) {
                for (String type : unit.inside.equals(inside) ? unit.types : List.<String>of()) {
                    Unit other = nearest.get(type);
                    if (other == null || near(unit) > near(other)) {
                        nearest.put(type, unit);
                    }
                }
            }
            List<JavaFileObject> found = new ArrayList<>();
            nearest.forEach((type, unit) -> found.add(unit.source(type)));
            return found;
        }

        private int near(Unit unit) {
            String[] one = unit.path.split("/");
            String[] other = entry.path.split("/");
            int common = 0;
            while (common < Math.min(one.length, other.length) - 1 && one[common].equals(other[common])) {
                common++;
            }
            return 100 * common - one.length;
        }

        @Override
        public String inferBinaryName(Location location, JavaFileObject file) {
            return file instanceof Source ? ((Source) file).binary : super.inferBinaryName(location, file);
        }

        @Override
        public boolean isSameFile(FileObject one, FileObject other) {
            return one instanceof Source || other instanceof Source ? one.equals(other) : super.isSameFile(one, other);
        }

        @Override
        public boolean contains(Location location, FileObject file) throws IOException {
            return file instanceof Source ? location == StandardLocation.SOURCE_PATH : super.contains(location, file);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("agon:///" + Integer.toHexString(name.hashCode()) + ".class"), kind) {
                @Override
                public OutputStream openOutputStream() {
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    classes.put(name, bytes);
                    return bytes;
                }
            };
        }
    }
}
