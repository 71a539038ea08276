package dev.roastery.common.broker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.roastery.common.broker.rabbit.ConnectionState;
import dev.roastery.common.broker.rabbit.RabbitSettings;
import dev.roastery.common.broker.rabbit.RabbitTransport;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.harness.PrivateBroker;
import dev.roastery.harness.TcpProxy;
import dev.roastery.harness.TcpProxy.Direction;
import dev.roastery.testkit.Inbox;
import dev.roastery.testkit.TestBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What RabbitMQ, and the network to it, do to a transport (docs/faults.md, rows M09 to B13). */
@Tag("broker")
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RabbitFaultTest {

  @TempDir static Path folder;
  private static PrivateBroker node;
  private static int test;

  private final List<Fatal> fatals = new CopyOnWriteArrayList<>();
  private final List<AutoCloseable> open = new ArrayList<>();
  private final String queue = "faults-" + ++test;
  private TcpProxy proxy;

  @BeforeAll
  static void startNode() {
    node = TestBroker.startPrivate(folder);
  }

  @AfterAll
  static void endNode() {
    node.close();
  }

  @BeforeEach
  void openProxy() {
    proxy = closing(new TcpProxy(node.port()));
  }

  @AfterEach
  void closeAll() throws Exception {
    for (AutoCloseable each : open.reversed()) {
      each.close();
    }
    assertThat(fatals).isEmpty();
  }

  /** M10, B02. */
  @Test
  void nothingConfirmedIsLostWhenTheBrokerIsKilled() {
    RabbitTransport transport = connect(settings(node.port()));
    transport.declare(List.of(queue));
    Consumption consumption = new Consumption(transport, queue);
    Production production = new Production(transport, queue);
    for (int kill = 1; kill <= 2; kill++) {
      int before = production.confirmed.size();
      eventually("messages flow", () -> production.confirmed.size() > before + 200);
      node.kill();
      eventually("it is seen", () -> !transport.state().isReady());
      node.restart();
    }
    int before = production.confirmed.size();
    eventually("messages flow again", () -> production.confirmed.size() > before + 200);
    production.stop();
    eventually("all that was confirmed has come", () -> consumption.came(production.confirmed));
  }

  /** B04: a reset. */
  @Test
  void aCutConnectionComesBackAndLosesNothing() {
    RabbitTransport transport = connect(settings(proxy.port()));
    transport.declare(List.of(queue));
    Consumption consumption = new Consumption(transport, queue);
    Production production = new Production(transport, queue);
    for (int cut = 1; cut <= 5; cut++) {
      int before = production.confirmed.size();
      int connections = proxy.accepted();
      eventually("messages flow", () -> production.confirmed.size() > before + 100);
      proxy.cut();
      eventually("both connections are back", () -> proxy.accepted() >= connections + 2);
    }
    production.stop();
    eventually("all has come", () -> consumption.came(production.confirmed));
    assertThat(consumption.losses()).isGreaterThanOrEqualTo(5);
  }

  /** B04: while a sender waits for room in a queue. */
  @Test
  void aCutConnectionDoesNotLeaveASenderWaitingForRoom() {
    RabbitTransport transport = connect(settings(proxy.port()));
    transport.declare(List.of(queue));
    AtomicInteger confirmed = new AtomicInteger();
    for (int message = 0; message < 5; message++) {
      transport.publish(queue, Inbox.parcel("message"), confirmed::incrementAndGet);
    }
    eventually("all are confirmed", () -> confirmed.get() == 5);
    AtomicInteger told = new AtomicInteger();
    transport.whenShort(queue, told::incrementAndGet);

    int connections = proxy.accepted();
    proxy.cut();
    eventually("both connections are back", () -> proxy.accepted() >= connections + 2);
    Inbox inbox = new Inbox();
    transport.open(inbox).subscribe(queue, 10);

    eventually("it is told", () -> told.get() == 1);
  }

  /** RabbitMQ does this at times when another node becomes the leader of the queue. */
  @Test
  void aConsumerThatTheBrokerHasForgottenBeginsAgain() {
    RabbitTransport transport = connect(settings(node.port()));
    transport.declare(List.of(queue));
    Consumption consumption = new Consumption(transport, queue);
    Production before = new Production(transport, queue);
    eventually("messages flow", () -> before.confirmed.size() > 10);
    before.stop();
    eventually("all has come", () -> consumption.came(before.confirmed));

    node.rabbitmqctl(
        "eval",
        """
        Queue = {list_to_atom("%%2F_%s"), node()},
        {ok, {_, Consumers}, _} = ra:leader_query(Queue, fun rabbit_fifo:query_consumers/1),
        [ra:process_command(Queue, rabbit_fifo:make_checkout(Consumer, cancel, #{}))
          || Consumer <- maps:keys(Consumers)].
        """
            .formatted(queue));
    Production after = new Production(transport, queue);
    eventually("messages wait", () -> after.confirmed.size() > 10);
    after.stop();

    eventually("it has begun again", () -> consumption.losses() > 0);
    eventually("all has come", () -> transport.isEmpty(queue));
  }

  /** B04: half-open, both ways. */
  @Test
  void aSilentNetworkIsNoticedByHeartbeats() {
    survivesStall(Direction.TO_SERVER, Direction.TO_CLIENT);
  }

  /** B04: half-open, one way. */
  @Test
  void aNetworkThatDropsWhatWeSendIsNoticed() {
    survivesStall(Direction.TO_SERVER);
  }

  /** B04: half-open, the other way. */
  @Test
  void aNetworkThatDropsWhatTheBrokerSendsIsNoticed() {
    survivesStall(Direction.TO_CLIENT);
  }

  // The window is larger than all the buffers on the way: the publisher is stuck in a write. And
  // the limit of confirmations is out of reach: it must not be what ends the connection.
  private void survivesStall(Direction... directions) {
    RabbitSettings settings =
        settings(proxy.port(), 1000, 64 << 20, 600_000).withTimeouts(1, 600_000);
    RabbitTransport transport = connect(settings);
    transport.declare(List.of(queue));
    Consumption consumption = new Consumption(transport, queue);
    Production production = new Production(transport, queue, 200_000);
    eventually("messages flow", () -> production.confirmed.size() > 50);
    proxy.stall(directions);
    eventually(
        "both connections are given up",
        () ->
            transport.state().publishing() instanceof ConnectionState.Waiting
                && transport.state().consuming() instanceof ConnectionState.Waiting);
    proxy.resume();
    int before = production.confirmed.size();
    eventually("messages flow again", () -> production.confirmed.size() > before + 50);
    production.stop();
    eventually("all has come", () -> consumption.came(production.confirmed));
  }

  /** B03. */
  @Test
  void aBrokerThatIsAbsentAtStartIsWaitedFor(@TempDir Path other) {
    PrivateBroker late = closing(TestBroker.preparePrivate(other));
    RabbitTransport transport = connect(settings(late.port()));
    AtomicInteger confirmed = new AtomicInteger();
    transport.publish(queue, Inbox.parcel("early"), confirmed::incrementAndGet);
    eventually(
        "it says what it waits for",
        () -> transport.state().publishing().toString().contains("refused"));
    assertThat(transport.state().publishing()).isInstanceOf(ConnectionState.Waiting.class);

    late.restart();
    transport.declare(List.of(queue));
    eventually("the message is confirmed", () -> confirmed.get() == 1);
    assertThat(new Consumption(transport, queue).first()).isEqualTo("early");
  }

  /** B07. */
  @Test
  void underAnAlarmPublishersPauseAndAcknowledgementsGoOn() {
    RabbitTransport transport = connect(settings(node.port()));
    transport.declare(List.of(queue));
    Production production = new Production(transport, queue);
    eventually("messages wait", () -> production.confirmed.size() > 500);
    node.rabbitmqctl("set_vm_memory_high_watermark", "0.0000001");
    try {
      eventually(
          "the publisher is held up",
          () -> transport.state().publishing() instanceof ConnectionState.Blocked);
      assertThat(transport.state().consuming()).isInstanceOf(ConnectionState.Open.class);
      Consumption consumption = new Consumption(transport, queue);
      eventually("all are delivered", () -> consumption.came(production.confirmed));
      eventually("and acknowledged", () -> unacknowledged() == 0);
      assertThat(transport.state().publishing()).isInstanceOf(ConnectionState.Blocked.class);
      int before = production.confirmed.size();
      node.rabbitmqctl("set_vm_memory_high_watermark", "0.4");
      eventually("messages flow again", () -> production.confirmed.size() > before + 200);
      production.stop();
      eventually("all has come", () -> consumption.came(production.confirmed));
      assertThat(consumption.losses()).isZero();
    } finally {
      node.rabbitmqctl("set_vm_memory_high_watermark", "0.4");
    }
  }

  private int unacknowledged() {
    return node.rabbitmqctl("list_queues", "name", "messages_unacknowledged")
        .lines()
        .filter(line -> line.startsWith(queue + "\t"))
        .mapToInt(line -> Integer.parseInt(line.substring(line.indexOf("\t") + 1)))
        .sum();
  }

  /** M10: the connection is well, but confirmations do not come. */
  @Test
  void aConfirmationThatNeverComesIsNotWaitedForForEver() {
    RabbitTransport transport = connect(settings(proxy.port(), 64, 8 << 20, 2_000));
    transport.declare(List.of(queue));
    AtomicInteger confirmed = new AtomicInteger();
    transport.publish(queue, Inbox.parcel("first"), confirmed::incrementAndGet);
    eventually("the first is confirmed", () -> confirmed.get() == 1);
    String process = "list_to_atom(\"%2F_" + queue + "\")";
    node.rabbitmqctl("eval", "sys:suspend(" + process + ").");
    int connections = proxy.accepted();
    try {
      transport.publish(queue, Inbox.parcel("second"), confirmed::incrementAndGet);
      eventually("it is sent again, twice", () -> proxy.accepted() >= connections + 2);
      assertThat(confirmed).hasValue(1);
    } finally {
      node.rabbitmqctl("eval", "sys:resume(" + process + ").");
    }
    eventually("the second is confirmed", () -> confirmed.get() == 2);
  }

  /** B06: a channel of RabbitMQ 3.10 may refuse for ever what another one takes. */
  @Test
  void afterRepeatedRefusalsTheMessageIsSentOverANewConnection() {
    RabbitTransport transport = connect(settings(proxy.port()));
    transport.declare(List.of(queue));
    AtomicInteger confirmed = new AtomicInteger();
    transport.publish(queue, Inbox.parcel("first"), confirmed::incrementAndGet);
    eventually("the first is confirmed", () -> confirmed.get() == 1);
    String full = "{\"max-length\":1,\"overflow\":\"reject-publish\"}";
    node.rabbitmqctl("set_policy", "--apply-to", "queues", "full", "^" + queue + "$", full);
    int connections = proxy.accepted();
    AtomicInteger published = new AtomicInteger(1);
    try {
      // A quorum queue refuses only after it has told the channel that it is full, and takes all
      // that arrives before that: one message at a time, until one is refused.
      eventually(
          "it is tried anew, twice",
          () -> {
            if (confirmed.get() == published.get()) {
              String text = "message " + published.incrementAndGet();
              transport.publish(queue, Inbox.parcel(text), confirmed::incrementAndGet);
            }
            return proxy.accepted() >= connections + 2;
          });
      assertThat(confirmed).hasValueLessThan(published.get());
    } finally {
      node.rabbitmqctl("clear_policy", "full");
    }
    eventually("all are confirmed", () -> confirmed.get() == published.get());
  }

  /** M12: on 4.x each crash of a consumer counts for all that it had been delivered. */
  @Test
  void thirtyCrashesOfAConsumerLoseNoMessage() {
    RabbitTransport publisher = connect(settings(node.port()));
    publisher.declare(List.of(queue));
    AtomicInteger confirmed = new AtomicInteger();
    for (int i = 0; i < 10; i++) {
      publisher.publish(queue, Inbox.parcel("message " + i), confirmed::incrementAndGet);
    }
    eventually("all are confirmed", () -> confirmed.get() == 10);
    for (int crash = 1; crash <= 30; crash++) {
      RabbitTransport consumer = RabbitTransport.connect(settings(proxy.port()), fatals::add);
      Inbox inbox = new Inbox();
      consumer.open(inbox).subscribe(queue, 10);
      eventually("all ten", () -> inbox.texts().size() == 10);
      proxy.cut();
      consumer.close();
    }
    Inbox inbox = new Inbox();
    publisher.open(inbox).subscribe(queue, 10);
    eventually("all ten, still", () -> inbox.texts().size() == 10);
    assertThat(inbox.texts()).doesNotHaveDuplicates();
  }

  /** B01: a tag of a lost session is not good for the next one, where it means another message. */
  @Test
  void aTagOfALostSessionAcknowledgesNothing() {
    RabbitTransport transport = connect(settings(proxy.port()));
    transport.declare(List.of(queue));
    AtomicInteger confirmed = new AtomicInteger();
    transport.publish(queue, Inbox.parcel("kept"), confirmed::incrementAndGet);
    eventually("it is confirmed", () -> confirmed.get() == 1);
    Inbox first = new Inbox();
    Transport.Session lost = transport.open(first);
    lost.subscribe(queue, 10);
    eventually("it came", () -> first.texts().size() == 1);
    proxy.cut();
    eventually("the session is lost", () -> first.losses().size() == 1);
    Inbox second = new Inbox();
    Transport.Session successor = transport.open(second);
    successor.subscribe(queue, 10);
    eventually("it came again", () -> second.texts().size() == 1);
    assertThat(second.deliveries().getFirst().tag()).isEqualTo(first.deliveries().getFirst().tag());

    lost.acknowledge(first.deliveries().getFirst().tag());
    successor.close();

    assertThat(new Consumption(transport, queue).first()).isEqualTo("kept");
  }

  /** M11: it cannot occur, because we acknowledge what is safe on disk; but if it does: */
  @Test
  void aConsumerThatTheBrokerGivesUpIsTold() {
    node.rabbitmqctl("eval", "application:set_env(rabbit, consumer_timeout, 1000).");
    node.rabbitmqctl("eval", "application:set_env(rabbit, channel_tick_interval, 500).");
    try {
      RabbitTransport transport = connect(settings(node.port()));
      transport.declare(List.of(queue));
      transport.publish(queue, Inbox.parcel("kept"), () -> {});
      Inbox inbox = new Inbox();
      transport.open(inbox).subscribe(queue, 10);
      eventually("it is told", () -> inbox.losses().size() == 1);
      assertThat(inbox.losses().getFirst()).contains("timed out");
      assertThat(new Consumption(transport, queue).first()).isEqualTo("kept");
    } finally {
      node.rabbitmqctl("eval", "application:set_env(rabbit, consumer_timeout, 1800000).");
      node.rabbitmqctl("eval", "application:set_env(rabbit, channel_tick_interval, 60000).");
    }
  }

  /** B13: what a user may do is changed while processes run, and changed back. */
  @ParameterizedTest
  @MethodSource
  void aRightThatIsTakenAwayIsWaitedForAndNothingIsLost(String right, Change taken, Change back) {
    String user = "user-" + test;
    node.rabbitmqctl("add_user", user, "secret");
    node.rabbitmqctl("set_permissions", user, ".*", ".*", ".*");
    String uri = node.uri().replace("guest:guest", user + ":secret");
    RabbitTransport transport =
        connect(RabbitSettings.of(uri.replace(":" + node.port(), ":" + proxy.port()), "test"));
    transport.declare(List.of(queue));
    Consumption consumption = new Consumption(transport, queue);
    Production production = new Production(transport, queue, consumption.room);
    eventually("messages flow", () -> production.confirmed.size() > 100);

    taken.of(user);
    proxy.cut(); // the broker remembers for a while what a channel may do

    eventually(
        right + ": it says who is refused",
        () -> transport.state().links().contains("the broker refuses user '" + user + "' in"));
    assertThat(transport.state().isReady()).isFalse();
    back.of(user);
    eventually("it goes on", () -> transport.state().isReady());
    int before = production.confirmed.size();
    eventually("messages flow again", () -> production.confirmed.size() > before + 100);
    production.stop();
    eventually("all has come", () -> consumption.came(production.confirmed));
  }

  /** B13. */
  @Test
  void aRightThatWasNeverThereIsAMistakeInTheSettings() {
    String user = "user-" + test;
    node.rabbitmqctl("add_user", user, "secret");
    node.rabbitmqctl("set_permissions", user, "", "", "");
    RabbitTransport transport =
        connect(RabbitSettings.of(node.uri().replace("guest:guest", user + ":secret"), "test"));

    assertThatThrownBy(() -> transport.declare(List.of(queue)))
        .isInstanceOf(Fatal.class)
        .hasMessageContaining("refused for user '" + user + "'");

    assertThat(fatals).extracting(Fatal::reason).containsExactly(FatalReason.BROKER_REFUSED);
    fatals.clear();
  }

  interface Change {
    void of(String user);
  }

  static Stream<Arguments> aRightThatIsTakenAwayIsWaitedForAndNothingIsLost() {
    Change all = user -> node.rabbitmqctl("set_permissions", user, ".*", ".*", ".*");
    return Stream.of(
        arguments("all", (Change) user -> node.rabbitmqctl("clear_permissions", user), all),
        arguments(
            "to publish",
            (Change) user -> node.rabbitmqctl("set_permissions", user, ".*", "", ".*"),
            all),
        arguments(
            "to consume",
            (Change) user -> node.rabbitmqctl("set_permissions", user, ".*", ".*", ""),
            all),
        arguments(
            "the password",
            (Change) user -> node.rabbitmqctl("change_password", user, "another"),
            (Change) user -> node.rabbitmqctl("change_password", user, "secret")));
  }

  /** B08, B10: the queue of a living consumer is deleted by hand. */
  @Test
  void aDeletedQueueEndsItsSessions() {
    RabbitTransport transport = connect(settings(node.port()));
    transport.declare(List.of(queue));
    Inbox inbox = new Inbox();
    transport.open(inbox).subscribe(queue, 10);
    node.rabbitmqctl("delete_queue", queue);
    eventually("it is told", () -> inbox.losses().size() == 1);
    assertThat(transport.state().consuming()).isInstanceOf(ConnectionState.Open.class);
  }

  // ---- small parts

  private RabbitSettings settings(int port) {
    return settings(port, 64, 8 << 20, 60_000);
  }

  private RabbitSettings settings(int port, int messages, long bytes, long confirmLimitMillis) {
    String uri = node.uri().replace(":" + node.port(), ":" + port);
    RabbitSettings usual = RabbitSettings.of(uri, "test");
    return new RabbitSettings(
        uri,
        "test",
        messages,
        bytes,
        usual.heartbeatSeconds(),
        confirmLimitMillis,
        usual.backoff(),
        usual.seed());
  }

  private RabbitTransport connect(RabbitSettings settings) {
    return closing(RabbitTransport.connect(settings, fatals::add));
  }

  private <T extends AutoCloseable> T closing(T what) {
    open.add(what);
    return what;
  }

  private static void eventually(String what, BooleanSupplier condition) {
    await(what).atMost(Duration.ofSeconds(90)).until(condition::getAsBoolean);
  }

  /** Publishes numbered messages until it is stopped, and knows which are confirmed. */
  private static final class Production {

    final Set<String> confirmed = new ConcurrentSkipListSet<>();
    private final AtomicInteger published = new AtomicInteger();
    private final AtomicInteger confirmations = new AtomicInteger();
    private final Thread thread;
    private final Semaphore room;
    private volatile boolean stopping;

    Production(Transport transport, String queue) {
      this(transport, queue, 10);
    }

    Production(Transport transport, String queue, int padding) {
      this(transport, queue, padding, new Semaphore(Integer.MAX_VALUE / 2));
    }

    /** Waits while so many messages have not come yet: while nothing is consumed, there is time. */
    Production(Transport transport, String queue, Semaphore room) {
      this(transport, queue, 10, room);
    }

    private Production(Transport transport, String queue, int padding, Semaphore room) {
      this.room = room;
      thread = Thread.ofPlatform().daemon().start(() -> run(transport, queue, padding));
    }

    private void run(Transport transport, String queue, int padding) {
      while (!stopping) {
        room.acquireUninterruptibly();
        String text = "%06d".formatted(published.incrementAndGet());
        byte[] body = (text + " ".repeat(padding)).getBytes(UTF_8);
        Parcel parcel = new Parcel(body, text, "batch", "job", "sender");
        transport.publish(queue, parcel, () -> confirm(text));
      }
    }

    private void confirm(String text) {
      confirmations.incrementAndGet();
      confirmed.add(text);
    }

    /** No more are published, and all are confirmed, each once. */
    void stop() {
      stopping = true;
      room.release();
      eventually("the publisher ends", () -> !thread.isAlive());
      eventually("all are confirmed", () -> confirmed.size() == published.get());
      assertThat(confirmations).hasValue(published.get());
    }
  }

  /** Consumes and acknowledges; opens a new session when one is lost. */
  private static final class Consumption implements Transport.SessionListener {

    private final Transport transport;
    private final String queue;
    private final Set<String> texts = new ConcurrentSkipListSet<>();
    final Semaphore room = new Semaphore(5_000);
    private final AtomicInteger losses = new AtomicInteger();
    private volatile Transport.Session session;

    Consumption(Transport transport, String queue) {
      this.transport = transport;
      this.queue = queue;
      begin();
    }

    private void begin() {
      session = transport.open(this);
      session.subscribe(queue, 20);
    }

    @Override
    public void delivered(Delivery delivery) {
      if (texts.add(new String(delivery.body(), UTF_8).strip())) {
        room.release();
      }
      session.acknowledge(delivery.tag());
    }

    @Override
    public void lost(String reason) {
      losses.incrementAndGet();
      Thread.ofPlatform().daemon().start(this::begin);
    }

    boolean came(Set<String> all) {
      return texts.containsAll(all);
    }

    int losses() {
      return losses.get();
    }

    String first() {
      eventually("something came", () -> !texts.isEmpty());
      return texts.iterator().next();
    }
  }
}
