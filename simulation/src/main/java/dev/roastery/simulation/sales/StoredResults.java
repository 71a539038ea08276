package dev.roastery.simulation.sales;

import dev.roastery.common.wire.JobId;
import dev.roastery.gateway.collect.ResultDigest;
import dev.roastery.gateway.collect.ResultSink;
import dev.roastery.simulation.effect.Effect;
import dev.roastery.simulation.effect.Incarnation;
import dev.roastery.simulation.scenario.ExpectedResults;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/** One node's access to the store of results; it may crash right before or after storing one. */
record StoredResults(Incarnation life, ExpectedResults results) implements ResultSink {

  @Override
  public Result open(JobId job, String query) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    return new Result() {
      @Override
      public void append(ByteBuffer csv) {
        byte[] piece = new byte[csv.remaining()];
        csv.get(piece);
        bytes.writeBytes(piece);
      }

      @Override
      public void stored(ResultDigest digest) {
        life.before(Effect.STORE_RESULT, query, bytes.size());
        results.put(job, query, bytes.toByteArray());
        life.after(Effect.STORE_RESULT, query, bytes.size());
      }
    };
  }
}
