package dev.roastery.embedded;

import dev.roastery.input.Dataset.Part;
import dev.roastery.input.csv.CsvBatch;
import dev.roastery.input.csv.CsvException;
import dev.roastery.input.csv.CsvProblem;
import dev.roastery.input.csv.column.CsvScan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the parts of a table by as many threads as call {@link #read}: all of them work on one
 * part, window by window, and move on to the next part when its last window is taken. So a table of
 * a thousand small files is read as fast as one large file.
 */
public final class TableReader {

  private final List<PartReader> parts = new ArrayList<>();
  private final Receiver receiver;

  /** Where batches go, by the number of their part; called by several threads at once. */
  public interface Receiver {

    void batch(int part, CsvBatch batch);

    /** Whether that part is still worth reading. */
    boolean wants(int part);

    /** That part cannot be read, and the thread that says so reads no further. */
    void refused(int part, CsvException why);

    /** Receives a row that cannot be read; throwing the problem refuses its part. */
    void badRow(CsvProblem.BadRow row);

    /** The same of a row with a value that contradicts the strict type of its column. */
    void contradiction(CsvProblem.BadRow row);

    /** So many bytes of the input more are done. */
    void progress(long bytes);
  }

  public TableReader(List<Part> parts, CsvScan scan, Receiver receiver) {
    this.receiver = receiver;
    for (int number = 0; number < parts.size(); number++) {
      this.parts.add(new PartReader(number, parts.get(number), scan, receiver));
    }
  }

  /** Takes part in the reading until nothing is left to take. */
  public void read() throws IOException, InterruptedException {
    for (int number = 0; number < parts.size() && receiver.wants(number); number++) {
      try {
        parts.get(number).read();
      } catch (CsvException refused) {
        receiver.refused(number, refused);
      }
    }
  }

  /** How many batches each part was; to be asked when all threads have read. */
  long[] batches() {
    return parts.stream().mapToLong(PartReader::batches).toArray();
  }
}
