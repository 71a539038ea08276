package dev.roastery.common.partition;

import dev.roastery.common.wire.BatchId;
import dev.roastery.common.wire.JobId;
import dev.roastery.common.wire.Message;
import dev.roastery.common.wire.Message.Abort;
import dev.roastery.common.wire.Message.Batch;
import dev.roastery.common.wire.Message.Close;
import dev.roastery.common.wire.Message.End;
import dev.roastery.common.wire.Message.Job;
import dev.roastery.common.wire.MessageCodec;
import dev.roastery.common.wire.WireException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Messages for tests, in few words. */
final class Samples {

  static final JobId JOB = job(1);
  static final String GATEWAY = "roastery.gateway";
  static final PartitionName NAME = new PartitionName("tally", 0);

  private Samples() {}

  /** Ids grow with the number, as those of jobs do with time. */
  static JobId job(int number) {
    return new JobId(new UUID(number, 0), 1);
  }

  static JobId attempt(JobId job, int attempt) {
    return new JobId(job.id(), attempt);
  }

  static Message begin(JobId job, String plan) {
    return new Job(job, plan);
  }

  static Message batch(JobId job, String stream, int seq, String rows) {
    return batch(job, stream, 0, seq, rows);
  }

  static Message batch(JobId job, String stream, int sender, int seq, String rows) {
    return new Batch(new BatchId(job, stream, sender, seq), rows.getBytes(StandardCharsets.UTF_8));
  }

  static Message end(JobId job, String stream, int batches) {
    return new End(job, stream, 0, 1, batches);
  }

  static Message abort(JobId job) {
    return new Abort(job, "cancelled");
  }

  static Message close(JobId job) {
    return new Close(job);
  }

  /** A message as a line of text: {@code roastery.next-0 main/0/0 sales=7}. */
  static String text(Outbound outbound) {
    return outbound.queue() + " " + text(outbound.message());
  }

  static String text(Message message) {
    return switch (message) {
      case Batch(BatchId id, byte[] rows) ->
          id.stream() + "/" + id.sender() + "/" + id.seq() + " " + utf8(rows);
      case End end -> end.stream() + "/" + end.sender() + " END " + end.batches();
      case Message.Fail fail -> "FAIL " + fail.reason();
      case Message.Gone gone -> "GONE " + gone.partition();
      case Job _, Close _, Abort _ -> MessageCodec.typeOf(message);
    };
  }

  /** What a body is, also when it is no message. */
  static String text(byte[] body) {
    try {
      return text(MessageCodec.decode(body));
    } catch (WireException _) {
      return utf8(body);
    }
  }

  static Message decoded(byte[] body) {
    try {
      return MessageCodec.decode(body);
    } catch (WireException e) {
      throw new AssertionError(e);
    }
  }

  private static String utf8(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
