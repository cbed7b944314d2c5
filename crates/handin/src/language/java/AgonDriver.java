import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Asks a hand-in in Java through its harness. The protocol is that of interpreter.rs: the first
 * line is a secret word, with which each line of an answer begins; then each line is a question
 * NUMBER MILLISECONDS COMMANDS, with ~ between the lines of the commands. Each answer of the harness
 * is a part.
 */
public class AgonDriver {
    private static final ThreadMXBean TIMES = ManagementFactory.getThreadMXBean();
    private static final PrintStream ANSWERS = System.out;
    private static final int STACK = 64 << 20;
    /** How much longer than its processor time a call may take, for a busy machine. */
    private static final int WALL = 10;
    /** The processor time for compiling and trying a hand-in, in nanoseconds. */
    private static final long LOADING = 5_000_000_000L;

    /** The most threads that are given up before the program is to be started again. */
    private static final int MOST_GIVEN_UP = 20;

    private static String word = "";
    private static int givenUp;
    /** The question that may write answers. */
    private static Object current;

    public static void main(String[] arguments) throws IOException, InterruptedException {
        BufferedReader input =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        // The hand-in must not read the questions, and what it prints is no answer.
        System.setIn(new ByteArrayInputStream(new byte[0]));
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        System.setErr(System.out);
        System.setProperty("java.awt.headless", "true");
        // Whoever calls System.exit waits for ever, and is reported as a call that failed.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            while (true) {
                try {
                    Thread.sleep(Long.MAX_VALUE);
                } catch (InterruptedException again) {
                    continue;
                }
            }
        }));
        word = input.readLine();
        load(arguments);
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            String[] words = line.split(" ", 3);
            ask(Long.parseLong(words[1]), words[2].replace('~', '\n'));
            say("done " + words[0] + (givenUp < MOST_GIVEN_UP ? "" : " last"));
        }
        Runtime.getRuntime().halt(0);
    }

    /** Compiles and tries the hand-in: FOLDER FILE MILLISECONDS, and ROLE=NAME for each name. */
    private static void load(String[] arguments) throws InterruptedException {
        Map<String, String> renamed = new HashMap<>();
        for (int place = 3; place < arguments.length; place++) {
            String[] parts = arguments[place].split("=", 2);
            renamed.put(parts[0], parts[1]);
        }
        Path folder = Path.of(arguments[0]);
        String file = folder.relativize(Path.of(arguments[1])).toString();
        List<String> roles = new ArrayList<>();
        Thread thread = new Thread(null, () -> {
            try {
                roles.addAll(Harness.connect(folder, file, renamed));
            } catch (Throwable thrown) {
                Harness.messages.add(Harness.reason(thrown));
            }
        }, "load", STACK);
        thread.setDaemon(true);
        thread.start();
        long ends = System.nanoTime() + 1_000_000 * Long.parseLong(arguments[2]);
        for (thread.join(20); thread.isAlive(); thread.join(20)) {
            String exit = exit(thread);
            boolean isLong = TIMES.getThreadCpuTime(thread.getId()) > LOADING;
            if (exit != null || isLong || System.nanoTime() > ends) {
                Harness.messages.add(exit != null ? exit : "a call does not end: " + where(thread));
                roles.addAll(Harness.found());
                if (exit == null) {
                    stop(thread);
                }
                break;
            }
        }
        for (String message : Harness.messages) {
            ANSWERS.println(message);
        }
        say("messages");
        for (String role : roles) {
            say("role " + escaped(role));
        }
        if (Harness.program == null && roles.isEmpty()) {
            say("failed");
        }
        say("loaded");
    }

    /** The call of System.exit in which a thread waits, or null. */
    private static String exit(Thread thread) {
        StackTraceElement[] frames = thread.getStackTrace();
        for (int place = frames.length - 2; place >= 0; place--) {
            if (frames[place].getClassName().equals("java.lang.System") && frames[place].getMethodName().equals("exit")) {
                return "System.exit is called at " + frames[place + 1];
            }
        }
        return null;
    }

    /** The method of the hand-in in which a thread is. */
    private static String where(Thread thread) {
        for (StackTraceElement frame : thread.getStackTrace()) {
            if (frame.getModuleName() == null) {
                return frame.toString();
            }
        }
        return "";
    }

    /** Asks the harness in a thread of its own, which is given up when it takes too long. */
    private static void ask(long millis, String commands) throws InterruptedException {
        Object question = new Object();
        current = question;
        PrintStream parts = new PrintStream(OutputStream.nullOutputStream()) {
            private long began;

            @Override
            public void println(String answer) {
                long now = TIMES.getCurrentThreadCpuTime();
                part(question, "ok", (now - began) / 1000, answer);
                began = now;
            }
        };
        Thread thread = new Thread(null, () -> {
            try {
                new Harness(new BufferedReader(new StringReader(commands)), parts).run();
            } catch (Throwable thrown) {
                part(question, "error", 0, thrown.toString());
            }
        }, "question", STACK);
        thread.setDaemon(true);
        long began = System.nanoTime();
        thread.start();
        for (thread.join(20); thread.isAlive(); thread.join(20)) {
            String exit = exit(thread);
            if (exit != null) {
                // To stop it would let the exit go on.
                part(question, "error", 0, exit);
                givenUp++;
                break;
            }
            long wall = (System.nanoTime() - began) / 1_000_000;
            long used = TIMES.getThreadCpuTime(thread.getId()) / 1_000_000;
            if (used > millis || wall > WALL * millis) {
                part(question, "timeout", 1000 * used, "");
                stop(thread);
                givenUp++;
                break;
            }
        }
        synchronized (ANSWERS) {
            current = null;
        }
    }

    /** Stops a thread where this Java still can. */
    private static void stop(Thread thread) {
        synchronized (ANSWERS) {
            current = null;
        }
        try {
            Thread.class.getMethod("stop").invoke(thread);
        } catch (ReflectiveOperationException | RuntimeException refused) {
            thread.setPriority(Thread.MIN_PRIORITY);
        }
    }

    private static void part(Object question, String kind, long micros, String text) {
        String line = escaped(text.length() > 100_000 ? text.substring(0, 100_000) : text);
        synchronized (ANSWERS) {
            if (question == current) {
                say("part " + kind + " " + micros + " " + line);
            }
        }
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "");
    }

    private static void say(String text) {
        synchronized (ANSWERS) {
            ANSWERS.print("\n" + word + " " + text + "\n");
            ANSWERS.flush();
        }
    }
}
