package dev.roastery.cli.operate;

import dev.roastery.cli.CommandFailure;
import dev.roastery.cli.ExitCode;
import dev.roastery.cli.client.GatewayClient;
import dev.roastery.cli.client.GatewayFailure;
import dev.roastery.cli.client.RemoteJob;
import dev.roastery.common.query.plan.Catalog;
import dev.roastery.gateway.format.TerminalText;
import dev.roastery.input.Dataset;
import dev.roastery.input.Dataset.Part;
import dev.roastery.input.TableNames;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code roastery retry}: runs a job that has ended without results as its next attempt. */
@Command(
    name = "retry",
    sortOptions = false,
    description = {
      "Runs a job that failed, was cancelled or expired once more, under the same id.",
      "The gateway does not keep the rows of a job: give the folder to send them again. Without a"
          + " folder, the job only accepts parts again. The same command resumes an upload that"
          + " broke off."
    })
public final class RetryCommand extends JobCommand {

  private static final Set<RemoteJob.State> TAKES_PARTS =
      EnumSet.of(RemoteJob.State.CREATED, RemoteJob.State.UPLOADING);

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "DIR",
      description = "Folder with the tables.")
  private @Nullable Path folder;

  @Option(
      names = "--ignore",
      paramLabel = "GLOB",
      split = ",",
      description = "Files of the tables not to read; may be repeated.")
  private List<String> ignored = List.of();

  @Option(
      names = "--parallel",
      paramLabel = "N",
      defaultValue = "4",
      description = "Number of parts to send at once (${DEFAULT-VALUE}).")
  private int parallel;

  @Override
  Duration patienceByDefault() {
    return SubmitCommand.PATIENCE;
  }

  @Override
  void ask(GatewayClient gateway) throws IOException, InterruptedException {
    Path from = folder;
    JobUpload.check(this, from, parallel);
    Dataset dataset = from == null ? null : dataset(RemoteJob.of(gateway.get(path())), from);
    RemoteJob job = RemoteJob.of(post(gateway, "/retry", "", TAKES_PARTS));
    say("job " + id() + ": attempt " + job.attempt());
    if (dataset == null) {
      say(
          "the gateway does not keep the rows of a job; send them again: "
              + command("retry " + id() + " DIR"));
    } else {
      send(gateway, job, dataset);
      say("all parts are uploaded; follow the job with: " + command("watch " + id()));
    }
    out().println(isJson() ? json(gateway.get(path())) : job.id());
  }

  private void send(GatewayClient gateway, RemoteJob job, Dataset dataset)
      throws InterruptedException {
    JobUpload.Known known =
        job.parts().isEmpty() ? JobUpload.Known.NOTHING : JobUpload.Known.PERHAPS_PARTS;
    try {
      new JobUpload(this, gateway, job.id(), parallel).send(dataset, known);
    } catch (GatewayFailure failure) {
      if (failure.is("too-many-bad-rows")) {
        throw new CommandFailure(
            ExitCode.TOO_MANY_REJECTS, TerminalText.plain(String.valueOf(failure.getMessage())));
      }
      throw failure;
    }
  }

  /** Looked for first: an attempt does not begin without its files. */
  private Dataset dataset(RemoteJob job, Path from) throws IOException {
    Set<String> all = new TreeSet<>(Catalog.builtIn().tables().names());
    all.addAll(job.tables());
    Dataset found = JobUpload.dataset(from, job.tables(), all, ignored);
    for (String table : job.tables()) {
      checkMeant(from, table, found.of(table));
    }
    return found;
  }

  /** The job does not say whether orders-old.csv is a part of orders or a table like orders.csv. */
  private static void checkMeant(Path from, String table, List<Part> found) {
    List<String> others =
        found.stream()
            .filter(part -> part.name().indexOf('/') < 0)
            .map(Part::name)
            .filter(name -> !TableNames.ofFile(name).equals(table))
            .toList();
    if (!others.isEmpty() && others.size() < found.size()) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "%s has %s beside other files of table %s, and the job does not say whether they are parts of it: pass --ignore GLOB for what is not, and move the parts of a table into a folder %s/"
              .formatted(from, Dataset.shortened(others), table, table));
    }
  }
}
