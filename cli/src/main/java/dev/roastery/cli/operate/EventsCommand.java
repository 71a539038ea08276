package dev.roastery.cli.operate;

import dev.roastery.cli.client.GatewayAnswer;
import dev.roastery.cli.client.GatewayClient;
import dev.roastery.cli.client.RemoteEvent;
import dev.roastery.gateway.format.TerminalText;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code roastery events}: what has happened to a job. */
@Command(name = "events", description = "Lists the events of a job so far.")
public final class EventsCommand extends JobCommand {

  @Override
  public List<String> known() {
    return List.of("seq", "at", "kind", "text", "values");
  }

  @Override
  void ask(GatewayClient gateway) throws InterruptedException {
    GatewayAnswer answer = gateway.get(path() + "/events");
    if (isJson()) {
      out().println(fields().of(answer.body(), answer.json(), "events"));
      return;
    }
    RemoteEvent.all(answer).forEach(event -> out().println(line(event)));
  }

  static String line(RemoteEvent event) {
    return TerminalText.plain(event.at() + "  " + event.text());
  }
}
