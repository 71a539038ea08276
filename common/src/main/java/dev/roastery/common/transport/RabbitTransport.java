package dev.roastery.common.transport;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import dev.roastery.common.fault.Fatal;
import java.io.IOException;
import java.util.Collection;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Queues of a RabbitMQ, 3.10 or newer. There are two connections, because one that publishes is not
 * read while the broker has an alarm, and acknowledgements must go on then. Both come back for
 * ever, also when the broker was never there; {@link #state} tells what they wait for.
 *
 * <p>What a person must mend (a refused user, a queue with other arguments) ends the transport and
 * goes, once, to the {@code fatal} given; so does a failure of a listener or a callback.
 */
public final class RabbitTransport implements Transport {

  private static final Logger log = LoggerFactory.getLogger(RabbitTransport.class);

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final Consumer<Fatal> fatal;
  private final ExecutorService threads;
  private final Publisher publisher;
  private final Link consuming;
  private final AtomicReference<Fatal> failure = new AtomicReference<>();

  private RabbitTransport(RabbitSettings settings, Consumer<Fatal> fatal) {
    this.fatal = fatal;
    this.threads =
        Executors.newCachedThreadPool(
            Thread.ofPlatform().daemon().name(settings.name() + "-consumer-", 0).factory());
    this.publisher = new Publisher(settings, this::fail, threads);
    this.consuming = new Link(settings, "consuming", new Consuming(), this::fail, threads);
  }

  /** Begins to connect, and does not wait for it. */
  public static RabbitTransport connect(RabbitSettings settings, Consumer<Fatal> fatal) {
    RabbitTransport transport = new RabbitTransport(settings, fatal);
    transport.publisher.start();
    transport.consuming.start();
    return transport;
  }

  public RabbitState state() {
    return new RabbitState(publisher.link().state(), consuming.state(), publisher.missingQueues());
  }

  /** Waits until the broker is there. */
  @Override
  public void declare(Collection<String> queues) {
    attempt("declaring the dead-letter queue", Topology::declareDead);
    for (String queue : queues) {
      attempt("declaring queue " + queue, channel -> Topology.declare(channel, queue));
    }
  }

  @Override
  public void publish(String queue, Parcel parcel, Runnable confirmed) {
    publisher.publish(queue, parcel, confirmed);
  }

  /** Waits until the broker is there. */
  @Override
  public Session open(SessionListener listener) {
    while (true) {
      try {
        return new RabbitSession(consuming.channel(), listener, this::fail, threads);
      } catch (IOException | ShutdownSignalException e) {
        pause("opening a session", e);
      }
    }
  }

  private interface Declaration {
    void over(Channel channel) throws IOException;
  }

  private void attempt(String what, Declaration declaration) {
    while (true) {
      try {
        Channel channel = consuming.channel();
        declaration.over(channel);
        channel.abort();
        return;
      } catch (IOException | ShutdownSignalException e) {
        Refusal.ofChannel(e, what).ifPresent(this::failAndThrow);
        pause(what, e);
      }
    }
  }

  private static void pause(String what, Exception failure) {
    log.info("{}: {}; again", what, Refusal.words(failure));
    LockSupport.parkNanos(PAUSE_NANOS);
  }

  private void failAndThrow(Fatal refused) {
    fail(refused);
    throw refused;
  }

  private void fail(Fatal first) {
    if (failure.compareAndSet(null, first)) {
      String why = String.valueOf(first.getMessage());
      publisher.link().end(why);
      consuming.end(why);
      fatal.accept(first);
    }
  }

  @Override
  public void close() {
    consuming.close();
    publisher.close();
    threads.shutdown();
  }

  /** Sessions hear of the end from their channels. */
  private static final class Consuming implements Link.Owner {
    @Override
    public void connected(Connection connection) {}

    @Override
    public void disconnected() {}

    @Override
    public void changed() {}
  }
}
