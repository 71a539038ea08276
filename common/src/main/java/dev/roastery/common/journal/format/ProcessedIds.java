package dev.roastery.common.journal.format;

import dev.roastery.common.message.BatchId;
import dev.roastery.common.message.JobId;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The batches that have been counted, by which duplicates are recognised (invariant 4). */
public final class ProcessedIds {

  private final SortedMap<JobId, SortedMap<String, SortedMap<Integer, SeqSet>>> jobs =
      new TreeMap<>();

  /** False when the batch was counted before. */
  public boolean add(BatchId batch) {
    return jobs.computeIfAbsent(batch.job(), _ -> new TreeMap<>())
        .computeIfAbsent(batch.stream(), _ -> new TreeMap<>())
        .computeIfAbsent(batch.sender(), _ -> new SeqSet())
        .add(batch.seq());
  }

  public boolean contains(BatchId batch) {
    SeqSet of = find(batch.job(), batch.stream(), batch.sender());
    return of != null && of.contains(batch.seq());
  }

  public long count(JobId job, String stream, int sender) {
    SeqSet of = find(job, stream, sender);
    return of == null ? 0 : of.count();
  }

  /** How many batches of this job are counted, of all streams. */
  public long count(JobId job) {
    return jobs.getOrDefault(job, Collections.emptySortedMap()).values().stream()
        .flatMap(senders -> senders.values().stream())
        .mapToLong(SeqSet::count)
        .sum();
  }

  /** The highest number counted of this sender; -1 when there is none. */
  public long highest(JobId job, String stream, int sender) {
    SeqSet of = find(job, stream, sender);
    return of == null ? -1 : of.highest();
  }

  /** The senders of which anything was counted, ascending. */
  public Set<Integer> senders(JobId job, String stream) {
    SortedMap<String, SortedMap<Integer, SeqSet>> streams = jobs.get(job);
    SortedMap<Integer, SeqSet> senders = streams == null ? null : streams.get(stream);
    return senders == null ? Set.of() : senders.keySet();
  }

  /** What is still to come of the {@code total} batches that the sender has promised. */
  public List<SeqRange> missing(JobId job, String stream, int sender, long total) {
    SeqSet of = find(job, stream, sender);
    return (of == null ? new SeqSet() : of).missing(total);
  }

  public void forget(JobId job) {
    jobs.remove(job);
  }

  private @Nullable SeqSet find(JobId job, String stream, int sender) {
    SortedMap<String, SortedMap<Integer, SeqSet>> streams = jobs.get(job);
    SortedMap<Integer, SeqSet> senders = streams == null ? null : streams.get(stream);
    return senders == null ? null : senders.get(sender);
  }

  /** The same ids always give the same bytes. */
  void write(DataOutputStream out) throws IOException {
    out.writeInt(jobs.size());
    for (var job : jobs.entrySet()) {
      DataBytes.writeJob(out, job.getKey());
      out.writeInt(job.getValue().size());
      for (var stream : job.getValue().entrySet()) {
        out.writeUTF(stream.getKey());
        out.writeInt(stream.getValue().size());
        for (var sender : stream.getValue().entrySet()) {
          out.writeInt(sender.getKey());
          sender.getValue().write(out);
        }
      }
    }
  }

  static ProcessedIds read(DataInputStream in) throws IOException {
    ProcessedIds ids = new ProcessedIds();
    for (int job = in.readInt(); job > 0; job--) {
      var streams = ids.jobs.computeIfAbsent(DataBytes.readJob(in), _ -> new TreeMap<>());
      for (int stream = in.readInt(); stream > 0; stream--) {
        var senders = streams.computeIfAbsent(in.readUTF(), _ -> new TreeMap<>());
        for (int sender = in.readInt(); sender > 0; sender--) {
          senders.put(in.readInt(), SeqSet.read(in));
        }
      }
    }
    return ids;
  }
}
