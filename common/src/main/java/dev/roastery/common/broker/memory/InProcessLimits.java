package dev.roastery.common.broker.memory;

/**
 * How much the queues of one process hold.
 *
 * @param queueBytesMax a queue with this much in it confirms nothing more until some is
 *     acknowledged
 * @param unconfirmedBytesMax a thread whose unconfirmed messages have reached this waits
 * @param unconfirmedMessagesMax or this number; large, because it is for control messages
 */
public record InProcessLimits(
    long queueBytesMax, long unconfirmedBytesMax, int unconfirmedMessagesMax) {

  private static final long QUEUE_BYTES = 32L << 20;
  private static final long UNCONFIRMED_BYTES = 8L << 20;

  /** In a small heap, several full queues leave most of it to the states of jobs. */
  private static final int QUEUE_HEAP_SHARE = 32;

  public InProcessLimits {
    if (queueBytesMax < 1 || unconfirmedBytesMax < 1 || unconfirmedMessagesMax < 1) {
      throw new IllegalArgumentException("a limit of the in-process queues is below 1");
    }
  }

  public static InProcessLimits usual() {
    long queue = Math.min(QUEUE_BYTES, Runtime.getRuntime().maxMemory() / QUEUE_HEAP_SHARE);
    return new InProcessLimits(queue, Math.min(queue, UNCONFIRMED_BYTES), 10_000);
  }
}
