package dev.roastery.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.message.JobId;
import dev.roastery.common.query.plan.JobPlan;
import dev.roastery.common.storage.Sha256;
import dev.roastery.input.Dataset;
import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * The id of a job that has no gateway to draw it: the same plan and the same files (by name, size
 * and version) are the same job, so a run that is started again continues it.
 */
final class RunId {

  private RunId() {}

  static JobId of(JobPlan plan, Dataset dataset, String reading) {
    StringBuilder text = new StringBuilder(plan.toJson()).append('\n').append(reading).append('\n');
    dataset
        .parts()
        .forEach((table, parts) ->
            parts.forEach(part ->
                text.append(table)
                    .append('\0')
                    .append(part.name())
                    .append('\0')
                    .append(part.bytes())
                    .append('\0')
                    .append(part.version())
                    .append('\n')));
    ByteBuffer hash = ByteBuffer.wrap(Sha256.of(text.toString().getBytes(UTF_8)));
    // Version 8 of RFC 9562: made by a rule of one's own.
    long high = (hash.getLong() & 0xffffffffffff0fffL) | 0x8000L;
    long low = (hash.getLong() & 0x3fffffffffffffffL) | 0x8000000000000000L;
    return new JobId(new UUID(high, low), 1);
  }
}
