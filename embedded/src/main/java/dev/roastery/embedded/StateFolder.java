package dev.roastery.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.message.JobId;
import dev.roastery.common.partition.ownership.VolumeIdentity;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.topology.JobTopology;
import dev.roastery.common.storage.DurableFiles;
import dev.roastery.common.storage.FileDisk;
import dev.roastery.input.csv.CsvProblem.BadRow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The durable state of a run; it belongs to one job and one process at a time:
 *
 * <pre>
 *   roastery.state   marks the folder as Roastery's; locked while a process uses it
 *   job              the id of the job whose state this is
 *   skipped          the rows that the job has skipped, written before any result
 *   progress         how many bytes of the input were read, for people; decides nothing
 *   partitions/      a directory for each partition
 *   results/         the finished results
 * </pre>
 *
 * The state of another job is deleted, its {@code job} file first: state without that file belongs
 * to no job, so a crash in the middle of deleting leaves nothing that could be mistaken for the
 * state of a job.
 */
public final class StateFolder implements AutoCloseable {

  /** What a command that resumes may show. */
  public static final String PROGRESS = "progress";

  private static final String MARK = "roastery.state";
  private static final String SKIPPED = "skipped";

  private final Path folder;
  private final FileDisk disk;
  private final FileChannel channel;

  /** The folder cannot be used; the message says why and what to do. */
  public static final class Refused extends IOException {
    private static final long serialVersionUID = 1;

    Refused(String sentence) {
      super(sentence);
    }
  }

  private StateFolder(Path folder, FileChannel channel) {
    this.folder = folder;
    this.disk = new FileDisk(folder);
    this.channel = channel;
  }

  /** Takes the folder for this process and this job. */
  static StateFolder open(Path folder, JobTopology topology) throws IOException {
    Files.createDirectories(folder);
    if (!Files.exists(folder.resolve(MARK)) && !isEmpty(folder)) {
      throw new Refused(
          folder
              + " is not empty and contains no state of Roastery: choose another folder for"
              + " --state");
    }
    FileChannel channel =
        FileChannel.open(folder.resolve(MARK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    StateFolder state = new StateFolder(folder, channel);
    try {
      state.lock();
      state.begin(topology);
      return state;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.findAny().isEmpty();
    }
  }

  private void lock() throws IOException {
    FileLock lock = channel.tryLock();
    if (lock == null) {
      throw new Refused(
          folder + " is in use by another run: wait for it, or choose another folder for --state");
    }
  }

  private void begin(JobTopology topology) throws IOException {
    if (!isOf(topology.job())) {
      disk.delete("job");
      disk.delete(SKIPPED);
      disk.delete(PROGRESS);
      DurableFiles.deleteFolder(disk, "partitions");
      DurableFiles.deleteFolder(disk, "results");
      Files.createDirectories(partitions());
      Files.createDirectories(results());
      DurableFiles.replace(disk, "job", topology.job().toString().getBytes(UTF_8));
    }
    FileDisk volume = new FileDisk(partitions());
    for (PartitionName name : topology.all()) {
      new VolumeIdentity(volume, name.toString()).forgetDeed();
    }
  }

  void keepSkipped(List<BadRow> rows) {
    if (rows.isEmpty()) {
      return; // as of every job that refuses them: the same files have none the next time
    }
    try {
      DurableFiles.replace(disk, SKIPPED, SkippedRows.encode(rows));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write to the state folder " + folder, e);
    }
  }

  /** What the job left out, once all its rows were read. */
  List<BadRow> skipped() throws IOException {
    Optional<byte[]> kept = DurableFiles.read(disk, SKIPPED);
    return kept.isEmpty() ? List.of() : SkippedRows.decode(kept.get());
  }

  private boolean isOf(JobId job) throws IOException {
    byte[] name = job.toString().getBytes(UTF_8);
    return DurableFiles.read(disk, "job").filter(kept -> Arrays.equals(kept, name)).isPresent();
  }

  Path partitions() {
    return folder.resolve("partitions");
  }

  Path results() {
    return folder.resolve("results");
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
