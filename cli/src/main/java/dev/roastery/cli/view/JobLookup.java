package dev.roastery.cli.view;

import dev.roastery.cli.CommandFailure;
import dev.roastery.cli.ExitCode;
import dev.roastery.cli.client.GatewayClient;
import dev.roastery.cli.client.JobPage;
import dev.roastery.cli.client.RemoteJob;
import dev.roastery.gateway.format.TerminalText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The job that is meant by a part of its id. */
public final class JobLookup {

  private static final int PAGE = 500;
  private static final int SHOWN_MAX = 10;

  private JobLookup() {}

  /** The id of the only job that the key can mean. */
  public static String id(GatewayClient gateway, JobKey key) throws InterruptedException {
    if (key.isWhole()) {
      return key.text();
    }
    List<RemoteJob> candidates = candidates(gateway, key);
    if (candidates.isEmpty()) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "there is no job whose id begins or ends with "
              + key.text()
              + ": 'roastery jobs' lists them");
    }
    if (candidates.size() > 1) {
      throw new CommandFailure(
          ExitCode.USAGE,
          candidates.size()
              + " jobs have an id that begins or ends with "
              + key.text()
              + ", give more of it: "
              + candidates.stream()
                  .limit(SHOWN_MAX)
                  .map(JobLookup::shown)
                  .collect(Collectors.joining(", "))
              + (candidates.size() > SHOWN_MAX ? ", …" : ""));
    }
    return candidates.getFirst().id();
  }

  /** The gateway also finds it in the middle of an id, and in names. */
  private static List<RemoteJob> candidates(GatewayClient gateway, JobKey key)
      throws InterruptedException {
    List<RemoteJob> found = new ArrayList<>();
    String after = "";
    do {
      JobPage page = JobPage.of(gateway.get("/v1/jobs?limit=" + PAGE + "&q=" + key.text() + after));
      page.jobs().stream().filter(job -> key.isOf(job.id())).forEach(found::add);
      after = page.next().isEmpty() ? "" : "&after=" + page.next();
    } while (!after.isEmpty());
    return found;
  }

  private static String shown(RemoteJob job) {
    String name = job.name().isEmpty() ? "" : TerminalText.plain(job.name()) + ", ";
    return job.id() + " (" + name + job.state().name().toLowerCase(Locale.ROOT) + ")";
  }
}
