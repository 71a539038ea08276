package dev.roastery.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.roastery.cli.client.Answer;
import dev.roastery.cli.client.GatewayClient;
import picocli.CommandLine.Command;

/** {@code roastery events}: what has happened to a job. */
@Command(name = "events", description = "Lists the events of a job so far.")
final class Events extends JobCommand {

  @Override
  void call(GatewayClient gateway) throws InterruptedException {
    Answer answer = gateway.get(path() + "/events");
    if (isJson()) {
      out().println(answer.body());
      return;
    }
    for (JsonNode event : answer.json().path("events")) {
      out().println(line(event));
    }
  }

  static String line(JsonNode event) {
    return shown(event.path("at").asText("") + "  " + event.path("text").asText(""));
  }
}
