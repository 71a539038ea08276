package dev.roastery.cli.architecture.planted.common.workflow;

/** What a step is given. */
public interface StepContext {
  String execution();
}
