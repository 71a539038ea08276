package dev.roastery.common.broker.rabbit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.roastery.common.fault.Fatal;
import dev.roastery.harness.PrivateBroker;
import dev.roastery.harness.TcpProxy;
import dev.roastery.testkit.TestBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names that one process has at RabbitMQ. */
@Tag("broker")
class ExclusiveNamesTest {

  private static final String NAME = "roastery.joiner.node.0";
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private static PrivateBroker broker;

  private final List<Fatal> fatals = new CopyOnWriteArrayList<>();
  private final List<RabbitTransport> transports = new CopyOnWriteArrayList<>();

  @BeforeAll
  static void start(@TempDir Path folder) {
    broker = TestBroker.startPrivate(folder);
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  @AfterEach
  void close() {
    transports.forEach(RabbitTransport::close);
    assertThat(fatals).isEmpty();
  }

  private RabbitTransport connect(String uri) {
    RabbitTransport transport =
        RabbitTransport.connect(RabbitSettings.of(uri, "test"), fatals::add);
    transports.add(transport);
    return transport;
  }

  @Test
  void aNameIsThatOfOneProcessUntilItEnds() {
    RabbitTransport first = connect(broker.uri());
    RabbitTransport second = connect(broker.uri());

    assertThat(first.take(NAME)).isTrue();
    assertThat(first.take(NAME)).isFalse();
    assertThat(second.take(NAME)).isFalse();
    assertThat(second.take(NAME + "1")).isTrue();
    first.close();

    await().atMost(LIMIT).until(() -> second.take(NAME));
  }

  @Test
  void afterALostConnectionTheNameIsTakenAgain() {
    try (TcpProxy proxy = new TcpProxy(broker.port())) {
      RabbitTransport transport =
          connect(broker.uri().replace(":" + broker.port(), ":" + proxy.port()));
      assertThat(transport.take(NAME)).isTrue();
      String before = owner();

      proxy.cut();

      await().atMost(LIMIT).until(() -> !Set.of("", before).contains(owner()));
    }
  }

  /** The broker's id of the connection that has the name; empty if there is none. */
  private static String owner() {
    return broker
        .rabbitmqctl("list_queues", "--quiet", "name", "owner_pid")
        .lines()
        .filter(line -> line.startsWith(NAME + "\t"))
        .map(line -> line.substring(NAME.length() + 1))
        .collect(Collectors.joining());
  }

  /** These cannot end with a connection, so that a name is a queue of another type. */
  @Test
  void aVirtualHostWhoseQueuesAreQuorumQueuesHasNamesToo() {
    broker.rabbitmqctl("add_vhost", "quorum", "--default-queue-type", "quorum");
    broker.rabbitmqctl("set_permissions", "-p", "quorum", "guest", ".*", ".*", ".*");
    String uri = broker.uri().replaceFirst("(:\\d+)(/.*)?$", "$1/quorum");

    assertThat(connect(uri).take(NAME)).isTrue();
    assertThat(connect(uri).take(NAME)).isFalse();
  }

  /** A name begins as all queues of ours do. */
  @Test
  void aUserWhoMayConfigureTheQueuesOfRoasteryAloneMayTakeNames() {
    broker.rabbitmqctl("add_user", "least", "of-this-test-only");
    broker.rabbitmqctl(
        "set_permissions", "-p", "/", "least", "^roastery\\.", "^roastery\\.", "^roastery\\.");
    String uri = broker.uri().replaceFirst("//[^@]*@", "//least:of-this-test-only@");

    assertThat(connect(uri).take(NAME)).isTrue();
  }
}
