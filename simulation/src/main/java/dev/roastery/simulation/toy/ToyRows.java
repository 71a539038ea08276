package dev.roastery.simulation.toy;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** The rows of one toy job: sales in parts and batches, and a name for most keys. */
final class ToyRows {

  /** Sales by part and batch. */
  final List<List<List<long[]>>> parts = new ArrayList<>();

  final SortedMap<Long, Long> names = new TreeMap<>();

  /** Few, and every now and then none. */
  static ToyRows few(SplittableRandom random) {
    ToyRows few = new ToyRows();
    int keys = 1 + random.nextInt(6);
    int batchesMax = random.nextInt(5);
    for (int part = 1 + random.nextInt(3); part > 0; part--) {
      List<List<long[]>> batches = new ArrayList<>();
      for (int batch = random.nextInt(batchesMax + 1); batch > 0; batch--) {
        batches.add(rows(keys, random));
      }
      few.parts.add(batches);
    }
    few.name(keys, random);
    return few;
  }

  private void name(int keys, SplittableRandom random) {
    for (long key = 0; key < keys; key++) {
      if (random.nextInt(8) > 0) {
        names.put(key, 1_000 + key);
      }
    }
  }

  static List<long[]> rows(int keys, SplittableRandom random) {
    List<long[]> rows = new ArrayList<>();
    for (int row = random.nextInt(4); row > 0; row--) {
      // Few different amounts, so that there are ties; some are negative.
      rows.add(new long[] {random.nextInt(keys), 10L * random.nextInt(-2, 9)});
    }
    return rows;
  }

  /** Adds a batch with this one row, in the middle of the first part. */
  void add(long key, long amount) {
    List<List<long[]>> batches = parts.getFirst();
    batches.add(batches.size() / 2, List.of(new long[] {key, amount}));
  }

  List<List<List<long[]>>> parts() {
    return parts;
  }

  /** A part as its client has it. */
  byte[] salesCsv(int part) {
    StringBuilder csv = new StringBuilder("key,amount\n");
    parts.get(part).forEach(batch -> batch.forEach(row -> line(csv, row[0], row[1])));
    return csv.toString().getBytes(UTF_8);
  }

  byte[] namesCsv() {
    StringBuilder csv = new StringBuilder("key,name\n");
    names.forEach((key, name) -> line(csv, key, name));
    return csv.toString().getBytes(UTF_8);
  }

  private static void line(StringBuilder csv, long first, long second) {
    csv.append(first).append(',').append(second).append('\n');
  }

  /** The answer, by another way than the pipeline's: sort, scan, stop at the limit. */
  byte[] answer() {
    List<long[]> rows = new ArrayList<>();
    parts.forEach(batches -> batches.forEach(rows::addAll));
    rows.sort(Comparator.comparingLong(row -> row[0]));
    ByteBuffer bytes = ByteBuffer.allocate(16 * (rows.size() + ToyPlan.LIMIT));
    winners(rows, bytes);
    rows.stream()
        .filter(row -> row[1] >= ToyPlan.BIG_FROM)
        .sorted(Pairs.ORDER)
        .forEach(row -> bytes.putLong(row[0]).putLong(row[1]));
    byte[] answer = new byte[bytes.position()];
    bytes.flip().get(answer);
    return answer;
  }

  private void winners(List<long[]> sorted, ByteBuffer bytes) {
    TreeMap<Long, List<Long>> keysByTotal = new TreeMap<>(Comparator.reverseOrder());
    for (int from = 0, to = 0; from < sorted.size(); from = to) {
      long total = 0;
      while (to < sorted.size() && sorted.get(to)[0] == sorted.get(from)[0]) {
        total += sorted.get(to++)[1];
      }
      keysByTotal.computeIfAbsent(total, _ -> new ArrayList<>()).add(sorted.get(from)[0]);
    }
    int rank = 0;
    for (Map.Entry<Long, List<Long>> total : keysByTotal.entrySet()) {
      for (long key : total.getValue()) {
        if (rank++ < ToyPlan.LIMIT) {
          bytes.putLong(names.getOrDefault(key, -1L)).putLong(total.getKey());
        }
      }
    }
  }
}
