package dev.roastery.gateway.jobs.service;

import java.util.Map;

/** A request that cannot be served: one sentence that says what to do, and values for programs. */
public final class Refusal extends RuntimeException {

  private static final long serialVersionUID = 1;

  /** What is wrong. */
  public enum Kind {
    NOT_FOUND,
    INVALID,
    INVALID_PLAN,
    CONFLICT,

    /** The idempotency key was used for another request. */
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

  @SuppressWarnings("serial") // never serialized
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

  /** Values for programs, by name. */
  public Map<String, Object> members() {
    return members;
  }
}
