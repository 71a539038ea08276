package dev.roastery.cli.client;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

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

  /** A result that the gateway has stored. */
  public record Result(String query, List<Column> columns, String sha256, long rows, long bytes) {}

  /** Of a result; name and type are empty where the gateway does not tell. */
  public record Column(String name, String type, @Nullable Integer scale) {}

  /** A stage's batches; {@code expected} is null while it is unknown. */
  public record Stage(
      @JsonProperty("stage") String name,
      long received,
      @Nullable Long expected,
      long stateBytes,
      long spilledBytes,
      List<String> stalled) {}

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

  /** Counted from 1, which is what older gateways do not tell. */
  public int attempt() {
    return json.path("attempt").asInt(1);
  }

  /** The name that it was submitted under; empty if it has none. */
  public String name() {
    return json.path("name").asText("");
  }

  /** Why it failed, was cancelled or expired; empty if no reason was given. */
  public String reason() {
    return json.path("reason").asText("");
  }

  public List<String> queries() {
    return GatewayAnswer.list(json.path("queries"), String.class);
  }

  public List<String> tables() {
    return GatewayAnswer.list(json.path("tables"), String.class);
  }

  public long rejected() {
    return json.path("rejected").asLong();
  }

  /** How many rows of its parts the gateway has; 0 where it does not tell. */
  public long rows() {
    return ofAllParts("rows", "rows");
  }

  /** How many bytes of its parts are safe. */
  public long bytes() {
    return ofAllParts("bytes", "offset");
  }

  /** An earlier gateway tells it of each part only. */
  private long ofAllParts(String name, String ofPart) {
    if (json.path(name).isNumber()) {
      return json.path(name).asLong();
    }
    long sum = 0;
    for (JsonNode part : json.path("parts")) {
      sum += part.path(ofPart).asLong();
    }
    return sum;
  }

  /** How many bytes its client means to send; empty where it has not said. */
  public OptionalLong expectedBytes() {
    JsonNode expected = json.path("expectedBytes");
    return expected.isNumber() ? OptionalLong.of(expected.asLong()) : OptionalLong.empty();
  }

  /** How many parts there are, complete or not. */
  public long partsTotal() {
    JsonNode total = json.path("partsTotal");
    return total.isNumber() ? total.asLong() : parts().size();
  }

  public long partsComplete() {
    JsonNode complete = json.path("partsComplete");
    return complete.isNumber()
        ? complete.asLong()
        : parts().stream().filter(Part::complete).count();
  }

  /** When that was; empty if it was not, or is not told. */
  public Optional<Instant> moment(String name) {
    return GatewayAnswer.instant(json.path(name));
  }

  /** When its last state was reached, if that is its last. */
  public Optional<Instant> ended() {
    return state().isTerminal() ? moment("finished").or(() -> moment("updated")) : Optional.empty();
  }

  public int percent() {
    JsonNode ofOutline = json.path("percent");
    return ofOutline.isNumber() ? ofOutline.asInt() : json.path("progress").path("percent").asInt();
  }

  public List<Part> parts() {
    return GatewayAnswer.list(json.path("parts"), Part.class);
  }

  public List<Stage> stages() {
    return GatewayAnswer.list(json.path("progress").path("stages"), Stage.class);
  }

  /** The list of results, of a job or of its results' own page. */
  public static List<Result> results(JsonNode listed) {
    return GatewayAnswer.list(listed.path("results"), Result.class);
  }
}
