package dev.roastery.cli.operate;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.cli.client.GatewayAnswer;
import dev.roastery.cli.client.GatewayClient;
import dev.roastery.cli.client.JobPage;
import dev.roastery.cli.client.RemoteJob;
import dev.roastery.cli.view.ChosenFields;
import dev.roastery.cli.view.JobKey;
import dev.roastery.cli.view.JobLookup;
import dev.roastery.cli.view.JobRows;
import java.net.URLEncoder;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code roastery jobs}: the jobs of this client. */
@Command(name = "jobs", description = "Lists your jobs, newest first.")
public final class JobsCommand extends ClientCommand implements ChosenFields.Command {

  private static final int LIMIT_MAX = 500;

  /** Those of an outline. */
  private static final List<String> FIELDS =
      List.of(
          "id",
          "attempt",
          "client",
          "name",
          "state",
          "reason",
          "created",
          "updated",
          "sealed",
          "started",
          "finished",
          "expires",
          "queries",
          "rows",
          "bytes",
          "expectedBytes",
          "rejected",
          "percent",
          "partsTotal",
          "partsComplete");

  @Option(names = "--state", paramLabel = "STATE", description = "List only jobs in this state.")
  private RemoteJob.@Nullable State state;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "50",
      description = "Number of jobs to list, at most 500 (default: ${DEFAULT-VALUE}).")
  private int limit;

  @Option(
      names = "--after",
      paramLabel = "JOB",
      description = "List only jobs older than this one.")
  private @Nullable JobKey after;

  @Option(
      names = "--search",
      paramLabel = "TEXT",
      description = "List only jobs whose name, id or query's name contains this.")
  private @Nullable String search;

  @Override
  public List<String> known() {
    return FIELDS;
  }

  @Override
  void call(GatewayClient gateway) throws InterruptedException {
    if (limit < 1 || limit > LIMIT_MAX) {
      throw usage("--limit is " + limit + ", not from 1 to " + LIMIT_MAX);
    }
    String path =
        "/v1/jobs?limit="
            + limit
            + (state == null ? "" : "&state=" + state)
            + (after == null ? "" : "&after=" + JobLookup.id(gateway, after))
            + (search == null ? "" : "&q=" + URLEncoder.encode(search, UTF_8));
    GatewayAnswer answer = gateway.get(path);
    if (isJson()) {
      out().println(fields().of(answer.body(), answer.json(), "jobs"));
      return;
    }
    JobPage page = JobPage.of(answer);
    if (page.jobs().isEmpty()) {
      say(
          state == null && after == null && search == null
              ? "there are no jobs: 'roastery submit' makes one"
              : "no job is like that: " + command("jobs") + " lists all");
      return;
    }
    JobRows rows = new JobRows(answer.now());
    page.jobs().forEach(rows::add);
    rows.print(out());
    if (!page.next().isEmpty()) {
      say("there are more: " + command("jobs --after " + page.next()));
    }
  }
}
