package dev.roastery.cli.architecture.planted.common.workflow;

/** What moves executions. */
public interface Engine {
  void cancel(String execution);
}
