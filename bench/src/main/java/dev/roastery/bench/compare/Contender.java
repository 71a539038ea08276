package dev.roastery.bench.compare;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A program that answers queries, usually the five; each result goes to {@code out/<query>.csv}.
 */
interface Contender {

  String name();

  List<String> command(Path dataset, Path out);

  /** Processes that work for it beside that of the command. */
  default List<ProcessHandle> servants() {
    return List.of();
  }

  /** As a user starts it. */
  record Roastery(Path launcher, List<Path> queries) implements Contender {
    @Override
    public String name() {
      return "roastery run";
    }

    @Override
    public List<String> command(Path dataset, Path out) {
      List<String> command = new ArrayList<>(List.of(launcher.toString(), "run"));
      command.addAll(List.of(dataset.toString(), "--quiet", "--out", out.toString()));
      queries.forEach(query -> command.addAll(List.of("--query", query.toString())));
      return command;
    }
  }

  /** A client of a cluster that is running, over RabbitMQ and durable. */
  record Submission(Path launcher, ProcessCluster cluster, String name, Way way)
      implements Contender {

    /** How the parts come to the workers. */
    enum Way {
      UPLOADED,
      /** The workers read them where they are. */
      BY_REFERENCE
    }

    Submission(Path launcher, ProcessCluster cluster) {
      this(launcher, cluster, "roastery submit");
    }

    Submission(Path launcher, ProcessCluster cluster, String name) {
      this(launcher, cluster, name, Way.UPLOADED);
    }

    @Override
    public List<String> command(Path dataset, Path out) {
      String given =
          way == Way.UPLOADED ? dataset.toString() : "file://" + dataset.toAbsolutePath();
      return words("submit", given, "--watch", "--out", out.toString());
    }

    /** A command to this cluster. */
    List<String> words(String... command) {
      List<String> all = new ArrayList<>(List.of(launcher.toString()));
      all.addAll(List.of(command));
      all.addAll(List.of("--gateway", cluster.gateway().toString(), "--quiet"));
      return all;
    }

    @Override
    public List<ProcessHandle> servants() {
      return cluster.processes();
    }
  }

  /** DuckDB by its JDBC driver; {@code variant} is one of DuckDbOracle's. */
  record DuckDb(String variant) implements Contender {
    @Override
    public String name() {
      return "DuckDB " + variant.toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
    }

    @Override
    public List<String> command(Path dataset, Path out) {
      return java(DuckDbMain.class, variant, dataset.toString(), out.toString());
    }
  }

  /** The same, with SQL of its own: types declared, and no more read than the query needs. */
  record DuckDbOfOwnQueries(List<String> queries) implements Contender {
    @Override
    public String name() {
      return "DuckDB at its best";
    }

    @Override
    public List<String> command(Path dataset, Path out) {
      List<String> arguments = new ArrayList<>(List.of(dataset.toString(), out.toString()));
      arguments.addAll(queries);
      return java(OwnQueries.class, arguments.toArray(String[]::new));
    }
  }

  /** The five queries by hand, for generated files alone: the limit, not a product. */
  record HandWritten() implements Contender {
    @Override
    public String name() {
      return "hand-written scan";
    }

    @Override
    public List<String> command(Path dataset, Path out) {
      return java(HandWrittenScan.class, dataset.toString(), out.toString());
    }
  }

  private static List<String> java(Class<?> main, String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                System.getProperty("java.home") + "/bin/java",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
    command.addAll(List.of(arguments));
    return command;
  }
}
