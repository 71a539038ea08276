package dev.roastery.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Set;

/**
 * Something that has happened to a job: when, and a sentence about it.
 *
 * @param kind a word of the HTTP interface; empty if it is not known
 */
public record RemoteEvent(String at, String kind, String text) {

  /** Those that come for each part, of which there may be thousands, or for each partition. */
  private static final Set<String> OF_PARTS =
      Set.of("part_started", "part_completed", "part_deleted", "partition_clean");

  /** Whether it is about the job as a whole. */
  public boolean isOfJob() {
    return !OF_PARTS.contains(kind);
  }

  static RemoteEvent of(JsonNode event) {
    return new RemoteEvent(
        event.path("at").asText(""), event.path("kind").asText(""), event.path("text").asText(""));
  }

  /** What a job's list of events answers. */
  public static List<RemoteEvent> all(GatewayAnswer answer) {
    return GatewayAnswer.list(answer.json().path("events"), RemoteEvent.class);
  }
}
