package dev.roastery.cli.operate;

import dev.roastery.cli.client.GatewayAnswer;
import dev.roastery.cli.client.GatewayClient;
import dev.roastery.cli.client.GatewayFailure;
import dev.roastery.cli.client.RemoteJob;
import dev.roastery.gateway.format.TerminalText;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import picocli.CommandLine.Parameters;

/** A command about one job. */
abstract class JobCommand extends ClientCommand {

  @Parameters(index = "0", paramLabel = "ID", description = "Id of the job.")
  private UUID id = new UUID(0, 0);

  UUID id() {
    return id;
  }

  /** Where the job is in the API. */
  String path() {
    return path(id.toString());
  }

  static String path(String id) {
    return "/v1/jobs/" + id;
  }

  /** A job that got there already, perhaps by a call whose answer was lost, is what we want. */
  GatewayAnswer post(GatewayClient gateway, String call, Set<RemoteJob.State> wanted)
      throws InterruptedException {
    return post(gateway, call, "", wanted);
  }

  /** The same with a body. */
  GatewayAnswer post(GatewayClient gateway, String call, String body, Set<RemoteJob.State> wanted)
      throws InterruptedException {
    try {
      return body.isEmpty() ? gateway.post(path() + call) : gateway.post(path() + call, body);
    } catch (GatewayFailure failure) {
      if (failure.status() == 409) {
        GatewayAnswer now = gateway.get(path());
        if (wanted.contains(RemoteJob.of(now).state())) {
          return now;
        }
      }
      throw failure;
    }
  }

  /** For people, a line that says how a job is. */
  static String line(RemoteJob job) {
    String reason = job.reason().isEmpty() ? "" : "  " + TerminalText.plain(job.reason());
    String state = job.state().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    String name = job.name();
    String attempt = job.attempt() == 1 ? "" : "  attempt " + job.attempt();
    return "%s  %-20s %3d %%%s%s%s"
        .formatted(
            job.id(),
            state,
            job.percent(),
            attempt,
            name.isEmpty() ? "" : "  " + TerminalText.plain(name),
            reason);
  }
}
