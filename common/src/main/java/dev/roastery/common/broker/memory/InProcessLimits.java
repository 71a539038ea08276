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

  public InProcessLimits {
    if (queueBytesMax < 1 || unconfirmedBytesMax < 1 || unconfirmedMessagesMax < 1) {
      throw new IllegalArgumentException("a limit of the in-process queues is below 1");
    }
  }

  public static InProcessLimits usual() {
    return new InProcessLimits(32L << 20, 8L << 20, 10_000);
  }
}
