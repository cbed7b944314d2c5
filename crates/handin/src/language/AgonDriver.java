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

    private static String word = "";
    /** The question that may write answers. */
    private static Object current;

    public static void main(String[] arguments) throws IOException, InterruptedException {
        BufferedReader input =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        // The hand-in must not read the questions, and what it prints is no answer.
        System.setIn(new ByteArrayInputStream(new byte[0]));
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        System.setErr(System.out);
        word = input.readLine();
        say("loaded ");
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            String[] words = line.split(" ", 3);
            ask(Long.parseLong(words[1]), words[2].replace('~', '\n'));
            say("done " + words[0]);
        }
        Runtime.getRuntime().halt(0);
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
            long wall = (System.nanoTime() - began) / 1_000_000;
            long used = TIMES.getThreadCpuTime(thread.getId()) / 1_000_000;
            if (used > millis || wall > WALL * millis) {
                part(question, "timeout", 1000 * used, "");
                stop(thread);
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
        String line = text.length() > 100_000 ? text.substring(0, 100_000) : text;
        line = line.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "");
        synchronized (ANSWERS) {
            if (question == current) {
                say("part " + kind + " " + micros + " " + line);
            }
        }
    }

    private static void say(String text) {
        synchronized (ANSWERS) {
            ANSWERS.print("\n" + word + " " + text + "\n");
            ANSWERS.flush();
        }
    }
}
