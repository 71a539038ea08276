package dev.roastery.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** A job as the gateway last reported it. */
public record RemoteJob(String text, JsonNode json) {

  /** Where a job is in its life, by the words of the HTTP interface. */
  public enum State {
    CREATED,
    UPLOADING,
    WAITING_FOR_APPROVAL,
    RUNNING,
    NOTIFYING,
    COMPLETED,
    FAILING,
    FAILED,
    CANCELLING,
    CANCELLED,
    EXPIRING,
    EXPIRED;

    /** Nothing about the job changes any more. */
    public boolean isTerminal() {
      return switch (this) {
        case COMPLETED, FAILED, CANCELLED, EXPIRED -> true;
        case CREATED,
            UPLOADING,
            WAITING_FOR_APPROVAL,
            RUNNING,
            NOTIFYING,
            FAILING,
            CANCELLING,
            EXPIRING ->
            false;
      };
    }

    /** The job accepts parts. */
    public boolean takesParts() {
      return this == CREATED || this == UPLOADING;
    }
  }

  /** How much of a part the gateway has. */
  public record Part(String table, String name, long offset, boolean complete) {}

  /**
   * A result that the gateway has stored. {@code types}: those of its columns; none where the
   * gateway does not tell.
   */
  public record Result(String query, List<String> types, String sha256, long rows, long bytes) {
    public Result {
      types = List.copyOf(types);
    }
  }

  /** A stage's batches; {@code expected} is -1 while it is unknown. */
  public record Stage(String name, long received, long expected, List<String> stalled) {}

  /** What a call about a job answers. */
  public static RemoteJob of(GatewayAnswer answer) {
    RemoteJob job = new RemoteJob(answer.body(), answer.json());
    job.state();
    return job;
  }

  public String id() {
    return json.path("id").asText("");
  }

  public State state() {
    String state = json.path("state").asText("");
    try {
      return State.valueOf(state);
    } catch (IllegalArgumentException _) {
      throw new GatewayFailure(
          GatewayFailure.Kind.GARBLED,
          "the gateway reports a job in state \""
              + state
              + "\", which this version does not know: check --gateway, or update this client");
    }
  }

  /** The name that it was submitted under; empty if it has none. */
  public String name() {
    return json.path("name").asText("");
  }

  /** Why it failed, was cancelled or expired; empty if no reason was given. */
  public String reason() {
    return json.path("reason").asText("");
  }

  public List<String> tables() {
    return texts(json.path("tables"));
  }

  public long rejected() {
    return json.path("rejected").asLong();
  }

  /** How many rows of its parts the gateway has; 0 where it does not tell. */
  public long rows() {
    long rows = 0;
    for (JsonNode part : json.path("parts")) {
      rows += part.path("rows").asLong();
    }
    return rows;
  }

  public int percent() {
    return json.path("progress").path("percent").asInt();
  }

  public List<Part> parts() {
    List<Part> parts = new ArrayList<>();
    for (JsonNode part : json.path("parts")) {
      parts.add(
          new Part(
              part.path("table").asText(""),
              part.path("name").asText(""),
              part.path("offset").asLong(),
              part.path("complete").asBoolean()));
    }
    return parts;
  }

  public List<Stage> stages() {
    List<Stage> stages = new ArrayList<>();
    for (JsonNode stage : json.path("progress").path("stages")) {
      stages.add(
          new Stage(
              stage.path("stage").asText(""),
              stage.path("received").asLong(),
              stage.path("expected").asLong(-1),
              texts(stage.path("stalled"))));
    }
    return stages;
  }

  /** The list of results, of a job or of its results' own page. */
  public static List<Result> results(JsonNode listed) {
    List<Result> results = new ArrayList<>();
    for (JsonNode result : listed.path("results")) {
      results.add(
          new Result(
              result.path("query").asText(""),
              types(result.path("columns")),
              result.path("sha256").asText(""),
              result.path("rows").asLong(),
              result.path("bytes").asLong()));
    }
    return results;
  }

  private static List<String> types(JsonNode columns) {
    List<String> types = new ArrayList<>();
    columns.forEach(column -> types.add(column.path("type").asText("")));
    return types;
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(text -> texts.add(text.asText("")));
    return texts;
  }
}
