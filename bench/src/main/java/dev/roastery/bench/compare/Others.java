package dev.roastery.bench.compare;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The contenders of {@code roastery.compare.others}: {@code clickhouse} and {@code polars}, which
 * scripts/bench-others.sh installs and Node runs, and {@code scanner}, written by hand.
 */
final class Others {

  private static final String THREADS = "2";

  private Others() {}

  static List<Contender> named(List<String> names, Path root)
      throws IOException, InterruptedException {
    List<String> unknown = names.stream().filter(name -> !isKnown(name)).toList();
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException(
          "others are clickhouse, polars and scanner, not " + String.join(", ", unknown));
    }
    List<Contender> contenders = new ArrayList<>();
    for (String name : names) {
      contenders.add(
          name.equals("scanner")
              ? new Contender.HandWritten()
              : new OnNode(name, root.resolve("bench/others"), installed(root)));
    }
    return contenders;
  }

  private static boolean isKnown(String name) {
    return List.of("clickhouse", "polars", "scanner").contains(name);
  }

  /** The folder of the packages; what is missing, the script says itself. */
  private static Path installed(Path root) throws IOException, InterruptedException {
    Process script =
        new ProcessBuilder(root.resolve("scripts/bench-others.sh").toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String folder = new String(script.getInputStream().readAllBytes(), UTF_8).strip();
    if (script.waitFor() != 0) {
      throw new IllegalStateException(
          "ClickHouse and Polars are not installed, so nothing was compared; see above");
    }
    return Path.of(folder);
  }

  /** An engine whose bindings are npm packages, called by a script of ours. */
  record OnNode(String engine, Path scripts, Path packages) implements Contender {

    @Override
    public String name() {
      return engine.equals("clickhouse") ? "ClickHouse" : "Polars";
    }

    @Override
    public List<String> command(Path dataset, Path out) {
      return List.of(
          "env",
          "NODE_PATH=" + packages.resolve("node_modules"),
          "POLARS_MAX_THREADS=" + THREADS,
          "node",
          scripts.resolve(engine + ".js").toString(),
          dataset.toString(),
          out.toString());
    }
  }
}
