package dev.roastery.gateway.jobs.service;

import java.util.Map;

/** A client's wish that cannot be granted: one sentence that says what to do, and facts. */
public final class Refusal extends RuntimeException {

  private static final long serialVersionUID = 1;

  /** What is wrong, by who has to do something about it. */
  public enum Kind {
    NOT_FOUND,
    INVALID,
    INVALID_PLAN,
    CONFLICT,

    /** The idempotency key stands for another request. */
    KEY_REUSED,
    OFFSET_MISMATCH,
    BAD_ROW,
    NOT_CSV,
    TOO_MANY_BAD_ROWS,
    TOO_LARGE,
    TOO_MANY,
    UNAVAILABLE
  }

  private final Kind kind;

  @SuppressWarnings("serial") // nobody serializes it
  private final Map<String, Object> members;

  public Refusal(Kind kind, String sentence) {
    this(kind, sentence, Map.of());
  }

  public Refusal(Kind kind, String sentence, Map<String, Object> members) {
    super(sentence);
    this.kind = kind;
    this.members = Map.copyOf(members);
  }

  public Kind kind() {
    return kind;
  }

  /** Facts for programs, by name. */
  public Map<String, Object> members() {
    return members;
  }
}
