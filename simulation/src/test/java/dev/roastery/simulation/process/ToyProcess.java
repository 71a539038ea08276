package dev.roastery.simulation.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.harness.Leash;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/** One {@link ToyWorker} in a process of its own, which ends with this JVM at the latest. */
final class ToyProcess implements AutoCloseable {

  /** What it said, and when: its nanoTime is ours. */
  record Line(long nanos, String text) {

    /** The partition of a line that is about one. */
    String partition() {
      return text.split("[ :]", 3)[1];
    }
  }

  private final String name;
  private final Process process;
  private final Leash leash;
  private final List<Line> lines = new CopyOnWriteArrayList<>();
  private final List<Line> complaints = new CopyOnWriteArrayList<>();
  private final Path log;
  private final List<Thread> readers;

  ToyProcess(String name, Path log, ProcessBuilder builder) {
    this.name = name;
    this.log = log;
    try {
      this.process = builder.start();
      this.leash = Leash.killing(process);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    this.readers =
        List.of(
            Thread.ofPlatform().daemon().start(() -> read(process.inputReader(UTF_8), lines)),
            Thread.ofPlatform().daemon().start(() -> read(process.errorReader(UTF_8), complaints)));
  }

  private void read(BufferedReader from, List<Line> into) {
    try (OutputStream copy =
        Files.newOutputStream(log, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      from.lines()
          .forEach(line -> {
            write(copy, name + " " + line + "\n");
            int space = line.indexOf(' ');
            if (space > 0 && line.substring(0, space).chars().allMatch(Character::isDigit)) {
              long nanos = Long.parseLong(line, 0, space, 10);
              into.add(new Line(nanos, line.substring(space + 1)));
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(OutputStream copy, String line) {
    try {
      copy.write(line.getBytes(UTF_8));
      copy.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String name() {
    return name;
  }

  List<Line> lines() {
    return List.copyOf(lines);
  }

  List<Line> lines(String prefix) {
    return lines.stream().filter(line -> line.text().startsWith(prefix)).toList();
  }

  Optional<Line> last(Predicate<String> text) {
    return lines().reversed().stream().filter(line -> text.test(line.text())).findFirst();
  }

  Line awaitLine(String prefix) {
    return awaitLines(prefix, 1).getFirst();
  }

  /** The first so many lines that begin like that; it must not end before they are there. */
  List<Line> awaitLines(String prefix, int count) {
    Waiting.until(
        () -> name + " says '" + prefix + "' " + count + " times; last: " + tail(),
        () -> lines(prefix).size() >= count || silent());
    assertThat(lines(prefix))
        .as("%s ended, last: %s", name, tail())
        .hasSizeGreaterThanOrEqualTo(count);
    return lines(prefix).subList(0, count);
  }

  /** What it said on its standard error, all of it when it has ended. */
  List<String> complaints() {
    return complaints.stream().map(Line::text).toList();
  }

  /** Those of this kind after that moment. */
  List<Line> linesSince(long nanos, String prefix) {
    return lines(prefix).stream().filter(line -> line.nanos() - nanos > 0).toList();
  }

  private boolean silent() {
    return !process.isAlive() && readers.stream().noneMatch(Thread::isAlive);
  }

  List<Line> tail() {
    return lines.subList(Math.max(0, lines.size() - 8), lines.size());
  }

  void order(String words) {
    try {
      process.getOutputStream().write((words + "\n").getBytes(UTF_8));
      process.getOutputStream().flush();
    } catch (IOException e) {
      throw new UncheckedIOException(name + " takes no orders: " + tail(), e);
    }
  }

  boolean alive() {
    return process.isAlive();
  }

  /** Waits until it has ended by itself. */
  int awaitExit() {
    Waiting.until(() -> name + " ends; last: " + tail(), () -> !process.isAlive());
    Waiting.until(() -> "its last words are here", this::silent);
    return process.exitValue();
  }

  /** kill -9; returns when it was. */
  long kill() {
    long now = System.nanoTime();
    process.destroyForcibly();
    process.onExit().join();
    return now;
  }

  long signal(String signal) {
    long now = System.nanoTime();
    try {
      Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start();
      assertThat(kill.waitFor()).isZero();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted while sending a signal", e);
    }
    return now;
  }

  /** Whether the whole process stands still, as after SIGSTOP. */
  boolean stopped() {
    try {
      String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
      return stat.substring(stat.lastIndexOf(')') + 2).startsWith("T");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    kill();
    leash.close();
  }
}
