package dev.roastery.cli.architecture.planted.gateway;

final class SetsAState {
  enum JobState {
    CREATED,
    COMPLETED
  }

  private JobState state = JobState.CREATED;

  void hurry() {
    state = JobState.COMPLETED;
  }

  JobState state() {
    return state;
  }
}
