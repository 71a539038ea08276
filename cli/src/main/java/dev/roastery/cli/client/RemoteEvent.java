package dev.roastery.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** Something that has happened to a job: when, and a sentence about it. */
public record RemoteEvent(String at, String text) {

  static RemoteEvent of(JsonNode event) {
    return new RemoteEvent(event.path("at").asText(""), event.path("text").asText(""));
  }

  /** What a job's list of events answers. */
  public static List<RemoteEvent> all(GatewayAnswer answer) {
    return GatewayAnswer.list(answer.json().path("events"), RemoteEvent.class);
  }
}
