package dev.roastery.cli.operate;

import dev.roastery.cli.CommandFailure;
import dev.roastery.cli.ExitCode;
import dev.roastery.cli.client.DatasetUpload;
import dev.roastery.cli.client.GatewayClient;
import dev.roastery.cli.client.GatewayFailure;
import dev.roastery.cli.client.JobStallWatch;
import dev.roastery.cli.client.PartFile;
import dev.roastery.cli.client.RemoteJob;
import dev.roastery.cli.client.SentBytes;
import dev.roastery.cli.output.Amounts;
import dev.roastery.cli.output.ProgressBar;
import dev.roastery.cli.output.ProgressBar.Unit;
import dev.roastery.cli.output.ReadFiles;
import dev.roastery.common.fault.JobFailure;
import dev.roastery.gateway.format.TerminalText;
import dev.roastery.input.Dataset;
import dev.roastery.input.source.DatasetFolder;
import dev.roastery.input.source.FileSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Sends the files of a dataset to a job that takes parts, and seals the job. */
final class JobUpload {

  private static final int PARALLEL_MAX = 32;

  private final ClientCommand command;
  private final GatewayClient gateway;
  private final String path;
  private final int parallel;

  /** What there is of the job already. */
  enum Known {
    /** The job is new. */
    NOTHING,
    /** An earlier upload may have sent something. */
    PERHAPS_PARTS
  }

  JobUpload(ClientCommand command, GatewayClient gateway, String job, int parallel) {
    this.command = command;
    this.gateway = gateway;
    this.path = JobCommand.path(job);
    this.parallel = parallel;
  }

  /** Refuses what cannot be sent, before the gateway is asked for anything. */
  static void check(ClientCommand command, @Nullable Path folder, int parallel) {
    if (folder != null && !Files.isDirectory(folder)) {
      throw command.usage("no such folder: " + folder);
    }
    if (parallel < 1 || parallel > PARALLEL_MAX) {
      throw command.usage("--parallel is " + parallel + ", not from 1 to " + PARALLEL_MAX);
    }
  }

  /** The files of a folder that belong to the wanted ones of all tables. */
  static Dataset dataset(
      Path folder, Collection<String> wanted, Collection<String> all, List<String> ignored)
      throws IOException {
    try {
      return Dataset.find(DatasetFolder.of(folder), wanted, all, ignored);
    } catch (JobFailure missing) {
      throw new CommandFailure(ExitCode.JOB_FAILED, String.valueOf(missing.getMessage()));
    }
  }

  void send(Dataset dataset, Known known) throws InterruptedException {
    List<PartFile> parts = parts(dataset);
    long bytes = dataset.bytes();
    try (ProgressBar bar =
            command.show(new ProgressBar(command.terminal(), "uploading", Unit.BYTES, bytes));
        JobStallWatch _ = new JobStallWatch(gateway, path, new Standing(bar))) {
      if (known == Known.PERHAPS_PARTS) {
        bar.beginAt(RemoteJob.of(gateway.get(path)).bytes());
      }
      new DatasetUpload(gateway, path, new Progress(bar))
          .send(parts, known == Known.NOTHING, parallel);
    } catch (DatasetUpload.PartRefused refused) {
      RemoteJob now = RemoteJob.of(gateway.get(path));
      if (refused.failure().status() == 409) {
        GatewayFailures.checkCompleted(now);
      }
      if (!isSealedByAnother(refused)) {
        if (now.state().takesParts()) {
          giveUp();
        }
        throw GatewayFailures.told(refused);
      }
    }
    seal();
    long rows = RemoteJob.of(gateway.get(path)).rows();
    command.say("uploaded " + ReadFiles.counted(dataset.files(), rows, dataset.bytes()));
    ReadFiles.ignored(dataset.ignored()).ifPresent(command::say);
  }

  private static List<PartFile> parts(Dataset dataset) {
    SortedMap<String, List<PartFile.Source>> sources = new TreeMap<>();
    dataset.parts().forEach((table, parts) -> sources.put(table, sources(parts)));
    return PartFile.of(sources);
  }

  private static List<PartFile.Source> sources(List<Dataset.Part> parts) {
    List<PartFile.Source> files = new ArrayList<>();
    for (Dataset.Part part : parts) {
      if (!(part.source() instanceof FileSource(Path file))) {
        throw new IllegalArgumentException(part.name() + " is no file that could be sent");
      }
      files.add(new PartFile.Source(part.name(), file, part.bytes(), part.version()));
    }
    return files;
  }

  /** The same submission may have been made twice; to seal a job again changes nothing. */
  private boolean isSealedByAnother(DatasetUpload.PartRefused refused) throws InterruptedException {
    if (refused.failure().status() != 409) {
      return false;
    }
    try {
      seal();
      return true;
    } catch (GatewayFailure notSealed) {
      return false;
    }
  }

  /** A job that takes no parts any more was sealed by a call whose answer was lost. */
  private void seal() throws InterruptedException {
    try {
      gateway.post(path + "/seal");
    } catch (GatewayFailure failure) {
      if (failure.is("too-many-bad-rows")) {
        throw failure;
      }
      RemoteJob now = RemoteJob.of(gateway.get(path));
      GatewayFailures.checkCompleted(now);
      if (failure.status() != 409 || now.state().takesParts()) {
        throw failure;
      }
    }
  }

  /** A job with a part that cannot be would only wait for its expiry. */
  private void giveUp() throws InterruptedException {
    try {
      gateway.post(path + "/cancel");
    } catch (GatewayFailure failure) {
      command.say("could not cancel the job: " + failure.getMessage());
    }
  }

  /** What the gateway says of the job while its parts are being sent. */
  private record Standing(ProgressBar bar) implements JobStallWatch.Watcher {
    @Override
    public void stalled(String why) {
      bar.say("no progress: " + TerminalText.plain(why));
    }

    @Override
    public void look(RemoteJob job) {
      bar.note(job.rows() == 0 ? "" : Amounts.counted(job.rows(), "row"));
    }
  }

  /** Adds up what the threads of an upload tell. */
  private static final class Progress implements SentBytes {

    private final ProgressBar bar;
    private final Map<PartFile, Long> positions = new HashMap<>();
    private long sent;

    Progress(ProgressBar bar) {
      this.bar = bar;
    }

    @Override
    public synchronized void at(PartFile part, long bytes) {
      Long before = positions.put(part, bytes);
      sent += bytes - (before == null ? 0 : before);
      bar.atLeast(sent);
    }
  }
}
