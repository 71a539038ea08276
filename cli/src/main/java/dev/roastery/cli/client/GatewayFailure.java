package dev.roastery.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;

/** A failure that a retry cannot fix: one sentence, and the problem document if there is one. */
public final class GatewayFailure extends RuntimeException {

  private static final long serialVersionUID = 1;

  /** The kinds of failure, by who must act on them. */
  public enum Kind {
    /** The gateway has not answered for longer than the retry limit. */
    UNREACHABLE,
    /** The token is missing or wrong. */
    TOKEN_REFUSED,
    /** The gateway says no, and why. */
    DECLINED,
    /** What answers is not a gateway, or what it sent is not what it said. */
    GARBLED,
    /** A file on our side cannot be read, or was changed while it was sent. */
    FILE
  }

  private final Kind kind;
  private final int status;
  private final transient JsonNode problem;

  GatewayFailure(Kind kind, String sentence) {
    this(kind, sentence, 0, MissingNode.getInstance());
  }

  GatewayFailure(Kind kind, String sentence, int status, JsonNode problem) {
    super(sentence);
    this.kind = kind;
    this.status = status;
    this.problem = problem;
  }

  public Kind kind() {
    return kind;
  }

  /** The HTTP status, or 0. */
  public int status() {
    return status;
  }

  /** The problem document (RFC 9457), or a missing node. */
  public JsonNode problem() {
    return problem;
  }

  /** Whether the problem's type is this one of the contract. */
  public boolean is(String slug) {
    return problem.path("type").asText("").endsWith("/problems/" + slug);
  }
}
