package dev.roastery.input.infer;

import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.query.document.Expect;
import dev.roastery.common.query.language.Dialect;
import dev.roastery.common.query.language.Dialect.Header;
import dev.roastery.input.Dataset.Part;
import dev.roastery.input.csv.CsvBatch;
import dev.roastery.input.csv.CsvException;
import dev.roastery.input.csv.CsvHeader;
import dev.roastery.input.csv.CsvProblem.BadRow;
import dev.roastery.input.csv.CsvProblem.DuplicateColumn;
import dev.roastery.input.csv.CsvSink;
import dev.roastery.input.csv.StreamedPart;
import dev.roastery.input.csv.column.CsvLayout;
import dev.roastery.input.csv.column.CsvLayout.Field;
import dev.roastery.input.csv.column.CsvScan;
import dev.roastery.input.format.PartFormats;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * The first rows of a part.
 *
 * @param header all names of its columns
 * @param evidence of the columns that can be asked for
 * @param whole whether these rows are all of it, and none of them is bad
 */
public record PartHead(Part part, List<String> header, TableEvidence evidence, boolean whole) {

  public PartHead {
    header = List.copyOf(header);
  }

  /**
   * The names that a part has for its columns, if its first line or its first objects have them.
   */
  public static List<String> names(Part part, int bytesMax) throws IOException {
    HeadBytes head = HeadBytes.read(part, bytesMax);
    return head.isDelimited()
        ? names(head, Dialect.STANDARD.withDelimiter(head.delimiter()))
        : fields(head);
  }

  /** Whether its rows have places, and not names, for their fields. */
  public boolean isDelimited() {
    return PartFormats.isDelimited(part.name());
  }

  private static List<String> names(HeadBytes head, Dialect dialect) {
    CsvScan scan = scan(dialect, List.of(), List.of());
    CsvHeader header = CsvHeader.ofHead(head.part().name(), head.bytes(), head.whole(), scan);
    return header == null ? List.of() : header.names();
  }

  /** The names of fields in the lines of a part; an empty one for those that no column can have. */
  private static List<String> fields(HeadBytes head) {
    CsvScan scan = CsvScan.of(new CsvLayout(List.of(Field.STRANGERS)));
    Set<String> names = new TreeSet<>();
    for (Rows rows : rows(head, scan).rows()) {
      if (rows.columns().getFirst() instanceof Column.Texts listed) {
        names.addAll(Strangers.all(listed));
      }
    }
    TableEvidence.checkCount(head.part().name(), names.size());
    return List.copyOf(names);
  }

  /** Rows that are cut off, or cannot be read, are left out. */
  static PartHead of(HeadBytes head, Dialect dialect, List<String> places) {
    TableEvidence evidence =
        new TableEvidence(dialect, dialect.header() == Header.NAMES ? List.of() : places);
    return head.isDelimited()
        ? ofDelimited(head, dialect, places, evidence)
        : of(head, fields(head), evidence);
  }

  private static PartHead ofDelimited(
      HeadBytes head, Dialect dialect, List<String> places, TableEvidence evidence) {
    boolean named = dialect.header() == Header.NAMES;
    List<String> all = named ? names(head, dialect) : places;
    checkDuplicates(head.part(), all);
    evidence.addHeader(all.stream().filter(Expect::isName).toList());
    return of(head, all, evidence);
  }

  private static PartHead of(HeadBytes head, List<String> all, TableEvidence evidence) {
    Taken taken = rows(head, evidence.scan(all.stream().filter(Expect::isName).toList()));
    taken.rows().forEach(evidence::add);
    return new PartHead(head.part(), all, evidence, head.whole() && taken.bad().isEmpty());
  }

  /**
   * What the evidence of those columns of this part is found by. A part that does not name its
   * columns before its rows may have any, and others than are known so far.
   */
  public CsvScan scan(Set<String> columns, List<String> known) {
    if (isDelimited()) {
      return evidence.scan(header.stream().filter(columns::contains).toList());
    }
    CsvScan scan = evidence.scan(List.copyOf(columns));
    return scan.with(scan.layout().knowing(known).withStrangers());
  }

  /**
   * Whether the first line of a part is a row like the others: in some column whose other values
   * are numbers or times, it has one, too. Years that follow each other are names.
   */
  static Header header(HeadBytes head, Dialect dialect) {
    List<String> places = places(head.fields(dialect.delimiter()));
    Dialect nameless = dialect.withHeader(Header.NONE);
    List<Rows> all = rows(head, scan(nameless, places, places)).rows();
    List<Long> firsts = new ArrayList<>();
    for (int column = 0; !all.isEmpty() && column < places.size(); column++) {
      long first = shape(all.getFirst(), column, 0);
      ColumnEvidence others = new ColumnEvidence();
      for (int batch = 0; batch < all.size(); batch++) {
        for (int row = batch == 0 ? 1 : 0; row < all.get(batch).count(); row++) {
          others.add(shape(all.get(batch), column, row));
        }
      }
      if (others.wouldTake(first)) {
        firsts.add((long) column);
      }
    }
    return firsts.isEmpty() || areYears(head, dialect, firsts) ? Header.NAMES : Header.NONE;
  }

  private static boolean areYears(HeadBytes head, Dialect dialect, List<Long> columns) {
    List<String> names = names(head, dialect);
    List<String> years = columns.stream().map(column -> names.get(column.intValue())).toList();
    return years.size() > 1
        && years.stream().allMatch(year -> year.matches("[12]\\d{3}"))
        && IntStream.range(1, years.size())
            .map(i -> Integer.parseInt(years.get(i)) - Integer.parseInt(years.get(i - 1)))
            .allMatch(step -> step == 1 || step == -1);
  }

  /** What columns are called that have no names. */
  static List<String> places(int fields) {
    return IntStream.rangeClosed(1, fields).mapToObj(place -> "c" + place).toList();
  }

  private static long shape(Rows rows, int column, int row) {
    return rows.columns().get(column) instanceof Column.Longs longs ? longs.values()[row] : 0;
  }

  private static Taken rows(HeadBytes head, CsvScan scan) {
    Taken taken = new Taken(new ArrayList<>(), new ArrayList<>());
    String part = head.part().name();
    StreamedPart reader = PartFormats.of(part).reader(part, scan, taken);
    reader.accept(head.bytes(), 0, head.bytes().length);
    if (head.whole()) {
      reader.finish();
    } else {
      reader.stop();
    }
    return taken;
  }

  /** What the evidence of those columns is found by. */
  static CsvScan scan(Dialect dialect, List<String> places, List<String> columns) {
    return CsvScan.of(new CsvLayout(columns.stream().map(Field::shapes).toList(), dialect, places));
  }

  private static void checkDuplicates(Part part, List<String> names) {
    Set<String> seen = new HashSet<>();
    for (String name : names) {
      if (!seen.add(name) && !name.isEmpty()) {
        throw new CsvException(new DuplicateColumn(part.name(), name));
      }
    }
  }

  private record Taken(List<Rows> rows, List<BadRow> bad) implements CsvSink {
    @Override
    public void batch(CsvBatch batch) {
      if (batch.rows().count() > 0) {
        rows.add(batch.rows());
      }
    }

    @Override
    public void badRow(BadRow row) {
      bad.add(row); // what is to become of it is said where all rows are read
    }
  }
}
