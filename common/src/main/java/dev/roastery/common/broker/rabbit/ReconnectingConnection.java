package dev.roastery.common.broker.rabbit;

import com.rabbitmq.client.BlockedListener;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.ShutdownSignalException;
import com.rabbitmq.client.impl.ForgivingExceptionHandler;
import dev.roastery.common.broker.rabbit.Refusals.Right;
import dev.roastery.common.fault.Fatal;
import java.io.IOException;
import java.net.Socket;
import java.net.URISyntaxException;
import java.security.GeneralSecurityException;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection to RabbitMQ that reconnects by itself: its thread connects, waits for the end of the
 * connection, and connects again, until the link is closed, or refused before it was ever open. The
 * client library's own recovery is off: it does not retry the first connection, and it would carry
 * old tags over.
 */
final class ReconnectingConnection implements AutoCloseable {

  /** The user of the connection; called by the link's thread, except {@link #changed}. */
  interface Owner {

    void connected(Connection connection) throws IOException;

    void disconnected();

    /** By any thread, also the one that reads from the socket: it must not wait for anything. */
    void changed();
  }

  private static final Logger log = LoggerFactory.getLogger(ReconnectingConnection.class);
  private static final int CONNECT_MILLIS = 5_000;
  private static final int ANSWER_MILLIS = 20_000;
  private static final int GOODBYE_MILLIS = 2_000;
  private static final long STABLE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final RabbitSettings settings;
  private final String role;
  private final Owner owner;
  private final Refusals refusals;
  private final Consumer<Fatal> fatal;
  private final ExecutorService consumers;
  private final BrokerHosts hosts;
  private final SplittableRandom random; // of the thread
  private final ConnectionFactory factory;
  private final Thread thread;

  private volatile ConnectionState state = new ConnectionState.Waiting("not asked yet");
  private volatile @Nullable Socket socket;
  private @Nullable Connection connection; // Guarded by this, as are all changes of the state.

  ReconnectingConnection(
      RabbitSettings settings,
      String role,
      Owner owner,
      Refusals refusals,
      Consumer<Fatal> fatal,
      ExecutorService consumers) {
    this.settings = settings;
    this.role = role;
    this.owner = owner;
    this.refusals = refusals;
    this.fatal = fatal;
    this.consumers = consumers;
    this.hosts = BrokerHosts.of(settings.uri());
    this.random = new SplittableRandom(settings.seed() ^ role.hashCode());
    this.factory = factory();
    this.thread = new Thread(this::run, settings.name() + "-" + role);
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  ConnectionState state() {
    return state;
  }

  /** A new channel, as soon as the broker is reachable. */
  Channel channel() throws IOException {
    return awaitConnection().openChannel().orElseThrow(() -> new IOException("no channel is free"));
  }

  private synchronized Connection awaitConnection() {
    try {
      while (connection == null) {
        if (state instanceof ConnectionState.Ended) {
          throw new IllegalStateException("the transport has " + state);
        }
        wait();
      }
      return connection;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for the broker", e);
    }
  }

  /** Ends the connection, for this reason; the next one follows. */
  void cut(String why) {
    log.warn("{}: cutting the connection: {}", role, why);
    closeSocket();
  }

  /** As {@link #cut}, for a reason that is logged elsewhere. */
  void cutQuietly() {
    closeSocket();
  }

  /** Ends the link for good, at once. */
  void end(String why) {
    change(new ConnectionState.Ended(why));
    closeSocket();
  }

  // ---- the thread

  private void run() {
    int failures = 0;
    try {
      while (!ended()) {
        long begin = System.nanoTime();
        String why = connectOnce();
        if (System.nanoTime() - begin > STABLE_NANOS) {
          failures = 0;
        }
        change(new ConnectionState.Waiting(why));
        failures++;
        pause(settings.backoff().jitteredMillis(failures, random));
      }
    } catch (RuntimeException | Error e) {
      fatal.accept(Fatal.of(e, "the connection's thread"));
    }
  }

  /** Connects and stays until the end of that connection; returns why it ended. */
  private String connectOnce() {
    CompletableFuture<ShutdownSignalException> end = new CompletableFuture<>();
    try {
      Connection opened = connect(end);
      refusals.granted(Right.CONNECT, connecting());
      owner.connected(opened);
      open(opened);
      return BrokerErrors.words(end.join());
    } catch (IOException | TimeoutException | ShutdownSignalException e) {
      // A handshake whose socket we have closed fails with anything, as if it had been refused.
      if (!ended()) {
        BrokerErrors.of(e, "connecting to the broker, " + settings).ifPresent(this::refused);
      }
      return BrokerErrors.words(e);
    } finally {
      closed();
    }
  }

  private String connecting() {
    return "the connection for " + role;
  }

  // The caller pauses before its next try.
  private void refused(Fatal refusal) {
    if (refusals.pauseMillis(Right.CONNECT, connecting(), refusal).isEmpty()) {
      throw refusal;
    }
  }

  private Connection connect(CompletableFuture<ShutdownSignalException> end)
      throws IOException, TimeoutException {
    Connection opened =
        factory.newConnection(consumers, hosts.inAnyOrder(random), settings.name() + " " + role);
    opened.addShutdownListener(cause -> {
      // Also wakes a thread that is writing into a connection that the broker does not read.
      closeSocket();
      end.complete(cause);
    });
    opened.addBlockedListener(
        new BlockedListener() {
          @Override
          public void handleBlocked(String reason) {
            change(new ConnectionState.Blocked(reason));
          }

          @Override
          public void handleUnblocked() {
            change(new ConnectionState.Open());
          }
        });
    return opened;
  }

  private synchronized void open(Connection opened) {
    if (!(state instanceof ConnectionState.Blocked)) {
      change(new ConnectionState.Open());
    }
    connection = ended() ? null : opened;
    notifyAll();
  }

  private void closed() {
    synchronized (this) {
      connection = null;
    }
    closeSocket();
    owner.disconnected();
  }

  // ---- small parts

  private synchronized boolean ended() {
    return state instanceof ConnectionState.Ended;
  }

  private void change(ConnectionState next) {
    synchronized (this) {
      if (ended()) {
        return;
      }
      if (!next.equals(state)) {
        log.info("{}: {}", role, next);
      }
      state = next;
      notifyAll();
    }
    owner.changed();
  }

  private synchronized void pause(long millis) {
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    try {
      for (long left = millis; left > 0 && !ended(); ) {
        wait(left);
        left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("the thread of a connection must not be interrupted", e);
    }
  }

  private void closeSocket() {
    Socket current = socket;
    if (current != null) {
      try {
        current.close();
      } catch (IOException e) {
        log.debug("{}: closing the socket: {}", role, e.toString());
      }
    }
  }

  private ConnectionFactory factory() {
    ConnectionFactory made = new ConnectionFactory();
    made.setAutomaticRecoveryEnabled(false);
    made.setTopologyRecoveryEnabled(false);
    made.setRequestedHeartbeat(settings.heartbeatSeconds());
    made.setConnectionTimeout(CONNECT_MILLIS);
    made.setHandshakeTimeout(CONNECT_MILLIS);
    made.setChannelRpcTimeout(ANSWER_MILLIS);
    made.setThreadFactory(
        Thread.ofPlatform().daemon().name(settings.name() + "-amqp-", 0).factory());
    made.setExceptionHandler(new LostConnections());
    made.setSocketConfigurator(fresh -> {
      fresh.setTcpNoDelay(true);
      socket = fresh;
    });
    useUri(made);
    return made;
  }

  private void useUri(ConnectionFactory made) {
    try {
      made.setUri(hosts.uri());
      if (made.isSSL()) {
        // By default the library trusts every certificate, for every host. The host
        // check extends the socket's configurator, which must therefore exist already.
        made.useSslProtocol(SSLContext.getDefault());
        made.enableHostnameVerification();
      }
    } catch (URISyntaxException | GeneralSecurityException e) {
      throw new IllegalArgumentException("the broker's URI is not usable: " + settings, e);
    }
  }

  /** Says goodbye, so that all acknowledgements arrive before the end, but not for long. */
  @Override
  public void close() {
    Connection open;
    synchronized (this) {
      open = connection;
    }
    change(new ConnectionState.Ended("closed"));
    if (open != null) {
      Thread goodbye = Thread.ofPlatform().daemon().start(() -> open.abort(GOODBYE_MILLIS));
      join(goodbye);
    }
    closeSocket();
    join(thread);
  }

  private static void join(Thread other) {
    try {
      if (!other.equals(Thread.currentThread())) {
        other.join(2L * GOODBYE_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Runs first, on the thread that reads, when a connection is lost. The library itself then takes
   * the lock of every channel, which may be held by a write that never ends because the peer does
   * not read: closing the socket ends that write.
   */
  private final class LostConnections extends ForgivingExceptionHandler {
    @Override
    public void handleUnexpectedConnectionDriverException(Connection lost, Throwable failure) {
      log.debug("{}: {}", role, failure.toString());
      closeSocket();
    }
  }
}
