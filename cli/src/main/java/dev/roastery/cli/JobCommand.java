package dev.roastery.cli;

import dev.roastery.cli.client.RemoteJob;
import java.util.Locale;
import java.util.UUID;
import picocli.CommandLine.Parameters;

/** A command about one job. */
abstract class JobCommand extends GatewayCommand {

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

  /** For people, a line that says how a job is. */
  static String line(RemoteJob job) {
    String reason = job.reason().isEmpty() ? "" : "  " + shown(job.reason());
    String state = job.state().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    String name = job.json().path("name").asText("");
    return "%s  %-20s %3d %%%s%s"
        .formatted(
            job.id(), state, job.percent(), name.isEmpty() ? "" : "  " + shown(name), reason);
  }
}
