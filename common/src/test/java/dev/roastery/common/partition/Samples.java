package dev.roastery.common.partition;

import dev.roastery.common.message.BatchId;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message;
import dev.roastery.common.message.Message.Abort;
import dev.roastery.common.message.Message.Batch;
import dev.roastery.common.message.Message.Close;
import dev.roastery.common.message.Message.End;
import dev.roastery.common.message.Message.Job;
import dev.roastery.common.message.MessageCodec;
import dev.roastery.common.message.bytes.WireException;
import dev.roastery.common.pipeline.PartitionName;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Messages for tests, in few words. */
public final class Samples {

  public static final JobId JOB = job(1);
  static final String GATEWAY = "roastery.gateway";
  public static final PartitionName NAME = new PartitionName("tally", 0);

  private Samples() {}

  /** Ids grow with the number, as those of jobs do with time. */
  public static JobId job(int number) {
    return new JobId(new UUID(number, 0), 1);
  }

  static JobId attempt(JobId job, int attempt) {
    return new JobId(job.id(), attempt);
  }

  public static Message begin(JobId job, String plan) {
    return new Job(job, plan);
  }

  public static Message batch(JobId job, String stream, int seq, String rows) {
    return batch(job, stream, 0, seq, rows);
  }

  public static Message batch(JobId job, String stream, int sender, int seq, String rows) {
    return new Batch(new BatchId(job, stream, sender, seq), rows.getBytes(StandardCharsets.UTF_8));
  }

  public static Message end(JobId job, String stream, int batches) {
    return new End(job, stream, 0, 1, batches);
  }

  static Message abort(JobId job) {
    return new Abort(job, "cancelled");
  }

  static Message close(JobId job) {
    return new Close(job);
  }

  /** A message as a line of text: {@code roastery.next-0 main/0/0 sales=7}. */
  public static String text(Outbound outbound) {
    return outbound.queue() + " " + text(outbound.message());
  }

  public static String text(Message message) {
    return switch (message) {
      case Batch(BatchId id, byte[] rows) ->
          id.stream() + "/" + id.sender() + "/" + id.seq() + " " + utf8(rows);
      case End end -> end.stream() + "/" + end.sender() + " END " + end.batches();
      case Message.Fail fail -> "FAIL " + fail.reason();
      case Message.Gone gone -> "GONE " + gone.partition();
      case Message.Range range -> "RANGE " + range.first();
      case Job _, Close _, Abort _ -> MessageCodec.typeOf(message);
    };
  }

  /** What a body is, also when it is no message. */
  public static String text(byte[] body) {
    try {
      return text(MessageCodec.decode(body));
    } catch (WireException _) {
      return utf8(body);
    }
  }

  public static Message decoded(byte[] body) {
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
