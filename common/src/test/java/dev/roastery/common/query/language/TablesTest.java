package dev.roastery.common.query.language;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.message.MessageCodec;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.message.rows.RowsCodec;
import dev.roastery.common.query.document.Parsed;
import dev.roastery.common.query.plan.Documents;
import dev.roastery.testkit.rows.Columns;
import dev.roastery.testkit.rows.RowsBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TablesTest {

  @Test
  void columnsKeepTheirOrderAndTypes() {
    TableSpec table =
        read("""
        { "tables": { "t": { "columns": { "z": "decimal(18)", "a b": "decimal(0)",
                                          "w": "whole", "d": "date", "s": "timestamp",
                                          "x": "text" },
                             "key": "w" } } }
        """)
            .orThrow()
            .table("t");
    assertThat(table.columnNames()).containsExactly("z", "a b", "w", "d", "s", "x");
    assertThat(table.columns())
        .extracting(ColumnSpec::type)
        .containsExactly(
            new ColumnType.Decimal(18),
            new ColumnType.Decimal(0),
            new ColumnType.Whole(),
            new ColumnType.Date(),
            new ColumnType.Timestamp(),
            new ColumnType.Text());
    assertThat(table.key()).isEqualTo("w");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'t':{'columns':{'a':'decimals(2)'}}} | unknown type \"decimals(2)\"; did you mean"
            + " \"decimal(2)\"?",
        "{'t':{'columns':{'a':'decimal(19)'}}} | (decimals: 0 to 18)",
        "{'t':{'columns':{'a':7}}} | expected a text, found a number",
        "{'t':{'columns':{'a':'text','a':'whole'}}} | \"a\" is given twice",
        "{'t':{'columns':{}}} | expected 1 to 1024 columns, found 0",
        "{} | expected 1 to 256 tables, found 0",
        "{'t':{'columns':{'abc':'text'},'key':'abd'}} | there is no column \"abd\"; did you mean"
            + " \"abc\"?",
        "{'t':{'colums':{'a':'text'},'columns':{'a':'text'}}} | did you mean \"columns\"?",
        "{'../t':{'columns':{'a':'text'}}} | a table's name is also its folder's",
        "{'t':{'columns':{'':'text'}}} | a name has 1 to 64 characters",
        "{'t':{'key':'a'}} | the field \"columns\" is missing",
        "[] | expected an object, found a list",
      })
  void aWrongTableIsExplained(String tables, String explanation) {
    Parsed<Tables> parsed = read("{\"tables\":" + tables.replace('\'', '"') + "}");
    assertThat(Documents.problems(parsed)).hasSize(1);
    assertThat(Documents.problems(parsed).getFirst()).contains(explanation);
  }

  @Test
  void aColumnsNameThatIsAcceptedCanTravelAndALongerOneIsRefused() {
    String longest = "\u20ac".repeat(MessageCodec.NAME_BYTES_MAX / 3);
    String tables = "{\"tables\":{\"t\":{\"columns\":{\"%s\":\"text\"}}}}";

    assertThat(read(tables.formatted(longest))).isInstanceOf(Parsed.Valid.class);
    assertThat(RowsCodec.encode(new RowsBuilder().with(longest, Columns.wholes(1)).build()))
        .hasSizeGreaterThan(longest.getBytes(UTF_8).length);
    assertThat(Documents.problems(read(tables.formatted(longest + "\u20ac"))))
        .singleElement()
        .asString()
        .contains("at most 160 bytes in UTF-8");
  }

  private static Parsed<Tables> read(String json) {
    return Tables.read("tables.json", json.getBytes(UTF_8));
  }
}
