package dev.roastery.common.message;

import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.testkit.rows.LongsBuilder;
import dev.roastery.testkit.rows.RowsBuilder;
import dev.roastery.testkit.rows.TextsBuilder;
import java.util.SplittableRandom;

/** Rows of every type and shape that the encoder tells apart, and of many that it does not. */
public final class RandomRows {

  private static final String[] ALPHABET = {"a", "b", "Z", "0", ",", "\"", "\n", "é", "☕", "🫘"};

  private final SplittableRandom random;

  public RandomRows(SplittableRandom random) {
    this.random = random;
  }

  public Rows rows() {
    return rows(random.nextInt(4) == 0 ? random.nextInt(3000) : random.nextInt(70));
  }

  private Rows rows(int count) {
    RowsBuilder rows = new RowsBuilder();
    int columns = random.nextInt(6);
    for (int i = 0; i < columns; i++) {
      rows.with("column " + i, random.nextBoolean() ? longs(count) : texts(count));
    }
    return rows.build();
  }

  private Column longs(int count) {
    LongsBuilder column = new LongsBuilder(type(), 0);
    int nullsPerTen = random.nextInt(3) * random.nextInt(6);
    int bits = random.nextInt(65);
    long start = random.nextLong() >>> random.nextInt(64);
    boolean ascends = random.nextBoolean();
    long value = start;
    for (int row = 0; row < count; row++) {
      value = (ascends ? value : start) + bits(bits);
      if (random.nextInt(10) < nullsPerTen) {
        column.addNull();
      } else {
        column.add(value);
      }
    }
    return column.build();
  }

  private Column texts(int count) {
    TextsBuilder column = new TextsBuilder(0);
    int nullsPerTen = random.nextInt(3) * random.nextInt(6);
    int lengthMax = random.nextInt(1, 40);
    String[] known = new String[random.nextInt(1, 3 + count)];
    for (int i = 0; i < known.length; i++) {
      known[i] = text(random.nextInt(lengthMax));
    }
    for (int row = 0; row < count; row++) {
      if (random.nextInt(10) < nullsPerTen) {
        column.addNull();
      } else {
        column.add(known[random.nextInt(known.length)]);
      }
    }
    return column.build();
  }

  String text(int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append(ALPHABET[random.nextInt(ALPHABET.length)]);
    }
    return text.toString();
  }

  private ColumnType type() {
    return switch (random.nextInt(4)) {
      case 0 -> new ColumnType.Whole();
      case 1 -> new ColumnType.Decimal(random.nextInt(19));
      case 2 -> new ColumnType.Date();
      default -> new ColumnType.Timestamp();
    };
  }

  private long bits(int width) {
    return width == 0 ? 0 : random.nextLong() >>> (Long.SIZE - width);
  }
}
