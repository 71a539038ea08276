package dev.roastery.common.broker.rabbit;

import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import dev.roastery.common.broker.Parcel;
import dev.roastery.common.broker.rabbit.Refusals.Right;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes over one connection and keeps every message until the broker has confirmed it: all of
 * them are sent again, in their order, over every new connection; and a message that was refused or
 * could not be routed is retried after a pause.
 *
 * <p>The lock may be held while a write waits for the broker. Therefore the thread that reads from
 * the socket never takes it: it hands the broker's answers to a thread of ours, which also runs the
 * callbacks.
 */
final class Publisher implements ReconnectingConnection.Owner, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Publisher.class);
  private static final long TICK_MILLIS = 100;
  private static final String PUBLISHING = "publishing";

  // The default limit of RabbitMQ 4. A larger message would close the channel again and again.
  private static final int BODY_MAX = 16 << 20;

  // A channel that first uses a quorum queue while the node of its leader is down keeps using
  // that node, and refuses every message to the queue for ever (RabbitMQ 3.10). A new channel
  // does not.
  private static final long REFUSED_LIMIT_MILLIS = 5_000;

  private final RabbitSettings settings;
  private final Refusals refusals;
  private final Consumer<Fatal> fatal;
  private final ReconnectingConnection link;
  private final BlockingQueue<ConfirmEvent> answers = new LinkedBlockingQueue<>();
  private final Thread thread;
  private final SortedSet<String> missingQueues = new ConcurrentSkipListSet<>();

  private final ReentrantLock lock = new ReentrantLock(true);
  private final Condition room = lock.newCondition();
  private final NavigableMap<Long, RabbitPublication> unconfirmed = new TreeMap<>();
  private final ResendQueue repeats;
  private long unconfirmedBytes;
  private long lastNumber;
  private long changedNanos;
  private @Nullable InFlight flight;

  Publisher(
      RabbitSettings settings,
      Refusals refusals,
      Consumer<Fatal> fatal,
      ExecutorService consumers) {
    this.settings = settings;
    this.refusals = refusals;
    this.fatal = fatal;
    this.repeats = new ResendQueue(settings);
    this.link = new ReconnectingConnection(settings, PUBLISHING, this, refusals, fatal, consumers);
    this.thread = new Thread(this::run, settings.name() + "-confirms");
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
    link.start();
  }

  ReconnectingConnection link() {
    return link;
  }

  SortedSet<String> missingQueues() {
    return new TreeSet<>(missingQueues);
  }

  /** How many messages to that queue are not confirmed. */
  long unconfirmed(String queue) {
    lock.lock();
    try {
      return unconfirmed.values().stream().filter(each -> each.queue().equals(queue)).count();
    } finally {
      lock.unlock();
    }
  }

  void publish(String queue, Parcel parcel, Runnable confirmed) {
    if (parcel.body().length > BODY_MAX) {
      throw new IllegalArgumentException(
          "message %s has %d bytes, but RabbitMQ accepts at most %d: the sender must split it"
              .formatted(parcel.id(), parcel.body().length, BODY_MAX));
    }
    lock.lock();
    try {
      while (mustWait()) {
        room.awaitUninterruptibly();
      }
      if (link.state() instanceof ConnectionState.Ended ended) {
        throw new IllegalStateException("cannot publish, the transport has " + ended);
      }
      RabbitPublication publication = new RabbitPublication(++lastNumber, queue, parcel, confirmed);
      unconfirmed.put(publication.number(), publication);
      unconfirmedBytes += parcel.body().length;
      send(publication);
    } finally {
      lock.unlock();
    }
  }

  // The bound does not depend on the size of the waiting message, so large messages do not
  // starve. A callback that publishes does not wait, because it would wait for itself.
  private boolean mustWait() {
    boolean full =
        unconfirmed.size() >= settings.unconfirmedMessagesMax()
            || unconfirmedBytes >= settings.unconfirmedBytesMax()
            || link.state() instanceof ConnectionState.Blocked;
    return full
        && !(link.state() instanceof ConnectionState.Ended)
        && !Thread.currentThread().equals(thread);
  }

  private void send(RabbitPublication publication) {
    InFlight current = flight;
    if (current != null) {
      try {
        current.send(publication);
      } catch (IOException | AlreadyClosedException e) {
        // The link has seen it too. It connects again, and then everything is sent again.
        log.debug("could not send {}: {}", publication.parcel().id(), e.toString());
        flight = null;
      }
    }
  }

  // ---- the link's calls

  @Override
  public void connected(Connection connection) throws IOException {
    Channel channel = connection.openChannel().orElseThrow(() -> new IOException("no channel"));
    InFlight fresh = new InFlight(channel);
    channel.confirmSelect();
    channel.addConfirmListener(
        (tag, multiple) ->
            answers.add(new ConfirmEvent.Confirmed(fresh, tag, ConfirmEvent.Reach.of(multiple))),
        (tag, multiple) ->
            answers.add(new ConfirmEvent.Refused(fresh, tag, ConfirmEvent.Reach.of(multiple))));
    channel.addReturnListener(back ->
        answers.add(
            new ConfirmEvent.Returned(fresh, RabbitPublication.number(back.getProperties()))));
    channel.addShutdownListener(this::channelClosed);
    sendAll(fresh);
  }

  private void sendAll(InFlight fresh) {
    lock.lock();
    try {
      if (!unconfirmed.isEmpty()) {
        log.info("publishing: sending {} unconfirmed messages again", unconfirmed.size());
      }
      flight = fresh;
      repeats.clear();
      unconfirmed.values().forEach(this::send);
    } finally {
      lock.unlock();
    }
  }

  private void channelClosed(ShutdownSignalException cause) {
    if (!cause.isInitiatedByApplication() && !cause.isHardError()) {
      BrokerErrors.ofChannel(cause, PUBLISHING)
          .ifPresentOrElse(this::refused, () -> link.cut(BrokerErrors.words(cause)));
    }
  }

  private void refused(Fatal refusal) {
    if (refusal.reason() == FatalReason.BROKER_REFUSED
        && refusals.pauseMillis(Right.PUBLISH, PUBLISHING, refusal).isPresent()) {
      link.cutQuietly();
    } else {
      fatal.accept(refusal);
    }
  }

  @Override
  public void disconnected() {
    lock.lock();
    try {
      flight = null;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void changed() {
    answers.add(new ConfirmEvent.Changed());
  }

  // ---- the thread that takes the answers

  private void run() {
    try {
      while (!(link.state() instanceof ConnectionState.Ended)) {
        List<ConfirmEvent> taken = new ArrayList<>();
        ConfirmEvent first = answers.poll(TICK_MILLIS, TimeUnit.MILLISECONDS);
        if (first != null) {
          taken.add(first);
          answers.drainTo(taken);
        }
        apply(taken).forEach(publication -> publication.confirmed().run());
      }
      apply(List.of(new ConfirmEvent.Changed()));
    } catch (InterruptedException | RuntimeException | Error e) {
      fatal.accept(Fatal.of(e, "a confirmation's callback"));
    }
  }

  private List<RabbitPublication> apply(List<ConfirmEvent> taken) throws InterruptedException {
    while (!lock.tryLock(settings.confirmLimitMillis(), TimeUnit.MILLISECONDS)) {
      if (link.state() instanceof ConnectionState.Open) {
        link.cut("the broker has read nothing for " + settings.confirmLimitMillis() + " ms");
      }
    }
    try {
      List<RabbitPublication> confirmed = new ArrayList<>();
      taken.forEach(answer -> apply(answer, confirmed));
      repeats.due(System.nanoTime()).forEach(this::send);
      checkRefusals();
      checkConfirmLimit();
      room.signalAll();
      return confirmed;
    } finally {
      lock.unlock();
    }
  }

  private void apply(ConfirmEvent answer, List<RabbitPublication> confirmed) {
    switch (answer) {
      case ConfirmEvent.Returned(InFlight of, long number) -> of.returned(number);
      case ConfirmEvent.Confirmed(InFlight of, long tag, ConfirmEvent.Reach reach) ->
          of.answered(tag, reach).forEach(publication -> confirm(of, publication, confirmed));
      case ConfirmEvent.Refused(InFlight of, long tag, ConfirmEvent.Reach reach) ->
          of.answered(tag, reach).forEach(publication -> refuse(of, publication));
      case ConfirmEvent.Changed() -> changedNanos = System.nanoTime();
    }
  }

  private void confirm(
      InFlight of, RabbitPublication publication, List<RabbitPublication> confirmed) {
    of.taken(publication);
    if (flight != null) {
      flight.taken(publication);
    }
    if (of.takeReturned(publication)) {
      if (missingQueues.add(publication.queue())) {
        log.warn("queue {} does not exist; retrying", publication.queue());
      }
      repeat(publication);
      return;
    }
    refusals.granted(Right.PUBLISH, PUBLISHING);
    missingQueues.remove(publication.queue());
    repeats.forget(publication);
    // The entry exists only for the first confirmation: the message may have been sent over
    // two connections.
    if (unconfirmed.remove(publication.number()) != null) {
      unconfirmedBytes -= publication.parcel().body().length;
      confirmed.add(publication);
    }
  }

  private void refuse(InFlight of, RabbitPublication publication) {
    if (unconfirmed.containsKey(publication.number())) {
      of.refused(publication, System.nanoTime());
      repeat(publication);
    }
  }

  private void repeat(RabbitPublication publication) {
    if (unconfirmed.containsKey(publication.number())) {
      repeats.add(publication, System.nanoTime());
    }
  }

  private void checkRefusals() {
    long limit = TimeUnit.MILLISECONDS.toNanos(REFUSED_LIMIT_MILLIS);
    if (flight != null
        && link.state() instanceof ConnectionState.Open
        && flight.refusing(System.nanoTime()).orElse(0) > limit) {
      flight = null;
      link.cut("the broker has refused a message for " + REFUSED_LIMIT_MILLIS + " ms");
    }
  }

  private void checkConfirmLimit() {
    InFlight.Sent oldest = flight == null ? null : flight.oldest();
    if (oldest == null || !(link.state() instanceof ConnectionState.Open)) {
      return;
    }
    long since = oldest.nanos() - changedNanos > 0 ? oldest.nanos() : changedNanos;
    if (System.nanoTime() - since > TimeUnit.MILLISECONDS.toNanos(settings.confirmLimitMillis())) {
      flight = null;
      link.cut(
          "the broker has not confirmed a message for " + settings.confirmLimitMillis() + " ms");
    }
  }

  /** What is unconfirmed stays so; publishers that wait are thrown out. */
  @Override
  public void close() {
    link.close();
  }
}
