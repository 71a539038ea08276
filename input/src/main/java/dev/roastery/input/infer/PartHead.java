package dev.roastery.input.infer;

import dev.roastery.common.query.document.Expect;
import dev.roastery.input.Dataset.Part;
import dev.roastery.input.csv.CsvBatch;
import dev.roastery.input.csv.CsvException;
import dev.roastery.input.csv.CsvHeader;
import dev.roastery.input.csv.CsvProblem;
import dev.roastery.input.csv.CsvProblem.DuplicateColumn;
import dev.roastery.input.csv.CsvReader;
import dev.roastery.input.csv.CsvSink;
import dev.roastery.input.csv.Packing;
import dev.roastery.input.csv.column.CsvLayout;
import dev.roastery.input.csv.column.CsvLayout.Field;
import dev.roastery.input.csv.column.CsvLimits;
import dev.roastery.input.csv.column.CsvScan;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The first bytes of a part.
 *
 * @param header all names of its header
 * @param evidence of the columns that can be asked for
 * @param whole whether these bytes are all of it
 */
public record PartHead(Part part, List<String> header, TableEvidence evidence, boolean whole) {

  public PartHead {
    header = List.copyOf(header);
  }

  /** Reads up to so many unpacked bytes. A row that is cut off, or cannot be read, is left out. */
  public static PartHead read(Part part, int bytesMax) throws IOException {
    try (InputStream in = Files.newInputStream(part.path())) {
      InputStream unpacked = Packing.unpack(part.name(), in);
      byte[] head = unpacked.readNBytes(bytesMax);
      boolean whole = head.length < bytesMax;
      CsvHeader header = CsvHeader.ofHead(part.name(), head, whole, CsvLimits.DEFAULT);
      while (header == null && !whole) {
        byte[] more = unpacked.readNBytes(head.length);
        whole = more.length < head.length;
        head = joined(head, more);
        header = CsvHeader.ofHead(part.name(), head, whole, CsvLimits.DEFAULT);
      }
      return of(part, head, header, whole);
    }
  }

  private static PartHead of(Part part, byte[] head, @Nullable CsvHeader header, boolean whole) {
    List<String> all = header == null ? List.of() : header.names();
    checkDuplicates(part, all);
    List<String> names = all.stream().filter(Expect::isName).toList();
    TableEvidence evidence = new TableEvidence(names);
    var reader = new CsvReader(part.name(), scan(names), new Looking(evidence));
    reader.accept(head, 0, head.length);
    if (whole) {
      reader.finish();
    } else {
      reader.stop();
    }
    return new PartHead(part, all, evidence, whole);
  }

  private static byte[] joined(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  /** What the evidence of those columns is found by. */
  public static CsvScan scan(List<String> columns) {
    return CsvScan.of(new CsvLayout(columns.stream().map(Field::shapes).toList()));
  }

  private static void checkDuplicates(Part part, List<String> names) {
    Set<String> seen = new HashSet<>();
    for (String name : names) {
      if (!seen.add(name) && !name.isEmpty()) {
        throw new CsvException(new DuplicateColumn(part.name(), name));
      }
    }
  }

  private record Looking(TableEvidence evidence) implements CsvSink {
    @Override
    public void batch(CsvBatch batch) {
      evidence.add(batch.rows());
    }

    @Override
    public void badRow(CsvProblem.BadRow row) {
      // Whoever reads all rows says what is to become of it.
    }
  }
}
