package dev.roastery.simulation.process;

import dev.roastery.harness.PrivateBroker;
import dev.roastery.harness.TcpProxy;
import dev.roastery.testkit.TestBroker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A RabbitMQ node that the tests of this package share, because starting one takes seconds. Each
 * test has a virtual host of its own there: as good as an empty broker. It ends with this JVM.
 */
public record ToyBroker(PrivateBroker node, String vhost) {

  /** Made at once, because a call of rabbitmqctl takes as long as a crash of a worker. */
  private static final int AT_ONCE = 8;

  private static final Deque<ToyBroker> spare = new ArrayDeque<>();
  private static @Nullable PrivateBroker shared;
  private static int vhosts;

  /** An empty virtual host of the shared node. */
  public static synchronized ToyBroker empty() {
    PrivateBroker node = shared;
    if (node == null) {
      try {
        node = TestBroker.startPrivate(Files.createTempDirectory("roastery-node"));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      Runtime.getRuntime().addShutdownHook(new Thread(node::close));
      shared = node;
    }
    if (spare.isEmpty()) {
      spare.addAll(on(node, AT_ONCE));
    }
    return spare.remove();
  }

  /** Empty virtual hosts of a node, to which a test may do harm. */
  static synchronized List<ToyBroker> on(PrivateBroker node, int count) {
    int first = vhosts + 1;
    vhosts += count;
    node.rabbitmqctl(
        "eval",
        """
        [begin
           Name = <<"toy", (integer_to_binary(N))/binary>>,
           rabbit_vhost:add(Name, <<"test">>),
           rabbit_auth_backend_internal:set_permissions(
               <<"guest">>, Name, <<".*">>, <<".*">>, <<".*">>, <<"test">>)
         end || N <- lists:seq(%d, %d)].
        """
            .formatted(first, vhosts));
    return IntStream.rangeClosed(first, vhosts)
        .mapToObj(number -> new ToyBroker(node, "toy" + number))
        .toList();
  }

  public String uri() {
    return node.uri() + "/" + vhost;
  }

  /** By another way, which a test has in its hands. */
  String uriThrough(TcpProxy proxy) {
    return uri().replace(":" + node.port(), ":" + proxy.port());
  }

  /** How many messages each queue has, delivered or not. */
  Map<String, Integer> messages() {
    Map<String, Integer> messages = new TreeMap<>();
    String table = node.rabbitmqctl("list_queues", "-p", vhost, "name", "messages");
    for (String line : table.lines().toList()) {
      List<String> columns = List.of(line.split("\t", -1));
      if (columns.size() == 2 && columns.getLast().matches("[0-9]+")) {
        messages.put(columns.getFirst(), Integer.parseInt(columns.getLast()));
      }
    }
    return messages;
  }
}
