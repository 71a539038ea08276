package dev.roastery.input.csv;

import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.input.PartPosition;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All that reading a part gave: its batches, the rows skipped, and what ended it too early. */
public record Outcome(
    List<Batch> batches, List<CsvProblem.BadRow> skipped, @Nullable CsvProblem problem) {

  record Batch(PartPosition from, PartPosition to, List<List<@Nullable Object>> rows) {}

  /** A way to read a part. */
  interface Reading {
    void into(CsvSink sink) throws Exception;
  }

  /** With bad rows refused. */
  public static Outcome of(Reading reading) {
    return gather(reading, new Gatherer());
  }

  public static Outcome skipping(Reading reading) {
    return gather(reading, new Skipper());
  }

  private static Outcome gather(Reading reading, Gatherer to) {
    CsvProblem problem = null;
    try {
      reading.into(to);
    } catch (CsvException e) {
      problem = e.problem();
    } catch (Exception e) {
      throw new AssertionError("anything but a CsvException", e);
    }
    synchronized (to) {
      List<Batch> batches = new ArrayList<>(to.batches);
      batches.sort((a, b) -> Long.compare(a.from().batch(), b.from().batch()));
      return new Outcome(batches, List.copyOf(to.skipped), problem);
    }
  }

  public List<List<@Nullable Object>> rows() {
    return batches.stream().flatMap(batch -> batch.rows().stream()).toList();
  }

  static List<List<@Nullable Object>> values(Rows rows) {
    List<List<@Nullable Object>> all = new ArrayList<>();
    for (int row = 0; row < rows.count(); row++) {
      List<@Nullable Object> values = new ArrayList<>();
      for (Column column : rows.columns()) {
        values.add(value(column, row));
      }
      all.add(values);
    }
    return all;
  }

  /** A null's place must hold nothing: 0, or no bytes. */
  private static @Nullable Object value(Column column, int row) {
    Object value =
        switch (column) {
          case Column.Longs longs -> longs.values()[row];
          case Column.Texts texts ->
              new String(
                  Arrays.copyOfRange(texts.bytes(), texts.offsets()[row], texts.offsets()[row + 1]),
                  StandardCharsets.UTF_8);
        };
    if (!column.isNull(row)) {
      return value;
    }
    if (!value.equals(0L) && !value.equals("")) {
      throw new AssertionError("behind a null stands " + value);
    }
    return null;
  }

  private static class Gatherer implements CsvSink {
    final List<Batch> batches = new ArrayList<>();
    final List<CsvProblem.BadRow> skipped = new ArrayList<>();

    @Override
    public synchronized void batch(CsvBatch batch) {
      batches.add(new Batch(batch.from(), batch.to(), values(batch.rows())));
    }
  }

  private static final class Skipper extends Gatherer {
    @Override
    public synchronized void badRow(CsvProblem.BadRow row) {
      skipped.add(row);
    }
  }
}
