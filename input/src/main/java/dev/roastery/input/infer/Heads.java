package dev.roastery.input.infer;

import dev.roastery.common.query.language.Tables;
import dev.roastery.input.Dataset;
import dev.roastery.input.Dataset.Part;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The heads of all parts of a dataset, by table. */
public final class Heads {

  /** What is read of each table, and the most and the least of one part. */
  private static final int TABLE_BYTES = 8 << 20;

  private static final int PART_BYTES_MAX = 4 << 20;
  private static final int PART_BYTES_MIN = 16 << 10;

  private final SortedMap<String, List<PartHead>> heads;

  private Heads(SortedMap<String, List<PartHead>> heads) {
    this.heads = heads;
  }

  public static Heads read(Dataset dataset, int threads) throws IOException, InterruptedException {
    return read(dataset, threads, PART_BYTES_MAX);
  }

  /** At most so many bytes of each part; less of many parts. */
  public static Heads read(Dataset dataset, int threads, int partBytes)
      throws IOException, InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      SortedMap<String, List<Future<PartHead>>> reading = new TreeMap<>();
      dataset
          .parts()
          .forEach((table, parts) -> {
            int share = Math.max(PART_BYTES_MIN, TABLE_BYTES / parts.size());
            reading.put(table, start(pool, parts, Math.min(partBytes, share)));
          });
      SortedMap<String, List<PartHead>> heads = new TreeMap<>();
      for (var each : reading.entrySet()) {
        List<PartHead> read = new ArrayList<>();
        for (Future<PartHead> head : each.getValue()) {
          read.add(get(head));
        }
        heads.put(each.getKey(), List.copyOf(read));
      }
      return new Heads(heads);
    } finally {
      pool.shutdownNow();
      pool.close();
    }
  }

  private static List<Future<PartHead>> start(ExecutorService pool, List<Part> parts, int bytes) {
    return parts.stream()
        .map(part -> pool.submit((Callable<PartHead>) () -> PartHead.read(part, bytes)))
        .toList();
  }

  private static PartHead get(Future<PartHead> head) throws IOException, InterruptedException {
    try {
      return head.get();
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case IOException io -> throw io;
        case RuntimeException runtime -> throw runtime;
        case null, default -> throw new IllegalStateException(e);
      }
    }
  }

  /** The tables that have a column; a file without a byte has none. */
  public Map<String, TableEvidence> tables() {
    SortedMap<String, TableEvidence> tables = new TreeMap<>();
    heads.forEach((table, parts) -> {
      TableEvidence all = new TableEvidence(List.of());
      parts.forEach(part -> all.merge(part.evidence()));
      if (!all.names().isEmpty()) {
        tables.put(table, all);
      }
    });
    return tables;
  }

  public List<PartHead> of(String table) {
    return heads.getOrDefault(table, List.of());
  }

  /** Whether these heads are all rows of those tables. */
  public boolean areAll(Collection<String> tables) {
    return tables.stream().flatMap(table -> of(table).stream()).allMatch(PartHead::whole);
  }

  /** Tables as if the heads were all. */
  public Tables guess() {
    return new Tables(
        tables().entrySet().stream().map(each -> each.getValue().spec(each.getKey())).toList());
  }
}
