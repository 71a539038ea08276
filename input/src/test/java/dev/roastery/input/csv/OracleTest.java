package dev.roastery.input.csv;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.input.csv.column.CsvLayout;
import dev.roastery.input.csv.column.CsvScan;
import java.io.ByteArrayInputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What we read is what FastCSV, BigDecimal and java.time read, and so is what we refuse. */
class OracleTest {

  private static final String BYTES = "\"\"\"\"\n\n,,, \t\r-.0129:TxéZ+\0\uD83D\uDE00";

  /** The oracle's answer: good rows, lines of bad ones, and, when it gave up, at which line. */
  private record Answer(List<List<Object>> rows, List<Long> bad, long stop) {}

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void generatedPartsAreReadAlike(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 40; i++) {
      compare(Csv.bytes(Generated.part(random, 1 + random.nextInt(60))), "seed " + seed + "/" + i);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void mutatedPartsAreReadAlikeOrRefusedAlike(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 1000; i++) {
      byte[] part = Csv.bytes(Generated.part(random, 1 + random.nextInt(6)));
      for (int mutations = random.nextInt(4); mutations >= 0; mutations--) {
        part = mutated(part, random);
      }
      compare(withoutBareReturns(part), "seed " + seed + "/" + i);
    }
  }

  @Test
  void transactionsAreReadAlike() {
    byte[] part = Csv.bytes(Transactions.HEADER + Transactions.rows(5000, new Random(3)));
    CsvScan scan = CsvScan.of(CsvBenchmark.FOUR);
    Outcome ours = Outcome.of(Csv.whole(part, scan));
    assertThat(ours.rows()).hasSize(5000).isEqualTo(oracle(part, CsvBenchmark.FOUR).rows());
  }

  private static void compare(byte[] part, String name) {
    Answer oracle = oracle(part, Csv.ORDERS);
    CsvScan scan = CsvScan.of(Csv.ORDERS);
    Outcome skipping = Outcome.skipping(Csv.whole(part, scan));
    if (oracle.stop == 0) {
      assertThat(skipping.problem()).as(name).isNull();
      assertThat(skipping.rows()).as(name).isEqualTo(oracle.rows);
      assertThat(skipping.skipped())
          .extracting(CsvProblem.BadRow::line)
          .as(name)
          .isEqualTo(oracle.bad);
    }
    long firstBad = oracle.bad.isEmpty() ? oracle.stop : oracle.bad.getFirst();
    assertThat(line(Outcome.of(Csv.whole(part, scan)).problem())).as(name).isEqualTo(firstBad);
  }

  private static long line(CsvProblem problem) {
    return switch (problem) {
      case null -> 0;
      case CsvProblem.BadRow bad -> bad.line();
      case CsvProblem.UnclosedQuote open -> open.row();
      default -> throw new AssertionError(problem.sentence());
    };
  }

  /** Changes, adds or removes a byte behind the header. */
  private static byte[] mutated(byte[] part, Random random) {
    int header = new String(part, StandardCharsets.ISO_8859_1).indexOf('\n') + 1;
    byte[] pool = Csv.bytes(BYTES);
    byte chosen = pool[random.nextInt(pool.length)];
    int at = header + random.nextInt(part.length - header + 1);
    byte[] grown = new byte[part.length + 1];
    System.arraycopy(part, 0, grown, 0, at);
    grown[at] = chosen;
    System.arraycopy(part, at, grown, at + 1, part.length - at);
    if (at == part.length || random.nextInt(3) == 0) {
      return grown;
    }
    int removed = random.nextBoolean() ? at : at + 1;
    System.arraycopy(grown, removed + 1, grown, removed, grown.length - removed - 1);
    return Arrays.copyOf(grown, part.length);
  }

  /** For FastCSV a carriage return alone ends a line, for us it is a character. */
  private static byte[] withoutBareReturns(byte[] part) {
    String text = new String(part, StandardCharsets.ISO_8859_1);
    return text.replaceAll("\r(?!\n)", "r").getBytes(StandardCharsets.ISO_8859_1);
  }

  private static Answer oracle(byte[] part, CsvLayout layout) {
    int mark = part[0] == (byte) 0xef ? 3 : 0;
    var bytes = new ByteArrayInputStream(part, mark, part.length - mark);
    Answer answer = new Answer(new ArrayList<>(), new ArrayList<>(), 0);
    List<String> header = new ArrayList<>();
    try (var reader =
        de.siegmar.fastcsv.reader.CsvReader.builder()
            .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
            .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
            .allowUnclosedQuote(false)
            .ofCsvRecord(bytes, StandardCharsets.ISO_8859_1)) {
      for (CsvRecord row : reader) {
        if (header.isEmpty()) {
          row.getFields().forEach(name -> header.add(name.strip()));
        } else {
          judge(row, header, layout, answer);
        }
      }
      return answer;
    } catch (CsvParseException e) {
      long line = Long.parseLong(e.getMessage().replaceAll(".*starting at line (\\d+).*", "$1"));
      return new Answer(answer.rows, answer.bad, line);
    } catch (java.io.IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void judge(CsvRecord row, List<String> header, CsvLayout layout, Answer answer) {
    try {
      if (row.getFieldCount() != header.size()) {
        throw new NumberFormatException("fields");
      }
      List<Object> values = new ArrayList<>();
      for (CsvLayout.Field field : layout.fields()) {
        values.add(value(field.type(), row.getField(header.indexOf(field.name()))));
      }
      answer.rows.add(values);
    } catch (ArithmeticException
        | DateTimeException
        | NumberFormatException
        | CharacterCodingException e) {
      answer.bad.add(row.getStartingLineNumber());
    }
  }

  private static Object value(ColumnType type, String field) throws CharacterCodingException {
    String text = field.replaceAll("^[ \t]+|[ \t]+$", "");
    if (type instanceof ColumnType.Text ? field.isEmpty() : text.isEmpty()) {
      return null;
    }
    return switch (type) {
      case ColumnType.Whole() -> number(text, 0);
      case ColumnType.Decimal(int scale) -> number(text, scale);
      case ColumnType.Date() -> {
        LocalDateTime time = time(text);
        if (!time.toLocalTime().equals(LocalTime.MIDNIGHT)) {
          throw new DateTimeException("not midnight");
        }
        yield time.toLocalDate().toEpochDay();
      }
      case ColumnType.Timestamp() -> time(text).toEpochSecond(ZoneOffset.UTC);
      case ColumnType.Text() -> utf8(field.getBytes(StandardCharsets.ISO_8859_1));
    };
  }

  private static String utf8(byte[] bytes) throws CharacterCodingException {
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
  }

  private static long number(String text, int scale) {
    if (!text.matches("[-+0-9.eE]+")) {
      throw new NumberFormatException(text);
    }
    return new BigDecimal(text)
        .setScale(scale, RoundingMode.UNNECESSARY)
        .unscaledValue()
        .longValueExact();
  }

  private static LocalDateTime time(String text) {
    if (!text.matches("[0-9]{4}-[^ T]{5}([ T][0-9:]{5}([0-9:]{3}([.,]0+)?)?)?")) {
      throw new DateTimeException(text);
    }
    LocalDate day = LocalDate.parse(text.substring(0, 10));
    return text.length() == 10
        ? day.atStartOfDay()
        : day.atTime(LocalTime.parse(text.substring(11, Math.min(19, text.length()))));
  }
}
