package dev.roastery.gateway.format;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.Writer;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each format of the same result. */
class ResultTextTest {

  private static final String CSV =
      """
      name,amount,n,month
      A,-0.05,9223372036854775807,2024-01
      "a,b|_c_ *d*",12345678901234567.10,-1,2024-02
      "",,,
      "say ""hi""
      \\ there",2.50,0,2024-12
      """;

  private static final ResultHead HEAD =
      new ResultHead(
          "totals",
          "5ha",
          4,
          List.of(
              new ResultHead.Column("name", "text", ResultHead.NO_SCALE),
              new ResultHead.Column("amount", "decimal", 2),
              new ResultHead.Column("n", "whole", ResultHead.NO_SCALE),
              new ResultHead.Column("month", "month", ResultHead.NO_SCALE)));

  @Test
  void csvIsTheStoredBytes() throws IOException {
    assertThat(one(ResultFormat.CSV)).isEqualTo(CSV);
    assertThat(two(ResultFormat.CSV)).isEqualTo("# totals\n" + CSV + "# totals\n" + CSV);
  }

  private static final String ROWS =
      """
      {"name":"A","amount":-0.05,"n":9223372036854775807,"month":"2024-01"}
      {"name":"a,b|_c_ *d*","amount":12345678901234567.10,"n":-1,"month":"2024-02"}
      {"name":"","amount":null,"n":null,"month":null}
      {"name":"say \\"hi\\"\\n\\\\ there","amount":2.50,"n":0,"month":"2024-12"}
      """;

  @Test
  void ndjsonHasARowPerLineWithNumbersAsDigits() throws IOException {
    assertThat(one(ResultFormat.NDJSON)).isEqualTo(ROWS);
    assertThat(two(ResultFormat.NDJSON).lines())
        .hasSize(8)
        .allMatch(line -> line.startsWith("{\"query\":\"totals\",\"row\":{\"name\":"));
  }

  private static final String COLUMNS =
      "\"columns\":[{\"name\":\"name\",\"type\":\"text\"},"
          + "{\"name\":\"amount\",\"type\":\"decimal\",\"scale\":2},"
          + "{\"name\":\"n\",\"type\":\"whole\"},{\"name\":\"month\",\"type\":\"month\"}]";

  @Test
  void jsonIsOneDocument() throws IOException {
    String result =
        "{\"query\":\"totals\",\"sha256\":\"5ha\","
            + COLUMNS
            + ",\"rows\":[\n"
            + ROWS.strip().replace("}\n", "},\n")
            + "]}";
    assertThat(one(ResultFormat.JSON))
        .isEqualTo("{\"version\":1,\"results\":[\n" + result + "\n]}\n");
    assertThat(two(ResultFormat.JSON))
        .isEqualTo("{\"version\":1,\"results\":[\n" + result + ",\n" + result + "\n]}\n");
    assertThat(alone(ResultFormat.JSON.text(Stream.ONE_RESULT, ""))).isEqualTo(result);
  }

  /** With a double, both would be changed. */
  @Test
  void numbersOfJsonAreExact() throws IOException {
    JsonNode rows =
        new ObjectMapper()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .readTree(one(ResultFormat.JSON))
            .at("/results/0/rows");
    assertThat(rows.at("/0/n").bigIntegerValue()).isEqualTo("9223372036854775807");
    assertThat(rows.at("/1/amount").decimalValue())
        .isEqualTo(new BigDecimal("12345678901234567.1"));
  }

  @Test
  void aNumberThatIsNoneIsAStringInJson() throws IOException {
    ResultHead head = new ResultHead("q", "", 6, List.of(new ResultHead.Column("n", "decimal", 2)));
    String csv = "n\n1}\n-\n1.\n.5\n1.2.3\n\"1,2\"\n";
    StringWriter out = new StringWriter();
    ResultFormat.NDJSON.text(Stream.ONE_RESULT, "").write(head, reader(csv), out);

    assertThat(out.toString().lines()).hasSize(6).allMatch(line -> line.endsWith("\"}"));
  }

  @Test
  void aTruthIsTrueOrFalseInJson() throws IOException {
    ResultHead head = new ResultHead("q", "", 3, List.of(new ResultHead.Column("n", "truth", -1)));
    StringWriter out = new StringWriter();
    String csv = "n\ntrue\nfalse\nmaybe\n";
    ResultFormat.NDJSON.text(Stream.ONE_RESULT, "").write(head, reader(csv), out);

    assertThat(out.toString()).isEqualTo("{\"n\":true}\n{\"n\":false}\n{\"n\":\"maybe\"}\n");
  }

  @Test
  void jsonOfStringsHasNoNumbers() throws IOException {
    assertThat(alone(new JsonStringsText()))
        .isEqualTo(
            "{\"query\":\"totals\","
                + COLUMNS
                + ",\"rows\":[[\"A\",\"-0.05\",\"9223372036854775807\",\"2024-01\"],"
                + "[\"a,b|_c_ *d*\",\"12345678901234567.10\",\"-1\",\"2024-02\"],"
                + "[\"\",null,null,null],"
                + "[\"say \\\"hi\\\"\\n\\\\ there\",\"2.50\",\"0\",\"2024-12\"]]}");
  }

  @Test
  void markdownAlignsNumbersRightAndMarksNothingUp() throws IOException {
    String table =
        """
        | name | amount | n | month |
        | --- | ---: | ---: | --- |
        | A | -0.05 | 9223372036854775807 | 2024-01 |
        | a,b\\|\\_c\\_ \\*d\\* | 12345678901234567.10 | -1 | 2024-02 |
        | | | | |
        | say "hi"<br>\\\\ there | 2.50 | 0 | 2024-12 |
        """;
    assertThat(one(ResultFormat.MARKDOWN)).isEqualTo(table);
    assertThat(two(ResultFormat.MARKDOWN))
        .isEqualTo("### totals\n\n" + table + "\n### totals\n\n" + table);
  }

  @Test
  void aTableAlignsNumbersRight() throws IOException {
    assertThat(one(ResultFormat.TABLE))
        .isEqualTo(
            """
            totals (4 rows)
              name                            amount                    n  month
              ────────────────  ────────────────────  ───────────────────  ───────
              A                                -0.05  9223372036854775807  2024-01
              a,b|_c_ *d*       12345678901234567.10                   -1  2024-02

              say "hi"␣\\ there                  2.50                    0  2024-12
            """);
  }

  private static final int ROWS_MANY = 300_000;

  /** Neither the rows nor the text are held: a result may be larger than the memory. */
  @ParameterizedTest
  @EnumSource(ResultFormat.class)
  void aLongResultIsWrittenRowByRow(ResultFormat format) throws IOException {
    class Growing extends Reader {
      int rows;
      long ahead;
      String rest = "n\n";

      @Override
      public int read(char[] into, int from, int length) {
        if (rest.isEmpty()) {
          if (rows == ROWS_MANY) {
            return -1;
          }
          rest = rows++ + "\n";
        }
        int taken = Math.min(length, rest.length());
        rest.getChars(0, taken, into, from);
        rest = rest.substring(taken);
        return taken;
      }

      @Override
      public void close() {}
    }
    Growing csv = new Growing();
    class Counting extends Writer {
      int lines;

      @Override
      public void write(char[] text, int from, int length) {
        for (int at = from; at < from + length; at++) {
          lines += text[at] == '\n' ? 1 : 0;
        }
        csv.ahead = Math.max(csv.ahead, csv.rows - lines);
      }

      @Override
      public void flush() {}

      @Override
      public void close() {}
    }
    Counting out = new Counting();
    ResultHead head =
        new ResultHead("q", "", ROWS_MANY, List.of(new ResultHead.Column("n", "whole", -1)));
    format.text(Stream.ONE_RESULT, "").write(head, new BufferedReader(csv), out);

    if (format.isForTerminal()) {
      assertThat(csv.rows).isLessThan(10_000);
    } else {
      assertThat(out.lines).isGreaterThanOrEqualTo(ROWS_MANY - 1);
      assertThat(csv.ahead).as("rows that were read and not yet written").isLessThan(10_000);
    }
  }

  private static String one(ResultFormat format) throws IOException {
    return stream(format, 1);
  }

  private static String two(ResultFormat format) throws IOException {
    return stream(format, 2);
  }

  private static String stream(ResultFormat format, int results) throws IOException {
    StringWriter out = new StringWriter();
    ResultText text = format.text(Stream.of(results), "…");
    text.begin(out);
    for (int result = 0; result < results; result++) {
      text.write(HEAD, reader(CSV), out);
    }
    text.end(out);
    return out.toString();
  }

  private static String alone(ResultText text) throws IOException {
    StringWriter out = new StringWriter();
    text.write(HEAD, reader(CSV), out);
    return out.toString();
  }

  private static Reader reader(String text) {
    return new StringReader(text);
  }
}
