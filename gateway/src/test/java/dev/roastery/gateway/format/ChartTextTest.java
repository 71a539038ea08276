package dev.roastery.gateway.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is drawn of a result follows from its types. */
class ChartTextTest {

  @Test
  void wordsAndANumberAreBars() throws IOException {
    assertThat(
            chart(
                "city,paid\nLima,1250.00\nQuito,312.50\n\"\",0.01\nBonn,\nRome,-625.00\n",
                column("city", "text"),
                column("paid", "decimal")))
        .isEqualTo(
            """
            q (5 rows)
            paid
              Lima   1,250.00            ████████████████████▋
              Quito    312.50            █████▏
                         0.01            ▏
              Bonn          -
              Rome    -625.00  ██████████
            """);
  }

  @Test
  void eachNumberHasItsOwnBarsAndIsNamedByAllOtherColumns() throws IOException {
    assertThat(
            chart(
                "month,city,n,paid\n2024-01,Lima,2,1\n2024-01,Quito,1,2\n",
                column("month", "month"),
                column("city", "text"),
                column("n", "whole"),
                column("paid", "whole")))
        .contains("\nn\n  2024-01  Lima   2  █", "\npaid\n  2024-01  Lima   1  █")
        .contains("  2024-01  Quito  1  ");
  }

  @Test
  void manyTimesAreALine() throws IOException {
    StringBuilder csv = new StringBuilder("month,n\n");
    for (int month = 1; month <= 24; month++) {
      csv.append("20%02d-%02d,%d\n".formatted(22 + (month - 1) / 12, (month - 1) % 12 + 1, month));
    }

    String chart = chart(csv.toString(), column("month", "month"), column("n", "whole"));

    List<String> lines = chart.lines().toList();
    assertThat(lines).hasSize(14);
    assertThat(lines.get(2)).startsWith("  24 ┤").endsWith("•");
    assertThat(lines.get(11)).startsWith("   0 ┤•").doesNotContain("│");
    assertThat(lines.get(13)).contains("2022-01").endsWith("2023-12");
    List<Integer> places = new ArrayList<>();
    lines.subList(2, 12).forEach(line -> places.add(line.indexOf('•')));
    assertThat(places).as("it rises").isSortedAccordingTo((a, b) -> Integer.compare(b, a));
  }

  @Test
  void aFewTimesAreBars() throws IOException {
    assertThat(
            chart(
                "month,n\n2024-01,1\n2024-02,2\n", column("month", "month"), column("n", "whole")))
        .contains("  2024-01  1  ███");
  }

  @Test
  void noChartIsWiderThanItsTerminal() throws IOException {
    StringBuilder days = new StringBuilder("day,n\n");
    IntStream.range(0, 900)
        .forEach(day -> days.append("d").append(day).append(",-").append(day).append("\n"));
    for (String type : List.of("date", "text")) {
      String chart = chart(days.toString(), column("day", type), column("n", "whole"));
      assertThat(chart.lines()).allMatch(line -> line.length() <= WIDTH || line.startsWith("…"));
    }
  }

  @Test
  void whatIsNotDrawnIsSaid() throws IOException {
    StringBuilder rows = new StringBuilder("name,n\n");
    IntStream.range(0, 100).forEach(row -> rows.append("r").append(row).append(",1\n"));
    assertThat(chart(rows.toString(), column("name", "text"), column("n", "whole")))
        .endsWith("… and 60 more rows: the way\n");
    assertThat(chart("name\na\n", column("name", "text"))).contains("no column is a number");
    assertThat(chart("n\n", column("n", "whole"))).contains("no rows to draw");
  }

  private static final int WIDTH = 50;

  private static ResultHead.Column column(String name, String type) {
    return new ResultHead.Column(name, type, ResultHead.NO_SCALE);
  }

  private static String chart(String csv, ResultHead.Column... columns) throws IOException {
    ResultHead head = new ResultHead("q", "", csv.lines().count() - 1, List.of(columns));
    StringWriter out = new StringWriter();
    ResultFormat.CHART
        .text(Stream.ONE_RESULT, "the way", WIDTH)
        .write(head, new BufferedReader(new StringReader(csv)), out);
    return out.toString();
  }
}
