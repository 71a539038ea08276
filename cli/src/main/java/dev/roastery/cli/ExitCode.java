package dev.roastery.cli;

import dev.roastery.common.fault.Fatal;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the number at the end means. Scripts rely on it: a number never changes its meaning. A
 * process that broke a promise ends with a number from 40 on, that of its {@link Fatal}.
 */
public enum ExitCode {
  OK(0, "done"),
  UNEXPECTED(1, "an unexpected error; --verbose shows where"),
  USAGE(2, "the command line is not understood"),
  INVALID(3, "a plan or a setting is invalid"),
  JOB_FAILED(4, "the job failed"),
  TOO_MANY_REJECTS(5, "more bad rows than allowed"),
  TIMED_OUT(6, "not done in the time given"),
  CANCELLED(7, "the job was cancelled"),
  UNREACHABLE(8, "the gateway or the broker does not answer"),
  REFUSED(9, "the credentials are refused"),
  CHAOS_FAILED(10, "a chaos run did not keep the promise"),
  INTERRUPTED(130, "interrupted; what --state keeps is gone on with by the same command");

  private final int number;
  private final String meaning;

  ExitCode(int number, String meaning) {
    this.number = number;
    this.meaning = meaning;
  }

  public int number() {
    return number;
  }

  /** The list that {@code --help} shows. */
  static Map<String, String> meanings() {
    Map<String, String> meanings = new LinkedHashMap<>();
    for (ExitCode code : values()) {
      meanings.put(String.valueOf(code.number), code.meaning);
    }
    meanings.put("40-79", "the process ended itself; its last line says why");
    return meanings;
  }
}
