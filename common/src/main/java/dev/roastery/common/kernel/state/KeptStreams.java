package dev.roastery.common.kernel.state;

import dev.roastery.common.fault.JobFailure;
import dev.roastery.common.kernel.state.StageState.Place;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message.Batch;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.query.value.ResultColumn;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The working state of a stage that keeps what comes until its gate: some streams of batches. */
public final class KeptStreams {

  private final PartitionName owner;
  private final JobId job;
  private final SortedMap<String, KeptBatches> streams = new TreeMap<>();

  public KeptStreams(PartitionName owner, JobId job) {
    this.owner = owner;
    this.job = job;
  }

  /** A stream is expected, of batches with these columns. */
  public void expect(String stream, List<ColumnType> types) {
    streams.computeIfAbsent(stream, name -> new KeptBatches(job, name, types));
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
    SortedMap<String, SortedMap<Place, byte[]>> sections = new TreeMap<>();
    streams.forEach((stream, kept) -> sections.put(stream, kept.saved()));
    return StageState.encode(sections);
  }

  public void restore(byte[] saved) {
    StageState.decode(owner.toString(), saved)
        .forEach((stream, batches) -> stream(stream).restore(batches));
  }
}
