package dev.roastery.cli.operate;

import dev.roastery.cli.client.GatewayAnswer;
import dev.roastery.cli.client.GatewayClient;
import dev.roastery.cli.client.JobPage;
import dev.roastery.cli.client.RemoteJob;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code roastery jobs}: the jobs of this client. */
@Command(name = "jobs", description = "Lists your jobs, newest first.")
public final class JobsCommand extends ClientCommand {

  private static final int LIMIT_MAX = 500;

  @Option(names = "--state", paramLabel = "STATE", description = "List only jobs in this state.")
  private RemoteJob.@Nullable State state;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "50",
      description = "Number of jobs to list, at most 500 (default: ${DEFAULT-VALUE}).")
  private int limit;

  @Option(names = "--after", paramLabel = "ID", description = "List only jobs older than this one.")
  private @Nullable UUID after;

  @Override
  void call(GatewayClient gateway) throws InterruptedException {
    if (limit < 1 || limit > LIMIT_MAX) {
      throw usage("--limit is " + limit + ", not from 1 to " + LIMIT_MAX);
    }
    String path =
        "/v1/jobs?limit="
            + limit
            + (state == null ? "" : "&state=" + state)
            + (after == null ? "" : "&after=" + after);
    GatewayAnswer answer = gateway.get(path);
    if (isJson()) {
      out().println(answer.body());
      return;
    }
    JobPage page = JobPage.of(answer);
    page.jobs().forEach(job -> out().println(JobCommand.line(job)));
    if (!page.next().isEmpty()) {
      say("there are more: " + command("jobs --after " + page.next()));
    }
  }
}
