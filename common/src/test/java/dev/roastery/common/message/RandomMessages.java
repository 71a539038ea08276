package dev.roastery.common.message;

import dev.roastery.common.message.rows.RowsCodec;
import java.util.SplittableRandom;
import java.util.UUID;

/** Messages of every type. */
final class RandomMessages {

  private final SplittableRandom random;
  private final RandomRows rows;

  RandomMessages(SplittableRandom random) {
    this.random = random;
    this.rows = new RandomRows(random);
  }

  Message message() {
    return switch (random.nextInt(7)) {
      case 0 -> new Message.Job(job(), rows.text(random.nextInt(1000)));
      case 1 ->
          new Message.Batch(
              new BatchId(job(), name(), natural(), random.nextLong() >>> 1),
              RowsCodec.encode(rows.rows()));
      case 2 -> end();
      case 3 -> new Message.Close(job());
      case 4 -> new Message.Abort(job(), rows.text(random.nextInt(100)));
      case 5 -> new Message.Fail(job(), name(), rows.text(random.nextInt(100)));
      default -> new Message.Gone(job(), name());
    };
  }

  private Message end() {
    int senders = 1 + random.nextInt(1000);
    return new Message.End(
        job(), name(), random.nextInt(senders), senders, random.nextLong() >>> 1);
  }

  private JobId job() {
    return new JobId(new UUID(random.nextLong(), random.nextLong()), 1 + random.nextInt(3));
  }

  private String name() {
    return rows.text(random.nextInt(40));
  }

  private int natural() {
    return random.nextInt() >>> 1;
  }
}
