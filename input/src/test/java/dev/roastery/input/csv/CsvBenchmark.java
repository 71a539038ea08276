package dev.roastery.input.csv;

import com.sun.management.OperatingSystemMXBean;
import de.siegmar.fastcsv.reader.CsvRecord;
import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.input.PartBytes;
import dev.roastery.input.csv.column.CsvLayout;
import dev.roastery.input.csv.column.CsvLayout.Field;
import dev.roastery.input.csv.column.CsvLayout.Presence;
import dev.roastery.input.csv.column.CsvScan;
import dev.roastery.input.csv.column.RowFilter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

/**
 * MB/s over a transactions file: {@code CsvBenchmark [megabytes or file [rounds [way ...]]]}, each
 * way in turn, then medians; also MB per second of processor time, compilers and collector
 * included, which a busy machine spoils less. One round of one way over a file shows a cold JVM.
 * The generated file goes to a temporary directory and is deleted at the end.
 */
final class CsvBenchmark {

  static final CsvLayout FOUR =
      new CsvLayout(
          List.of(
              new Field("store_id", new ColumnType.Whole(), Presence.REQUIRED),
              new Field("user_id", new ColumnType.Whole(), Presence.NULLABLE),
              new Field("final_amount", new ColumnType.Decimal(2), Presence.REQUIRED),
              new Field("created_at", new ColumnType.Timestamp(), Presence.REQUIRED)));

  /** What high-value-transactions wants: the 36 bytes of transaction_id in few rows only. */
  private static final CsvScan FILTERED =
      CsvScan.of(
              Csv.layout(
                  Csv.required("transaction_id", new ColumnType.Text()),
                  Csv.required("store_id", new ColumnType.Whole()),
                  Csv.required("final_amount", new ColumnType.Decimal(2)),
                  Csv.required("created_at", new ColumnType.Timestamp())))
          .where(new AtLeast("created_at", 1_000_000_000))
          .only("transaction_id", new AtLeast("final_amount", 90_00));

  private record AtLeast(String column, long least) implements RowFilter {
    @Override
    public List<String> reads() {
      return List.of(column);
    }

    @Override
    public int choose(Block block, int[] rows, int count) {
      long[] values = block.values(0);
      int kept = 0;
      for (int i = 0; i < count; i++) {
        int row = rows[i];
        rows[kept] = row;
        kept += values[row] >= least ? 1 : 0;
      }
      return kept;
    }
  }

  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private CsvBenchmark() {}

  /** One way to read the file; answers with a sum, so that all can be seen to read the same. */
  private interface Way {
    long read(Path file) throws Exception;
  }

  public static void main(String[] arguments) throws Exception {
    List<String> given = List.of(arguments);
    String source = given.isEmpty() ? "500" : given.getFirst();
    int rounds = given.size() > 1 ? Integer.parseInt(given.get(1)) : 5;
    Map<String, Way> ways = ways();
    if (given.size() > 2) {
      ways.keySet().retainAll(given.subList(2, given.size()));
    }
    if (!source.matches("[0-9]+")) {
      compare(ways, Path.of(source), rounds);
      return;
    }
    Path folder = Files.createTempDirectory("csv-benchmark");
    Path file = folder.resolve("transactions.csv");
    try {
      compare(ways, Transactions.write(file, Integer.parseInt(source)), rounds);
    } finally {
      Files.deleteIfExists(file);
      Files.delete(folder);
    }
  }

  private static void compare(Map<String, Way> ways, Path file, int rounds) throws Exception {
    Map<String, List<Double>> speeds = new LinkedHashMap<>();
    Map<String, List<Double>> efforts = new LinkedHashMap<>();
    double megabytes = Files.size(file) / 1e6;
    for (int round = 0; round < rounds; round++) {
      for (Map.Entry<String, Way> way : ways.entrySet()) {
        long start = System.nanoTime();
        long work = PROCESS.getProcessCpuTime();
        long sum = way.getValue().read(file);
        double effort = megabytes / ((PROCESS.getProcessCpuTime() - work) / 1e9);
        double speed = megabytes / ((System.nanoTime() - start) / 1e9);
        speeds.computeIfAbsent(way.getKey(), _ -> new ArrayList<>()).add(speed);
        efforts.computeIfAbsent(way.getKey(), _ -> new ArrayList<>()).add(effort);
        print(way.getKey(), "(" + sum + ")", speed, effort);
      }
    }
    speeds.forEach((name, all) -> print(name, "median", median(all), median(efforts.get(name))));
  }

  private static double median(List<Double> all) {
    return all.stream().sorted().toList().get(all.size() / 2);
  }

  private static void print(String way, String what, double speed, double effort) {
    System.out.printf("%-10s %6.0f MB/s %6.0f MB/cpu-s  %s%n", way, speed, effort, what);
  }

  private static Map<String, Way> ways() {
    Map<String, Way> ways = new LinkedHashMap<>();
    ways.put("fastcsv", CsvBenchmark::fastCsv);
    ways.put("one", file -> ours(file, CsvScan.of(FOUR), 1, false));
    ways.put("two", file -> ours(file, CsvScan.of(FOUR), 2, false));
    ways.put("filtered", file -> ours(file, FILTERED, 1, false));
    ways.put("mapped", file -> ours(file, CsvScan.of(FOUR), 1, true));
    ways.put("push", CsvBenchmark::push);
    return ways;
  }

  private static long fastCsv(Path file) throws IOException {
    long sum = 0;
    try (var reader = de.siegmar.fastcsv.reader.CsvReader.builder().ofCsvRecord(file)) {
      int line = 0;
      for (CsvRecord row : reader) {
        if (line++ > 0) {
          sum += Long.parseLong(row.getField(1));
          sum += row.getField(4).isEmpty() ? 0 : new BigDecimal(row.getField(4)).longValueExact();
          sum += new BigDecimal(row.getField(7)).movePointRight(2).longValueExact();
          sum +=
              LocalDateTime.parse(row.getField(8).replace(' ', 'T')).toEpochSecond(ZoneOffset.UTC);
        }
      }
    }
    return sum;
  }

  private static long push(Path file) throws IOException {
    LongAdder sum = new LongAdder();
    try (var in = Files.newInputStream(file)) {
      new CsvReader("t.csv", CsvScan.of(FOUR), batch -> add(sum, batch)).readAll(in);
    }
    return sum.sum();
  }

  private static long ours(Path file, CsvScan scan, int threads, boolean mapped) throws Exception {
    LongAdder sum = new LongAdder();
    try (FileChannel channel = FileChannel.open(file);
        Arena arena = Arena.ofShared()) {
      PartBytes bytes =
          mapped
              ? new PartInMemory(
                  channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena))
              : PartBytes.of(channel);
      SharedPart csv = PartFormat.csv().open("t.csv", bytes, scan);
      List<Thread> workers =
          IntStream.range(0, threads)
              .mapToObj(
                  _ -> Thread.ofPlatform().start(() -> work(csv.worker(batch -> add(sum, batch)))))
              .toList();
      for (Thread worker : workers) {
        worker.join();
      }
    }
    return sum.sum();
  }

  private static void work(SharedPart.Worker worker) {
    try {
      while (worker.next()) {}
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void add(LongAdder sum, CsvBatch batch) {
    for (Column column : batch.rows().columns()) {
      if (column instanceof Column.Longs longs) {
        sum.add(sum(longs));
      }
    }
  }

  private static long sum(Column.Longs column) {
    long sum = 0;
    for (int i = 0; i < column.count(); i++) {
      sum += column.values()[i];
    }
    return sum;
  }
}
