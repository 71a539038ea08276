package dev.roastery.cli.help;

import java.util.List;

/** The groups in which {@code roastery} lists its commands, each in the order of their use. */
public enum CommandGroup {
  START("Start", "run demo generate tables query dev"),
  JOBS(
      "Jobs", "submit jobs status watch results profile events approve reject retry cancel delete"),
  CLUSTER("Cluster", "gateway aggregator maximizer joiner workers token quarantine verify store"),
  TEST("Test", "simulate chaos"),
  OTHER("Other", "help version completion");

  private final String title;
  private final String commands;

  CommandGroup(String title, String commands) {
    this.title = title;
    this.commands = commands;
  }

  public String title() {
    return title;
  }

  public List<String> commands() {
    return List.of(commands.split(" ", -1));
  }
}
