package dev.roastery.input.infer;

import dev.roastery.common.query.language.Dialect;
import dev.roastery.common.query.language.Dialect.Header;
import dev.roastery.common.query.language.Tables;
import dev.roastery.input.Dataset;
import dev.roastery.input.csv.CsvException;
import dev.roastery.input.csv.CsvProblem.OtherHeader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
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
        Written written = Written.of(each.getValue());
        heads.put(each.getKey(), all(pool, each.getValue(), written::head));
      }
      return new Heads(heads);
    } finally {
      pool.shutdownNow();
      pool.close();
    }
  }

  /** Of one table, as much as there is: the first lines of one of its files. */
  public static Heads of(String table, byte[] lines) throws IOException {
    HeadBytes bytes = HeadBytes.ofLines(table, lines);
    Written written = Written.of(List.of(bytes));
    return new Heads(new TreeMap<>(Map.of(table, List.of(written.head(bytes)))));
  }

  /** How all parts of a table are written, and their columns if they do not name them. */
  private record Written(Dialect dialect, List<String> places) {

    /**
     * The first part with more than one column, or else the first with one, shows it. JSON lines
     * say themselves how they are written.
     */
    static Written of(List<HeadBytes> all) {
      List<HeadBytes> bytes = all.stream().filter(HeadBytes::isDelimited).toList();
      if (bytes.isEmpty()) {
        return new Written(Dialect.STANDARD, List.of());
      }
      HeadBytes telling =
          bytes.stream()
              .filter(each -> each.fields(each.delimiter()) > 1)
              .findFirst()
              .or(() -> bytes.stream().filter(each -> each.fields(',') > 0).findFirst())
              .orElse(bytes.getFirst());
      Dialect plain = Dialect.STANDARD.withDelimiter(telling.delimiter());
      Dialect dialect = plain.withHeader(PartHead.header(telling, plain));
      boolean named = dialect.header() == Header.NAMES;
      int fields = telling.fields(dialect.delimiter());
      return new Written(dialect, named ? List.of() : PartHead.places(fields));
    }

    PartHead head(HeadBytes bytes) {
      return PartHead.of(bytes, dialect, places);
    }
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

  /**
   * Throws a {@link CsvException} if the header of a file has none of the columns of the first one:
   * a row of that file would be taken for its header, and be lost.
   */
  public void requireCommonHeaders(String table) {
    List<PartHead> named =
        of(table).stream().filter(head -> head.isDelimited() && !head.header().isEmpty()).toList();
    for (PartHead each : named) {
      PartHead first = named.getFirst();
      if (Collections.disjoint(each.header(), first.header())) {
        throw new CsvException(
            new OtherHeader(
                each.part().name(),
                Dataset.shortened(each.header()),
                first.part().name(),
                Dataset.shortened(first.header())));
      }
    }
  }

  /** Whether these heads name all columns of that table, which headers do, but not lines. */
  public boolean nameAll(String table) {
    return of(table).stream().allMatch(head -> head.isDelimited() || head.whole());
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
