package dev.roastery.cli.chaos;

import java.io.PrintWriter;

/** The command {@code roastery} as users run it: one command line and its exit code. */
@FunctionalInterface
public interface Roastery {

  int run(PrintWriter log, String... words);
}
