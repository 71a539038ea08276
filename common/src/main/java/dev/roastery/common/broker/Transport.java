package dev.roastery.common.broker;

import java.util.Collection;
import java.util.OptionalLong;

/**
 * Durable queues, without anything that RabbitMQ does not have. Every implementation makes two
 * promises: a message whose publication was confirmed is delivered at least once to a consumer that
 * acknowledges it, and a queue has one active consumer at a time (unless the consumer is cut off
 * and does not know it). Order, uniqueness and promptness are not promised.
 */
public interface Transport extends AutoCloseable {

  /**
   * A queue whose name has this suffix is for news about the present: a message reaches the
   * sessions that are subscribed now, is not kept for others, and may be lost.
   */
  String NEWS_SUFFIX = ".monitor";

  static boolean isNews(String queue) {
    return queue.endsWith(NEWS_SUFFIX);
  }

  /** Declares durable queues. Again is fine; a queue of that name with other arguments is fatal. */
  void declare(Collection<String> queues);

  /**
   * Publishes to a queue; {@code confirmed} runs once, on a thread of the transport's, when the
   * message is safe. Until then the transport sends it again after every loss of the connection.
   * Blocks while too many are unconfirmed.
   */
  void publish(String queue, Parcel parcel, Runnable confirmed);

  /**
   * The number of waiting messages of the longest queue that has a consumer. A queue without a
   * worker does not count, so that it does not delay uploads. 0 if the number is unknown, or if a
   * full queue confirms nothing, so that its publishers wait by themselves.
   */
  default long backlog(Collection<String> queues) {
    return 0;
  }

  /**
   * Whether no message waits in the queue, as far as is known: false if that cannot be asked now.
   * Messages that a consumer has not acknowledged do not wait.
   */
  default boolean isEmpty(String queue) {
    return false;
  }

  /**
   * How many messages wait in the queue, with or without a consumer, if that can be asked now.
   * Messages that a consumer has not acknowledged do not wait.
   */
  default OptionalLong waiting(String queue) {
    return OptionalLong.empty();
  }

  /** A queue in which no more messages wait than this is short; a consumer is busy with them. */
  int SHORT = 2;

  /**
   * Runs {@code then} once, on any thread, as soon as the queue is short, counting what this
   * transport has sent there and is unconfirmed; or at once if its length cannot be asked. Messages
   * that a consumer has not acknowledged do not count. Does not wait for that; never runs it after
   * {@link #close}.
   */
  default void whenShort(String queue, Runnable then) {
    then.run();
  }

  /** Opens a session; its listener is called by one thread at a time. */
  Session open(SessionListener listener);

  @Override
  void close();

  /**
   * A channel for consuming. All that it was delivered and has not acknowledged returns to the
   * queues when it closes or is lost, and only then.
   */
  interface Session extends AutoCloseable {

    /** Consumes a queue as soon as no earlier consumer of it is left. */
    void subscribe(String queue, int prefetch);

    /** Acknowledges one delivery of this session; on a lost session it does nothing. */
    void acknowledge(long tag);

    @Override
    void close();
  }

  /** The callbacks of a session. They must return soon: queue the work elsewhere. */
  interface SessionListener {

    void delivered(Delivery delivery);

    /** The broker or the network has ended the session; its tags are no longer valid. */
    void lost(String reason);
  }
}
