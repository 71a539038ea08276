package dev.roastery.common.broker;

/**
 * One delivery of a message from a queue; the tag is good for its session only.
 *
 * @param job the label that names the message's job: the only hint where the body cannot be read;
 *     may be empty or wrong
 */
public record Delivery(String queue, long tag, byte[] body, String job) {

  /** Of a message without that label. */
  public Delivery(String queue, long tag, byte[] body) {
    this(queue, tag, body, "");
  }
}
