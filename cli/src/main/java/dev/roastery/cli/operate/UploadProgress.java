package dev.roastery.cli.operate;

import dev.roastery.cli.client.PartFile;
import dev.roastery.cli.client.SentBytes;
import dev.roastery.cli.output.ProgressBoard;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Adds up what the threads of an upload tell, table by table. */
final class UploadProgress implements SentBytes {

  private final ProgressBoard board;
  private final Map<PartFile, Long> positions = new HashMap<>();
  private final Map<String, Long> sent = new HashMap<>();
  private final Map<String, Long> totals = new HashMap<>();
  private long sentInAll;
  private long totalInAll;

  UploadProgress(ProgressBoard board, List<PartFile> parts) {
    this.board = board;
    for (PartFile part : parts) {
      totals.merge(part.table(), part.bytes(), Long::sum);
      totalInAll += part.bytes();
    }
  }

  @Override
  public synchronized void at(PartFile part, long bytes) {
    Long before = positions.put(part, bytes);
    long more = bytes - (before == null ? 0 : before);
    sentInAll += more;
    long ofTable = sent.merge(part.table(), more, Long::sum);
    board.show(
        part.table(),
        percent(ofTable, totals.getOrDefault(part.table(), 0L)),
        percent(sentInAll, totalInAll));
  }

  private static int percent(long done, long total) {
    return total == 0 ? 100 : (int) (100 * done / total);
  }
}
