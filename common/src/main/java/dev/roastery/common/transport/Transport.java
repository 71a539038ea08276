package dev.roastery.common.transport;

import java.util.Collection;

/**
 * Durable queues, and nothing that RabbitMQ does not have. Two promises hold over every
 * implementation: a message whose publication was confirmed is delivered at least once to whoever
 * acknowledges it, and a queue has one active consumer at a time (unless that one is cut off and
 * does not know). Order, uniqueness and promptness are not promised.
 */
public interface Transport extends AutoCloseable {

  /** A queue whose name ends so is for news: it drops what nobody has read within a minute. */
  String NEWS_SUFFIX = ".monitor";

  /** Declares durable queues. Again is fine; a queue of that name with other arguments is fatal. */
  void declare(Collection<String> queues);

  /**
   * Publishes to a queue; {@code confirmed} runs once, on a thread of the transport's, when the
   * message is safe. Until then the transport sends it again after every loss of the connection.
   * Blocks while too many are unconfirmed.
   */
  void publish(String queue, Parcel parcel, Runnable confirmed);

  /**
   * The longest of those queues that somebody consumes: how many messages wait to be delivered. A
   * queue whose workers are away keeps nobody waiting for them. 0 where that is not known, or where
   * a full queue confirms nothing, so that its publishers wait by themselves.
   */
  default long backlog(Collection<String> queues) {
    return 0;
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

  /** What a session tells its owner. It must return soon: queue the work elsewhere. */
  interface SessionListener {

    void delivered(Delivery delivery);

    /** The session is over, by the broker or the network; its tags mean nothing any more. */
    void lost(String reason);
  }
}
