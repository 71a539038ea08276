package dev.roastery.common.query.language;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.message.MessageCodec;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.message.rows.RowsCodec;
import dev.roastery.common.query.document.JsonWriter;
import dev.roastery.common.query.document.Parsed;
import dev.roastery.common.query.language.ColumnForm.Fractions;
import dev.roastery.common.query.language.ColumnForm.Rounding;
import dev.roastery.common.query.plan.Documents;
import dev.roastery.testkit.rows.Columns;
import dev.roastery.testkit.rows.RowsBuilder;
import java.util.List;
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
        "{'t':{'columns':{'a':'text'},'delimiter':'.'}} | unknown word \".\"; did you mean",
        "{'t':{'columns':{'a':'text'},'header':'no'}} | expected true or false, found a text",
        "{'t':{'columns':{'a':'text'},'quote':'x'}} | unknown word \"x\"",
        "{'t':{'columns':{'a':'text'},'encoding':'latin1'}} | did you mean \"latin-1\"?",
        "{'t':{'columns':{'a':'text'},'decimal':';'}} | unknown word \";\"",
        "{'t':{'columns':{'a':'text'},'decimal':',','thousands':','}} | cannot have the same"
            + " separator",
        "{'t':{'columns':{'a':'text'},'nulls':['NA','']}} | an empty field has no value already",
        "{'t':{'columns':{'a':'text'},'nulls':'NA'}} | expected a list, found a text",
        "{'t':{'columns':{'a':'text'},'zone':'Europe/Berln'}} | did you mean \"Europe/Berlin\"?",
        "{'t':{'columns':{'a':'text'},'delimeter':';'}} | did you mean \"delimiter\"?",
        "{'t':{'columns':{'a':{'format':'x'}}}} | the field \"type\" is missing",
        "{'t':{'columns':{'a':{'type':'date','form':'x'}}}} | did you mean \"format\"?",
        "{'t':{'columns':{'a':{'type':'date','format':'dd/MM/yy'}}}} | does not say its century",
        "{'t':{'columns':{'a':{'type':'date','format':'DD/MM/yyyy'}}}} | \"DD\" means nothing here",
        "{'t':{'columns':{'a':{'type':'date','format':'dMyyyy'}}}} | does not say where d ends",
        "{'t':{'columns':{'a':{'type':'date','format':'MM/yyyy'}}}} | it needs one day",
        "{'t':{'columns':{'a':{'type':'date','format':'dd.MM.yyyy HH:mm'}}}} | a date has no time",
        "{'t':{'columns':{'a':{'type':'timestamp','format':'dd.MM.yyyy hh:mm'}}}} | needs AM or PM",
        "{'t':{'columns':{'a':{'type':'timestamp','format':'dd.MM.yyyy HH'}}}} | its minute (mm)",
        "{'t':{'columns':{'a':{'type':'timestamp','format':'epoch'}}}} | or \"epoch seconds\"",
        "{'t':{'columns':{'a':{'type':'text','format':'dd.MM.yyyy'}}}} | only dates, timestamps"
            + " and",
        "{'t':{'columns':{'a':{'type':'whole','format':'yes'}}}} | are written yes/no",
        "{'t':{'columns':{'a':{'type':'text','fractions':'cut'}}}} | only columns of timestamps",
        "{'t':{'columns':{'a':{'type':'decimal(2)','fractions':'cut'}}}} | only columns of"
            + " timestamps",
        "{'t':{'columns':{'a':{'type':'whole','rounding':'half-even'}}}} | only columns of"
            + " decimals",
        "{'t':{'columns':{'a':{'type':'decimal(2)','rounding':'up'}}}} | unknown word \"up\"",
      })
  void aWrongTableIsExplained(String tables, String explanation) {
    Parsed<Tables> parsed = read("{\"tables\":" + tables.replace('\'', '"') + "}");
    assertThat(Documents.problems(parsed)).hasSize(1);
    assertThat(Documents.problems(parsed).getFirst()).contains(explanation);
  }

  @Test
  void aTableSaysHowItsFilesAreWritten() {
    Tables tables =
        read("""
        { "tables": { "t": {
            "columns": { "sold": { "type": "date", "format": "dd/MM/yyyy" },
                         "at": { "type": "timestamp", "format": "epoch seconds",
                                 "fractions": "cut" },
                         "price": { "type": "decimal(2)", "rounding": "half-even" },
                         "paid": { "type": "whole", "format": "yes/no" },
                         "name": { "type": "text" } },
            "delimiter": ";", "header": false, "quote": "'", "encoding": "latin-1",
            "decimal": ",", "thousands": ".", "nulls": ["NULL", "\\\\N"],
            "zone": "Europe/Berlin" } } }
        """)
            .orThrow();
    TableSpec table = tables.table("t");
    assertThat(table.dialect())
        .isEqualTo(
            new Dialect(
                ';',
                Dialect.Header.NONE,
                Dialect.Quote.SINGLE,
                Dialect.Encoding.LATIN_1,
                ',',
                ".",
                List.of("NULL", "\\N"),
                Zone.of("Europe/Berlin")));
    assertThat(table.columns())
        .extracting(ColumnSpec::form)
        .containsExactly(
            ColumnForm.of("dd/MM/yyyy"),
            new ColumnForm("epoch seconds", Fractions.CUT, Rounding.REFUSE),
            new ColumnForm("", Fractions.REFUSE, Rounding.HALF_EVEN),
            ColumnForm.of("yes/no"),
            ColumnForm.STANDARD);
    assertThat(read("{\"tables\":" + JsonWriter.write(TablesWriter.tables(tables)) + "}").orThrow())
        .isEqualTo(tables);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {"tab ~ '\t'", "\\t ~ '\t'", "| ~ |", "; ~ ;", ", ~ ,"})
  void aDelimiterIsOneOfFour(String written, String delimiter) {
    String table = "{'columns':{'a':'text'},'delimiter':'" + written + "'}";
    assertThat(
            read(("{'tables':{'t':" + table + "}}").replace('\'', '"'))
                .orThrow()
                .table("t")
                .dialect()
                .delimiter())
        .isEqualTo(delimiter.charAt(0));
  }

  @Test
  void theFingerprintOfAZoneIsThatOfItsRules() {
    assertThat(Zone.of("Europe/Berlin").fingerprint())
        .isNotEqualTo(Zone.of("Europe/London").fingerprint())
        .hasSize(16);
    assertThat(Zone.of("UTC").fingerprint()).isEqualTo(Zone.of("Etc/UTC").fingerprint());
    assertThat(new Zone("UTC", "0000000000000000").isKnownHere()).isFalse();
    assertThat(Zone.of("America/New_York").isKnownHere()).isTrue();
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
