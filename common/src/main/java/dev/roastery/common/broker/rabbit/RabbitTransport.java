package dev.roastery.common.broker.rabbit;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import dev.roastery.common.broker.ExclusiveNames;
import dev.roastery.common.broker.Parcel;
import dev.roastery.common.broker.Transport;
import dev.roastery.common.broker.rabbit.Refusals.Right;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Queues on RabbitMQ 3.10 or newer. There are two connections, because the broker does not read a
 * publishing connection during an alarm, and acknowledgements must continue then. Both reconnect
 * for ever, even if the broker has never been reachable; {@link #state} says what they wait for.
 *
 * <p>A problem that a person must fix (a user that is refused from the start, a queue with
 * different arguments) ends the transport and is passed once to {@code fatal}; so is a failure of a
 * listener or a callback. What was allowed before and is refused now is tried again: {@link
 * Refusals}.
 */
public final class RabbitTransport implements Transport, ExclusiveNames {

  private static final Logger log = LoggerFactory.getLogger(RabbitTransport.class);

  // Before RabbitMQ 3.13 the name of a quorum queue reaches the disk half a second after the queue
  // exists. A broker that is killed in that time never serves the queue again: what it had
  // confirmed is lost.
  private static final long SETTLE_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  /** How often sessions look whether the broker still delivers to them. */
  private static final long LOOK_MILLIS = 3_000;

  /** Less than a consumer takes for what it has in hand and in a short queue. */
  private static final long LOOK_AGAIN_MILLIS = 20;

  /** Where messages end that the broker itself gives up; declared with the first queue. */
  public static final String DEAD_LETTERS = RabbitTopology.DEAD;

  private final Consumer<Fatal> fatal;
  private final ExecutorService threads;
  private final ScheduledThreadPoolExecutor looks;

  /** Who is to be told, by queue; only the thread of the looks calls this. */
  private final Map<String, List<Runnable>> waitingForShort = new HashMap<>();

  private final Refusals refusals;
  private final Publisher publisher;
  private final ReconnectingConnection consuming;
  private final Set<RabbitSession> sessions = ConcurrentHashMap.newKeySet();
  private final AtomicReference<Fatal> failure = new AtomicReference<>();
  private final Set<String> notFound = ConcurrentHashMap.newKeySet();
  private final Set<String> declared = ConcurrentHashMap.newKeySet();
  private final HeldNames names = new HeldNames();

  private RabbitTransport(RabbitSettings settings, Consumer<Fatal> fatal) {
    this.fatal = fatal;
    this.threads =
        Executors.newCachedThreadPool(
            Thread.ofPlatform().daemon().name(settings.name() + "-consumer-", 0).factory());
    this.looks =
        new ScheduledThreadPoolExecutor(
            1,
            Thread.ofPlatform().daemon().name(settings.name() + "-looks").factory(),
            new ThreadPoolExecutor.DiscardPolicy());
    this.refusals = new Refusals(settings);
    this.publisher = new Publisher(settings, refusals, this::fail, threads);
    this.consuming =
        new ReconnectingConnection(
            settings, "consuming", new Consuming(), refusals, this::fail, threads);
  }

  /** Begins to connect, and does not wait for it. */
  public static RabbitTransport connect(RabbitSettings settings, Consumer<Fatal> fatal) {
    RabbitTransport transport = new RabbitTransport(settings, fatal);
    transport.publisher.start();
    transport.consuming.start();
    var _ =
        transport.looks.scheduleWithFixedDelay(
            transport::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    return transport;
  }

  public RabbitState state() {
    return new RabbitState(
        publisher.link().state(),
        consuming.state(),
        publisher.missingQueues(),
        refusals.sentence());
  }

  /** Waits until the broker is reachable, and one more second after creating a queue. */
  @Override
  public void declare(Collection<String> queues) {
    attempt("declaring the dead-letter queue", RabbitTopology::declareDead);
    List<String> missing = new ArrayList<>();
    for (String queue : queues) {
      if (!attempt(
          "looking for queue " + queue, channel -> RabbitTopology.exists(channel, queue))) {
        missing.add(queue);
      }
      attempt("declaring queue " + queue, channel -> RabbitTopology.declare(channel, queue));
      declared.add(queue);
    }
    if (!missing.isEmpty()) {
      log.info("created {}", missing);
      LockSupport.parkNanos(SETTLE_NANOS);
    }
  }

  @Override
  public void publish(String queue, Parcel parcel, Runnable confirmed) {
    publisher.publish(queue, parcel, confirmed);
  }

  @Override
  public boolean take(String name) {
    return attempt("taking the name " + name, channel -> RabbitTopology.take(channel, name))
        && names.add(name);
  }

  /** Waits until the broker is there. */
  @Override
  public Session open(SessionListener listener) {
    while (true) {
      try {
        RabbitSession session =
            new RabbitSession(
                consuming.channel(), listener, new DeclaredQueues(), this::fail, threads);
        sessions.add(session);
        return session;
      } catch (IOException | ShutdownSignalException e) {
        pause("opening a session", e);
      }
    }
  }

  /**
   * RabbitMQ can lose track of a consumer, or not hear of deliveries on the node that the consumer
   * is connected to, when the members of a queue disagree on who leads them. Over another
   * connection, which may be to another node, messages come.
   */
  private void look() {
    sessions.removeIf(RabbitSession::isOver);
    for (RabbitSession session : sessions) {
      if (consuming.state() instanceof ConnectionState.Open) {
        look(session);
      }
    }
    takeNamesAgain();
  }

  private void takeNamesAgain() {
    try {
      if (consuming.state() instanceof ConnectionState.Open) {
        names.takeAgain(name -> once(channel -> RabbitTopology.take(channel, name)));
      }
    } catch (RuntimeException | Error e) {
      failUnlessClosed(e, "taking names again");
    }
  }

  private void look(RabbitSession session) {
    try {
      once(channel -> session.undelivered(queue -> depth(channel, queue)))
          .ifPresent(
              queue -> consuming.cut("the broker has messages in " + queue + " and delivers none"));
    } catch (IOException | ShutdownSignalException e) {
      log.debug("cannot look for messages that are not delivered: {}", BrokerErrors.words(e));
    } catch (RuntimeException | Error e) {
      failUnlessClosed(e, "looking for messages that are not delivered");
    }
  }

  private static RabbitSession.Depth depth(Channel channel, String queue) throws IOException {
    AMQP.Queue.DeclareOk state = channel.queueDeclarePassive(queue);
    return new RabbitSession.Depth(state.getMessageCount(), state.getConsumerCount());
  }

  private void failUnlessClosed(Throwable error, String doing) {
    if (!looks.isShutdown() && failure.get() == null) {
      fail(Fatal.of(error, doing));
    }
  }

  /** Waits until the broker is reachable. Delivered, unacknowledged messages do not count. */
  @Override
  public long backlog(Collection<String> queues) {
    try {
      return once(channel -> longest(channel, queues));
    } catch (IOException | ShutdownSignalException e) {
      // A queue or the broker is unavailable: nothing is confirmed then, so little is sent.
      log.debug("cannot read the lengths of the queues: {}", BrokerErrors.words(e));
      return 0;
    }
  }

  /** Waits until the broker is reachable. */
  @Override
  public boolean isEmpty(String queue) {
    try {
      return once(channel -> depth(channel, queue).messages() == 0);
    } catch (IOException | ShutdownSignalException e) {
      log.debug("cannot read the length of queue {}: {}", queue, BrokerErrors.words(e));
      return false;
    }
  }

  /** Waits until the broker is reachable. */
  @Override
  public OptionalLong waiting(String queue) {
    try {
      return OptionalLong.of(once(channel -> depth(channel, queue).messages()));
    } catch (IOException | ShutdownSignalException e) {
      log.debug("cannot read the length of queue {}: {}", queue, BrokerErrors.words(e));
      return OptionalLong.empty();
    }
  }

  @Override
  public void whenShort(String queue, Runnable then) {
    looks.execute(() -> {
      List<Runnable> waiting = waitingForShort.computeIfAbsent(queue, _ -> new ArrayList<>());
      waiting.add(then);
      if (waiting.size() == 1) {
        lookUntilShort(queue);
      }
    });
  }

  private void lookUntilShort(String queue) {
    try {
      boolean isShort = isShort(queue);
      if (isShort && !looks.isShutdown()) {
        waitingForShort.getOrDefault(queue, List.of()).forEach(Runnable::run);
        waitingForShort.remove(queue);
      } else {
        var _ =
            looks.schedule(() -> lookUntilShort(queue), LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
      }
    } catch (RuntimeException | Error e) {
      failUnlessClosed(e, "looking at the length of queue " + queue);
    }
  }

  private boolean isShort(String queue) {
    // First, so that what is confirmed meanwhile counts twice rather than not at all.
    long unconfirmed = publisher.unconfirmed(queue);
    if (unconfirmed > SHORT) {
      return false;
    }
    try {
      long waiting = once(channel -> depth(channel, queue).messages());
      log.debug("{} messages wait in queue {}, {} are unconfirmed", waiting, queue, unconfirmed);
      return unconfirmed + waiting <= SHORT;
    } catch (IOException | ShutdownSignalException e) {
      log.debug("cannot read the length of queue {}: {}", queue, BrokerErrors.words(e));
      return true;
    }
  }

  private static long longest(Channel channel, Collection<String> queues) throws IOException {
    long longest = 0;
    for (String queue : queues) {
      RabbitSession.Depth depth = depth(channel, queue);
      if (depth.consumers() > 0) {
        longest = Math.max(longest, depth.messages());
      }
    }
    return longest;
  }

  private interface Work<T> {
    T over(Channel channel) throws IOException;
  }

  private <T> T attempt(String what, Work<T> work) {
    while (true) {
      try {
        T done = once(work);
        refusals.granted(Right.DECLARE, what);
        return done;
      } catch (IOException | ShutdownSignalException e) {
        BrokerErrors.ofChannel(e, what)
            .ifPresentOrElse(refusal -> refused(what, refusal), () -> pause(what, e));
      }
    }
  }

  private <T> T once(Work<T> work) throws IOException {
    Channel channel = consuming.channel();
    try {
      return work.over(channel);
    } finally {
      channel.abort();
    }
  }

  private static void pause(String what, Exception failure) {
    log.info("{}: {}; again", what, BrokerErrors.words(failure));
    LockSupport.parkNanos(PAUSE_NANOS);
  }

  private void refused(String what, Fatal refusal) {
    OptionalLong pause =
        refusal.reason() == FatalReason.BROKER_REFUSED
            ? refusals.pauseMillis(Right.DECLARE, what, refusal)
            : OptionalLong.empty();
    LockSupport.parkNanos(
        TimeUnit.MILLISECONDS.toNanos(
            pause.orElseGet(() -> {
              fail(refusal);
              throw refusal;
            })));
  }

  private void fail(Fatal first) {
    if (failure.compareAndSet(null, first)) {
      // Reported first: threads that wait for a connection fail when it has ended, and
      // ending the process because of that would give a different reason and exit code.
      fatal.accept(first);
      String why = String.valueOf(first.getMessage());
      publisher.link().end(why);
      consuming.end(why);
    }
  }

  @Override
  public void close() {
    looks.shutdown();
    consuming.close();
    publisher.close();
    threads.shutdown();
  }

  /**
   * A queue that this transport has declared is there for as long as the broker keeps its data.
   * When two subscriptions in a row do not find it, the broker was emptied: with it, messages are
   * lost that it had confirmed.
   */
  private final class DeclaredQueues implements RabbitSession.Queues {

    @Override
    public void found(String queue) {
      refusals.granted(Right.CONSUME, consuming(queue));
      notFound.remove(queue);
    }

    private static String consuming(String queue) {
      return "consuming " + queue;
    }

    @Override
    public long refused(String queue, Fatal refusal) {
      return refusals
          .pauseMillis(Right.CONSUME, consuming(queue), refusal)
          .orElseGet(() -> {
            fail(refusal);
            return 0;
          });
    }

    @Override
    public void missing(String queue, Exception failure) {
      if (declared.contains(queue) && !notFound.add(queue)) {
        fail(
            new Fatal(
                FatalReason.BROKER_LOST,
                "queue "
                    + queue
                    + " was there, and the broker does not have it any more ("
                    + BrokerErrors.words(failure)
                    + "): its data was deleted, or this is another broker; point the node to the"
                    + " right one, or see 'A lost broker' in docs/operations.md",
                failure));
      }
    }
  }

  /** Sessions hear of the end from their channels. */
  private final class Consuming implements ReconnectingConnection.Owner {
    @Override
    public void connected(Connection connection) {}

    @Override
    public void disconnected() {
      names.connectionLost();
    }

    @Override
    public void changed() {}
  }
}
