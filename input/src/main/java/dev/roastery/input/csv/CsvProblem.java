package dev.roastery.input.csv;

import dev.roastery.common.query.language.Zone;
import dev.roastery.input.csv.column.CsvScan;
import java.util.List;

/** Why a part, or a row of it, cannot be read: facts for programs, a sentence for people. */
public sealed interface CsvProblem {

  String part();

  /** What is wrong, where, and what to do. */
  String sentence();

  /**
   * A row that does not fit the header, or has a value that its column cannot take. {@code column}
   * is empty when it is the row as a whole. {@code text} (the value) and {@code row} are cut and
   * escaped.
   */
  record BadRow(String part, long line, String column, String reason, String text, String row)
      implements CsvProblem {
    @Override
    public String sentence() {
      String where = part + ", line " + line;
      return column.isEmpty()
          ? where + ": " + reason
          : where + ", column " + column + ": \"" + text + "\" " + reason;
    }
  }

  /** A value that contradicts the type that was inferred for its column. */
  record Contradiction(BadRow row) implements CsvProblem {
    @Override
    public String part() {
      return row.part();
    }

    @Override
    public String sentence() {
      return row.sentence();
    }
  }

  /** Wanted columns that the header does not have. */
  record MissingColumns(String part, List<String> missing, List<String> there, String guess)
      implements CsvProblem {
    @Override
    public String sentence() {
      return part
          + ": the header has no column "
          + String.join(", ", missing)
          + guess
          + "; it has "
          + String.join(", ", there);
    }
  }

  /** Lines whose fields are not described, and that have ever new ones. */
  record TooManyFields(String part, int most) implements CsvProblem {
    @Override
    public String sentence() {
      return "%s: its lines have more than %,d different fields; name those that are columns in a tables document, or leave the file out"
          .formatted(part, most);
    }
  }

  /** A part whose first line is a row, perhaps, or that is of another table. */
  record OtherHeader(String part, String names, String first, String firstNames)
      implements CsvProblem {
    @Override
    public String sentence() {
      return "%s: its first line (%s) names no column of %s (%s): begin it with the header of the other files, or keep it elsewhere"
          .formatted(part, names, first, firstNames);
    }
  }

  /** A wanted column that the header has twice. */
  record DuplicateColumn(String part, String column) implements CsvProblem {
    @Override
    public String sentence() {
      return part + ": the header has column " + column + " twice; rename or remove one of them";
    }
  }

  /** Bytes that are something else. */
  record NotCsv(String part, String reason) implements CsvProblem {
    @Override
    public String sentence() {
      return part + " is not a CSV file: " + reason;
    }
  }

  /** A row beyond the limit; {@code quoteLine} is where its unclosed quoted field begins, or 0. */
  record RowTooLong(String part, long line, int limitBytes, long quoteLine) implements CsvProblem {
    @Override
    public String sentence() {
      String why =
          quoteLine == 0
              ? "; is a line break missing?"
              : ": the quoted field that begins on line " + quoteLine + " does not end";
      return part + ", line " + line + ": the row is longer than " + limitBytes + " bytes" + why;
    }
  }

  /** The part ends inside of a quoted field. */
  record UnclosedQuote(String part, long row, long line) implements CsvProblem {
    @Override
    public String sentence() {
      return part
          + ", line "
          + line
          + ": the quoted field that begins here never ends"
          + (row == line ? "" : " (its row begins on line " + row + ")");
    }
  }

  /** A part that is not in the encoding that its table says. */
  record WrongEncoding(String part, String reason) implements CsvProblem {
    @Override
    public String sentence() {
      return part + " is in another encoding than its table says: " + reason;
    }
  }

  /** A job that was made with other rules for a time zone than those here. */
  record OtherZoneRules(String part, Zone zone) implements CsvProblem {
    @Override
    public String sentence() {
      return part
          + " cannot be read here: the rules of time zone "
          + zone.id()
          + " are others than those with which the job was made; run all processes with the same"
          + " release of Java, or submit the job again";
    }

    /** Throws a {@link CsvException} if this process would convert timestamps differently. */
    static void check(String part, CsvScan scan) {
      Zone zone = scan.layout().dialect().zone();
      if (zone != null && !zone.isKnownHere()) {
        throw new CsvException(new OtherZoneRules(part, zone));
      }
    }
  }

  /** A compressed part that does not unpack. */
  record BrokenCompression(String part, String reason) implements CsvProblem {
    @Override
    public String sentence() {
      return part + " cannot be decompressed: " + reason + "; compress or send it again";
    }
  }
}
