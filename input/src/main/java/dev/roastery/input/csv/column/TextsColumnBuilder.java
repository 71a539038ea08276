package dev.roastery.input.csv.column;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.message.rows.Column;
import dev.roastery.common.query.language.Dialect;
import dev.roastery.input.csv.column.CsvLayout.Presence;
import dev.roastery.input.csv.scan.RowError;
import dev.roastery.input.csv.scan.RowErrorSpan;
import dev.roastery.input.csv.scan.RowIndex;
import dev.roastery.input.csv.scan.Swar;
import dev.roastery.input.csv.scan.Utf8;
import dev.roastery.input.csv.value.FieldReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A column of text: bytes copied as they are, without the quotes around them. */
final class TextsColumnBuilder extends ColumnBuilder {

  private byte[] text = new byte[Swar.SLACK];

  /** Where each row's text ends; the first is where row 0 begins. */
  private int[] ends = new int[1];

  private final int quote;

  /** Words that are null, and the length of the longest of them. */
  private final List<byte[]> nullWords = new ArrayList<>();

  private final int nullBytesMax;

  TextsColumnBuilder(Presence presence, Dialect dialect, int field, List<RowErrorSpan> flaws) {
    super(field, presence, flaws);
    quote = FieldReader.quote(dialect);
    dialect.nulls().forEach(word -> nullWords.add(word.getBytes(UTF_8)));
    nullBytesMax = nullWords.stream().mapToInt(word -> word.length).max().orElse(0);
  }

  @Override
  void readAll(RowIndex index, int[] rows, int count, int at, int field) {
    byte[] bytes = index.bytes;
    int[] marks = index.marks;
    int used = ends[at];
    for (int i = 0; i < count; i++) {
      int mark = rows[i] + field;
      int from = marks[mark] + 1;
      int length = marks[mark + 1] - from;
      if (text.length < used + length + Swar.SLACK) {
        text = Arrays.copyOf(text, Math.max(used + length, text.length * 2) + Swar.SLACK);
      }
      boolean ascii = copy(bytes, from, length, used);
      if (length > 0 && bytes[from] == quote) {
        length = unquote(used, length);
      }
      if (length <= nullBytesMax && isNull(used, length)) {
        length = 0;
        empty(index, rows[i], at + i);
      }
      if (!ascii && !Utf8.valid(text, used, used + length)) {
        flaw(index, rows[i], RowError.NOT_UTF8);
      }
      used += length;
      ends[at + i + 1] = used;
    }
  }

  private boolean isNull(int from, int length) {
    for (byte[] word : nullWords) {
      if (Arrays.equals(word, 0, word.length, text, from, from + length)) {
        return true;
      }
    }
    return length == 0;
  }

  /** Copies by words, up to seven bytes too many; returns whether all that counts is ASCII. */
  private boolean copy(byte[] bytes, int from, int length, int to) {
    long all = 0;
    int i = 0;
    for (; i <= length - 8; i += 8) {
      long word = Swar.at(bytes, from + i);
      Swar.put(text, to + i, word);
      all |= word;
    }
    long word = Swar.at(bytes, from + i);
    Swar.put(text, to + i, word);
    all |= word & ((1L << (8 * (length - i))) - 1);
    return (all & Swar.HIGH) == 0;
  }

  /** Takes the quotes off the copy; returns the length that it has left. */
  private int unquote(int at, int length) {
    int to = at;
    int end = at + length - 1;
    for (int i = at + 1; i < end; i++) {
      text[to++] = text[i];
      if (text[i] == quote) {
        i++;
      }
    }
    return to - at;
  }

  @Override
  void reserve(int rows) {
    if (ends.length < rows + 1) {
      ends = Arrays.copyOf(ends, Math.max(rows + 1, ends.length + ends.length / 2));
    }
  }

  @Override
  void keepValues(int[] kept, int count, int at) {
    int used = ends[at];
    for (int i = 0; i < count; i++) {
      int from = ends[kept[i]];
      int length = ends[kept[i] + 1] - from;
      System.arraycopy(text, from, text, used, length);
      used += length;
      ends[at + i + 1] = used;
    }
  }

  @Override
  void spreadValue(int row, int next, boolean hit) {
    ends[row + 1] = ends[next];
  }

  @Override
  Column take(int rows) {
    byte[] taken = Arrays.copyOf(text, ends[rows]);
    Column column = Column.Texts.of(rows, taken, Arrays.copyOf(ends, rows + 1), nulls.take(rows));
    ends[0] = 0;
    return column;
  }
}
