package dev.roastery.gateway.collect;

import dev.roastery.common.message.JobId;
import java.nio.ByteBuffer;

/**
 * Where finished results go. After a crash the same result may come again, from its start and with
 * the same bytes: it takes the place of what was there, whole or in part (invariant 4).
 */
public interface ResultSink {

  /** Begins a result. */
  Result open(JobId job, String query);

  /** A result on its way. */
  interface Result {

    /** The next bytes of the CSV; the buffer is the caller's again when this returns. */
    void append(ByteBuffer csv);

    /** That was all. When this returns the result is safe: its batches will be forgotten. */
    void stored(ResultDigest digest);

    /** The rest does not come, at least not now. What is there is of no use. */
    void abandon();
  }
}
