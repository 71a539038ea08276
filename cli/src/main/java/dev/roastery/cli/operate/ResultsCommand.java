package dev.roastery.cli.operate;

import dev.roastery.cli.client.GatewayAnswer;
import dev.roastery.cli.client.GatewayClient;
import dev.roastery.cli.client.RemoteJob;
import dev.roastery.cli.output.ResultOptions;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code roastery results}: what a job has come to. */
@Command(
    name = "results",
    description = "Prints the results that a job has stored so far, or one of them.")
public final class ResultsCommand extends JobCommand {

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "QUERY",
      description = "Print only the result of this query.")
  private @Nullable String query;

  @Mixin private ResultOptions options = new ResultOptions();

  @Override
  public List<String> known() {
    return query == null ? List.of("query", "columns", "sha256", "rows", "bytes") : List.of();
  }

  @Override
  void ask(GatewayClient gateway) throws IOException, InterruptedException {
    options.check();
    GatewayAnswer listed = gateway.get(path() + "/results");
    List<RemoteJob.Result> results = chosen(RemoteJob.results(listed.json()));
    if (isJson()) {
      out()
          .println(
              query == null
                  ? fields().of(listed.body(), listed.json(), "results")
                  : gateway.get(path() + "/results/" + query + "?format=json").body());
      if (options.isPrinted()) {
        return;
      }
    }
    long rejected = RemoteJob.of(gateway.get(path())).rejected();
    new ResultFetcher(this, options, path()).fetch(gateway, results, rejected);
  }

  private List<RemoteJob.Result> chosen(List<RemoteJob.Result> results) {
    List<RemoteJob.Result> chosen =
        results.stream().filter(each -> query == null || each.query().equals(query)).toList();
    if (query != null && chosen.isEmpty()) {
      List<String> there = results.stream().map(RemoteJob.Result::query).toList();
      throw usage(
          "job "
              + id()
              + " has no result of '"
              + query
              + "'; it has "
              + (there.isEmpty() ? "none yet" : String.join(", ", there)));
    }
    if (chosen.isEmpty()) {
      say("job " + id() + " has no results yet");
    }
    return chosen;
  }
}
