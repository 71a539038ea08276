package dev.roastery.input.infer;

import dev.roastery.common.query.language.Dialect;
import dev.roastery.common.query.language.Dialect.Header;
import dev.roastery.common.query.language.Tables;
import dev.roastery.input.Dataset;
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
  private static final int TABLE_BYTES = 2 << 20;

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
      SortedMap<String, List<HeadBytes>> bytes = new TreeMap<>();
      for (var each : dataset.parts().entrySet()) {
        int share = Math.max(PART_BYTES_MIN, TABLE_BYTES / Math.max(1, each.getValue().size()));
        int most = Math.min(partBytes, share);
        bytes.put(each.getKey(), all(pool, each.getValue(), part -> HeadBytes.read(part, most)));
      }
      SortedMap<String, List<PartHead>> heads = new TreeMap<>();
      for (var each : bytes.entrySet()) {
        heads.put(each.getKey(), heads(pool, each.getValue()));
      }
      return new Heads(heads);
    } finally {
      pool.shutdownNow();
      pool.close();
    }
  }

  /** The first part with more than one column, and more than a line, shows how all are written. */
  private static List<PartHead> heads(ExecutorService pool, List<HeadBytes> bytes)
      throws IOException, InterruptedException {
    HeadBytes telling =
        bytes.stream()
            .filter(each -> each.fields(each.delimiter()) > 1)
            .findFirst()
            .or(() -> bytes.stream().filter(each -> each.fields(',') > 0).findFirst())
            .orElse(bytes.getFirst());
    Dialect plain = Dialect.STANDARD.withDelimiter(telling.delimiter());
    Dialect dialect = plain.withHeader(PartHead.header(telling, plain));
    List<String> places =
        dialect.header() == Header.NONE
            ? PartHead.places(telling.fields(dialect.delimiter()))
            : List.of();
    return all(pool, bytes, each -> PartHead.of(each, dialect, places));
  }

  private interface Work<A, B> {
    B on(A one) throws IOException;
  }

  /** Does the same to all of them, by the threads of the pool. */
  private static <A, B> List<B> all(ExecutorService pool, List<A> items, Work<A, B> work)
      throws IOException, InterruptedException {
    List<Future<B>> started =
        items.stream().map(each -> pool.submit((Callable<B>) () -> work.on(each))).toList();
    List<B> done = new ArrayList<>();
    for (Future<B> each : started) {
      done.add(get(each));
    }
    return List.copyOf(done);
  }

  private static <B> B get(Future<B> work) throws IOException, InterruptedException {
    try {
      return work.get();
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
      TableEvidence all = parts.getFirst().evidence().blank();
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
