package dev.roastery.gateway.collect;

import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.value.ByteText;
import dev.roastery.common.query.value.CanonicalCsv;
import dev.roastery.common.storage.Sha256;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.HexFormat;

/** Writes one result as canonical CSV, piece by piece, and digests it on the way. */
public final class ResultWriter {

  private static final int PIECE_BYTES = 1 << 16;

  private final ResultSink.Result result;
  private final MessageDigest digest = Sha256.start();
  private final ByteText text = new ByteText();
  private final CanonicalCsv csv;
  private long rowCount;
  private long byteCount;

  public ResultWriter(BoundQuery query, ResultSink.Result result) {
    this.result = result;
    this.csv = new CanonicalCsv(query.output(), text);
    csv.header();
  }

  /** Writes rows that have the query's output columns, in the order of {@code numbers}. */
  public void rows(Rows rows, int[] numbers) {
    for (int number : numbers) {
      csv.row(rows, number);
      if (text.size() >= PIECE_BYTES) {
        flush();
      }
    }
    rowCount += numbers.length;
  }

  public ResultDigest finish() {
    flush();
    String hex = HexFormat.of().formatHex(digest.digest());
    ResultDigest digested = new ResultDigest(hex, rowCount, byteCount);
    result.stored(digested);
    return digested;
  }

  /** The rest does not come. */
  public void abandon() {
    result.abandon();
  }

  private void flush() {
    ByteBuffer piece = text.buffer();
    byteCount += piece.remaining();
    digest.update(piece.duplicate());
    result.append(piece);
    text.clear();
  }
}
