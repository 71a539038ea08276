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
  UNEXPECTED(1, "unexpected error; --verbose prints the stack trace"),
  USAGE(2, "invalid command line"),
  INVALID(3, "invalid query, table or setting"),
  JOB_FAILED(4, "the job failed"),
  TOO_MANY_REJECTS(5, "more bad rows than allowed"),
  TIMED_OUT(6, "time limit exceeded"),
  CANCELLED(7, "the job was cancelled"),
  UNREACHABLE(8, "the gateway, the broker or the object store does not answer"),
  REFUSED(9, "the credentials are refused"),
  CHAOS_FAILED(10, "a chaos run found a wrong or missing result"),
  INTERRUPTED(130, "interrupted; rerun the same command to resume from --state");

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
