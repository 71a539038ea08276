package dev.roastery.common.kernel.state;

import dev.roastery.common.fault.JobFailure;
import dev.roastery.common.kernel.state.StageState.Place;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message.Batch;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.query.value.ResultColumn;
import dev.roastery.common.spill.JobSpace;
import dev.roastery.common.spill.SpilledFile;
import java.io.IOException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The working state of a stage that keeps what comes until its gate: some streams of batches. */
public final class KeptStreams {

  /** More is not written again with each snapshot, but once, to a file that it refers to. */
  private static final long SAVED_BYTES_MAX = 1L << 20;

  private final PartitionName owner;
  private final JobId job;
  private final SortedMap<String, KeptBatches> streams = new TreeMap<>();
  private JobSpace space = JobSpace.unlimited();

  public KeptStreams(PartitionName owner, JobId job) {
    this.owner = owner;
    this.job = job;
  }

  /** Where rows go that are too many. */
  public void use(JobSpace given) {
    space = given;
    streams.values().forEach(kept -> kept.use(given));
  }

  /** The memory that the batches take. */
  public long bytes() {
    return streams.values().stream().mapToLong(KeptBatches::bytes).sum();
  }

  /** Spills the streams that take most of the memory. */
  public void spill() {
    long all = bytes();
    for (KeptBatches kept : streams.values()) {
      if (kept.bytes() > 0 && kept.bytes() * 2 * streams.size() >= all) {
        kept.spill();
      }
    }
  }

  /** The files that the saved state refers to. */
  public List<SpilledFile> files() {
    return streams.values().stream().flatMap(kept -> kept.files().stream()).toList();
  }

  /** A stream is expected, of batches with these columns. */
  public void expect(String stream, List<ColumnType> types) {
    streams.computeIfAbsent(stream, name -> new KeptBatches(job, name, types)).use(space);
  }

  /** The same, of columns of a query. */
  public void expectResult(String stream, List<ResultColumn> columns) {
    expect(stream, columns.stream().map(ResultColumn::type).toList());
  }

  /** Keeps a batch; a batch of an unexpected stream fails its job. */
  public void add(Batch batch) {
    KeptBatches kept = streams.get(batch.id().stream());
    if (kept == null) {
      throw new JobFailure(
          "batch %s arrived at %s, which takes the streams %s: it belongs to another partition"
              .formatted(batch.id(), owner, streams.keySet()));
    }
    kept.add(batch);
  }

  public KeptBatches stream(String name) {
    KeptBatches kept = streams.get(name);
    if (kept == null) {
      throw new IllegalArgumentException("no stream " + name + " at " + owner);
    }
    return kept;
  }

  public byte[] save() {
    if (bytes() > SAVED_BYTES_MAX && space.hasFiles()) {
      streams.values().forEach(KeptBatches::spill);
    }
    SortedMap<String, SortedMap<Place, byte[]>> sections = new TreeMap<>();
    SortedMap<String, byte[]> spilled = new TreeMap<>();
    streams.forEach((stream, kept) -> {
      sections.put(stream, kept.saved());
      if (!kept.files().isEmpty()) {
        spilled.put(stream, kept.savedFiles());
      }
    });
    return StageState.encode(sections, spilled);
  }

  public void restore(byte[] saved) {
    StageState.Sections sections = StageState.decode(owner.toString(), saved);
    sections.batches().forEach((stream, batches) -> stream(stream).restore(batches));
    sections.spilled().forEach(this::restoreFiles);
  }

  private void restoreFiles(String stream, byte[] saved) {
    try {
      stream(stream).restoreFiles(saved);
    } catch (IOException damaged) {
      throw new IllegalStateException(
          "the saved rows of " + stream + " at " + owner + " are damaged", damaged);
    }
  }
}
