package dev.roastery.common.broker.rabbit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import dev.roastery.common.broker.Delivery;
import dev.roastery.common.broker.Parcel;
import dev.roastery.common.broker.Transport;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.harness.LoopbackPort;
import dev.roastery.testkit.Inbox;
import dev.roastery.testkit.TestBroker;
import dev.roastery.testkit.TransportContract;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("broker")
class RabbitTransportTest extends TransportContract {

  private final List<Fatal> fatals = new CopyOnWriteArrayList<>();
  private final String uri = TestBroker.get().uri();
  private final RabbitTransport transport = connect(uri);

  private RabbitTransport connect(String to) {
    RabbitSettings usual = RabbitSettings.of(to, "test");
    RabbitSettings settings =
        new RabbitSettings(
            to,
            "test",
            64,
            8 << 20,
            usual.heartbeatSeconds(),
            usual.confirmLimitMillis(),
            usual.backoff(),
            usual.seed());
    return RabbitTransport.connect(settings, fatals::add);
  }

  @Override
  protected Transport transport() {
    return transport;
  }

  @AfterEach
  void close() throws Exception {
    transport.close();
    try (Connection connection = factory().newConnection();
        Channel channel = connection.createChannel()) {
      for (String queue : queues()) {
        channel.queueDelete(queue);
      }
    }
    assertThat(fatals).isEmpty();
  }

  private ConnectionFactory factory() throws Exception {
    ConnectionFactory factory = new ConnectionFactory();
    factory.setUri(uri);
    return factory;
  }

  @Test
  void labelsAreThereForAnOperatorToSee() throws Exception {
    String queue = queue();
    transport.publish(
        queue,
        new Parcel(new byte[] {7}, "the-id", "End", "the-job" + "é".repeat(300), "the-sender"),
        () -> {});
    try (Connection connection = factory().newConnection();
        Channel channel = connection.createChannel()) {
      CompletableFuture<com.rabbitmq.client.Delivery> came = new CompletableFuture<>();
      channel.basicConsume(queue, true, (_, delivery) -> came.complete(delivery), _ -> {});
      assertThat(came).succeedsWithin(Duration.ofSeconds(60));
      AMQP.BasicProperties labels = came.join().getProperties();
      assertThat(came.join().getBody()).containsExactly(7);
      assertThat(labels.getMessageId()).isEqualTo("the-id");
      assertThat(labels.getType()).isEqualTo("End");
      assertThat(labels.getCorrelationId()).startsWith("the-job").hasSizeLessThan(255);
      assertThat(labels.getAppId()).isEqualTo("roastery");
      assertThat(labels.getDeliveryMode()).isEqualTo(2);
      assertThat(labels.getHeaders().get("sender")).hasToString("the-sender");
    }
  }

  @Test
  void whatWaitsInAQueueCountsOnceThereIsSomebodyToWorkOnIt() {
    String queue = queue();
    publishAndConfirm(queue, "1", "2", "3", "4");
    assertThat(transport.backlog(List.of(queue))).isZero();

    try (Transport.Session session = transport.open(new Inbox())) {
      session.subscribe(queue, 1);
      eventually("all but the one delivered", () -> transport.backlog(List.of(queue)) == 3);
      assertThat(transport.waiting(queue)).hasValue(3);
    }
    eventually("nobody is there", () -> transport.backlog(List.of(queue)) == 0);
    eventually("all wait without a consumer", () -> transport.waiting(queue).orElse(0) == 4);
    assertThat(transport.waiting(queue + "-which-is-not-there")).isEmpty();
  }

  @Test
  void aQueueIsNotShortWhileManyMessagesToItAreUnconfirmed() {
    String missing = queue() + "-missing";
    for (int message = 0; message < 3; message++) {
      transport.publish(missing, Inbox.parcel("message"), () -> {});
    }
    AtomicInteger told = new AtomicInteger();
    transport.whenShort(missing, told::incrementAndGet);
    AtomicInteger ofAnother = new AtomicInteger();
    transport.whenShort(queue(), ofAnother::incrementAndGet);
    eventually("another queue is short", () -> ofAnother.get() == 1);
    assertThat(told).hasValue(0);

    queues().add(missing);
    transport.declare(List.of(missing));
    try (Transport.Session session = transport.open(new Inbox())) {
      session.subscribe(missing, 10);
      eventually("they are confirmed and delivered", () -> told.get() == 1);
    }
  }

  @Test
  void aQueueThatCannotBeAskedIsTakenForShort() {
    AtomicInteger told = new AtomicInteger();
    transport.whenShort(queue() + "-missing", told::incrementAndGet);
    eventually("nothing is known of it", () -> told.get() == 1);
  }

  @Test
  void onlyASessionThatShouldGetMessagesIsForgotten() throws Exception {
    String queue = queue();
    Inbox inbox = new Inbox();
    try (Connection connection = factory().newConnection()) {
      Channel channel = connection.createChannel();
      RabbitSession session =
          new RabbitSession(channel, inbox, new AllQueues(), fatals::add, Runnable::run);
      session.subscribe(queue, 10);
      RabbitSession.Depths standsBy = _ -> new RabbitSession.Depth(5, 2);
      assertThat(session.undelivered(standsBy)).isEmpty();
      assertThat(session.undelivered(standsBy)).as("the other consumer is busy").isEmpty();

      RabbitSession.Depths alone = _ -> new RabbitSession.Depth(5, 1);
      assertThat(session.undelivered(alone)).as("they may have just come").isEmpty();
      assertThat(session.undelivered(alone)).contains(queue);

      publishAndConfirm(queue, "1");
      eventually("it has come", () -> inbox.texts().contains("1"));
      assertThat(session.undelivered(alone)).as("it is busy itself").isEmpty();
      assertThat(session.undelivered(alone)).isEmpty();

      session.acknowledge(inbox.deliveries().getFirst().tag());
      assertThat(session.undelivered(standsBy)).as("something has come").isEmpty();
      assertThat(session.undelivered(standsBy)).contains(queue);
      session.close();
      assertThat(session.undelivered(standsBy)).isEmpty();
    }
  }

  private static final class AllQueues implements RabbitSession.Queues {
    @Override
    public void found(String queue) {}

    @Override
    public void missing(String queue, Exception words) {
      throw new AssertionError(queue, words);
    }

    @Override
    public long refused(String queue, Fatal refusal) {
      throw new AssertionError(queue, refusal);
    }
  }

  @Test
  void aQueueIsEmptyWhenNothingWaitsInIt() {
    String queue = queue();
    eventually("new", () -> transport.isEmpty(queue));
    publishAndConfirm(queue, "1", "2");
    eventually("two wait", () -> !transport.isEmpty(queue));
    Inbox inbox = new Inbox();
    try (Transport.Session session = transport.open(inbox)) {
      session.subscribe(queue, 10);
      eventually("a consumer holds both", () -> transport.isEmpty(queue));
    }
    eventually("they have returned", () -> !transport.isEmpty(queue));
    assertThat(transport.isEmpty(queue + "-unknown")).as("nothing is known of it").isFalse();
  }

  @Test
  void aQueueWithOtherArgumentsIsFatalAndNamesTheArgument() throws Exception {
    String queue = queue() + "-other";
    queues().add(queue);
    try (Connection connection = factory().newConnection();
        Channel channel = connection.createChannel()) {
      channel.queueDeclare(
          queue,
          true,
          false,
          false,
          Map.of(
              "x-queue-type",
              "quorum",
              "x-single-active-consumer",
              true,
              "x-dead-letter-exchange",
              "roastery.dead",
              "x-delivery-limit",
              5));
    }
    assertThatThrownBy(() -> transport.declare(List.of(queue)))
        .isInstanceOf(Fatal.class)
        .hasMessageContaining(queue)
        .hasMessageContaining("x-delivery-limit");
    assertThat(takeFatal()).isEqualTo(FatalReason.BROKER_MISCONFIGURED);
  }

  @Test
  void aWrongPasswordIsFatalAtOnce() {
    try (RabbitTransport refused = connect(uri.replaceFirst(":[^:@/]+@", ":wrong@"))) {
      eventually("it is reported", () -> !fatals.isEmpty());
      assertThat(fatals.getFirst()).message().doesNotContain("wrong");
      eventually("one ends", () -> refused.state().publishing() instanceof ConnectionState.Ended);
      eventually(
          "so does the other", () -> refused.state().consuming() instanceof ConnectionState.Ended);
    }
    assertThat(takeFatal()).isEqualTo(FatalReason.BROKER_REFUSED);
  }

  @Test
  void ofSeveralHostsOneThatAnswersIsEnough() {
    String queue = queue();
    String both = uri.replaceFirst("@([^/]*)", "@127.0.0.1:" + LoopbackPort.free() + ",$1");
    try (RabbitTransport cluster = connect(both)) {
      AtomicInteger confirmed = new AtomicInteger();
      cluster.publish(queue, Inbox.parcel("text"), confirmed::incrementAndGet);
      eventually("it is confirmed", () -> confirmed.get() == 1);
    }
  }

  @Test
  void anEmptyHostIsAMistakeInTheUri() {
    assertThatThrownBy(() -> connect("amqp://guest:guest@one:5672,,two:5672"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("empty host");
  }

  @Test
  void aMissingVirtualHostIsFatalAtOnce() {
    try (RabbitTransport _ = connect(uri.replaceFirst("(amqps?://[^/]*).*", "$1/no-such-host"))) {
      eventually("it is reported", () -> !fatals.isEmpty());
      assertThat(fatals.getFirst()).message().contains("no-such-host");
    }
    assertThat(takeFatal()).isEqualTo(FatalReason.BROKER_REFUSED);
  }

  @Test
  void aBrokerWithoutTlsIsFatalWhenTlsIsAskedFor() {
    assumeTrue(uri.startsWith("amqp:"), "the broker at hand speaks TLS");
    try (RabbitTransport _ = connect(uri.replaceFirst("amqp:", "amqps:"))) {
      eventually("it is reported", () -> !fatals.isEmpty());
    }
    assertThat(takeFatal()).isEqualTo(FatalReason.BROKER_REFUSED);
  }

  @Test
  void aMessageThatTheBrokerWouldNotTakeIsRefusedHere() {
    Parcel parcel = new Parcel(new byte[(16 << 20) + 1], "too-large", "batch", "job", "sender");
    assertThatThrownBy(() -> transport.publish("any", parcel, () -> {}))
        .hasMessageContaining("too-large")
        .hasMessageContaining("16777217");
  }

  @Test
  void aClosedTransportThrowsItsPublishersOut() {
    String missing = queue() + "-missing";
    RabbitTransport closing = connect(uri);
    AtomicInteger published = new AtomicInteger();
    CompletableFuture<Void> publisher =
        CompletableFuture.runAsync(() -> publishForEver(closing, missing, published));
    eventually("its window is full", () -> published.get() == 64);
    closing.close();
    assertThat(publisher)
        .failsWithin(Duration.ofSeconds(60))
        .withThrowableThat()
        .withMessageContaining("closed");
    assertThat(published).hasValue(64);
    assertThatThrownBy(() -> closing.declare(List.of(missing))).hasMessageContaining("closed");
  }

  private static void publishForEver(Transport transport, String queue, AtomicInteger published) {
    while (true) {
      transport.publish(queue, Inbox.parcel("text"), () -> {});
      published.incrementAndGet();
    }
  }

  @Test
  void aFailedListenerIsFatalAndNotSilent() {
    String queue = queue();
    publishAndConfirm(queue, "text");
    Transport.Session session =
        transport.open(
            new Transport.SessionListener() {
              @Override
              public void delivered(Delivery delivery) {
                throw new IllegalStateException("the listener's own fault");
              }

              @Override
              public void lost(String reason) {}
            });
    session.subscribe(queue, 10);
    eventually("it is reported", () -> !fatals.isEmpty());
    assertThat(fatals.getFirst()).hasRootCauseMessage("the listener's own fault");
    assertThat(takeFatal()).isEqualTo(FatalReason.BROKEN_INVARIANT);
  }

  @Test
  void aMessageForADeletedQueueIsNeverTakenAsSent() throws Exception {
    String queue = queue();
    publishAndConfirm(queue, "before");
    try (Connection connection = factory().newConnection();
        Channel channel = connection.createChannel()) {
      channel.queueDelete(queue);
    }
    Inbox inbox = new Inbox();
    AtomicInteger confirmed = new AtomicInteger();
    transport.publish(queue, Inbox.parcel("after"), confirmed::incrementAndGet);
    eventually("it is visible", () -> transport.state().missingQueues().contains(queue));
    publishAndConfirm(queue(), "another queue goes on");
    assertThat(confirmed).hasValue(0);
    assertThat(transport.state().isReady()).isFalse();

    transport.declare(List.of(queue));
    eventually("it is confirmed", () -> confirmed.get() == 1);
    try (Transport.Session session = transport.open(inbox)) {
      session.subscribe(queue, 10);
      eventually("it came", () -> !inbox.texts().isEmpty());
    }
    assertThat(inbox.texts()).containsOnly("after");
    eventually("all is well", () -> transport.state().isReady());
  }

  @Test
  void newsReachTheSessionsOfTheMomentAndLeaveNothingBehind() throws Exception {
    String news = "contract-" + System.nanoTime() + Transport.NEWS_SUFFIX;
    transport.declare(List.of(news));
    publishAndConfirm(news, "before");
    Inbox one = new Inbox();
    Inbox two = new Inbox();
    try (Transport.Session first = transport.open(one);
        Transport.Session second = transport.open(two)) {
      first.subscribe(news, 10);
      second.subscribe(news, 10);
      publishAndConfirm(news, "now");
      eventually("both have it", () -> one.texts().size() == 1 && two.texts().size() == 1);
    }
    publishAndConfirm(news, "after");

    assertThat(one.texts()).containsExactly("now");
    assertThat(one.deliveries()).extracting(Delivery::queue).containsExactly(news);
    try (Connection connection = factory().newConnection();
        Channel channel = connection.createChannel()) {
      // Only an exchange that no queue is bound to may be deleted so.
      channel.exchangeDelete(news, true);
    }
  }

  @Test
  void aQueueThatVanishesUnderItsConsumerIsALostBroker() throws Exception {
    String queue = queue();
    Inbox inbox = new Inbox();
    Transport.Session session = transport.open(inbox);
    session.subscribe(queue, 10);
    try (Connection connection = factory().newConnection();
        Channel channel = connection.createChannel()) {
      channel.queueDelete(queue);
    }
    eventually("the consumer hears of it", () -> !inbox.losses().isEmpty());
    for (int looks = 1; looks <= 2; looks++) {
      assertThat(fatals).as("a look may be too early").isEmpty();
      Inbox next = new Inbox();
      transport.open(next).subscribe(queue, 10);
    }

    eventually("it is reported", () -> !fatals.isEmpty());
    assertThat(fatals.getFirst()).hasMessageContaining(queue);
    assertThat(takeFatal()).isEqualTo(FatalReason.BROKER_LOST);
  }

  private FatalReason takeFatal() {
    assertThat(fatals).hasSize(1);
    return fatals.removeFirst().reason();
  }
}
