package dev.roastery.simulation.process;

import dev.roastery.testkit.PrivateNode;
import dev.roastery.testkit.TcpProxy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A RabbitMQ node that the tests of this package share, because starting one takes seconds. Each
 * test has a virtual host of its own there: as good as an empty broker. It ends with this JVM.
 */
record ToyBroker(PrivateNode node, String vhost) {

  private static @Nullable PrivateNode shared;
  private static int vhosts;

  /** An empty virtual host of the shared node. */
  static synchronized ToyBroker empty() {
    PrivateNode node = shared;
    if (node == null) {
      try {
        node = PrivateNode.start(Files.createTempDirectory("roastery-node"));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      Runtime.getRuntime().addShutdownHook(new Thread(node::close));
      shared = node;
    }
    return on(node);
  }

  /** An empty virtual host of a node that a test may do harm to. */
  static synchronized ToyBroker on(PrivateNode node) {
    String vhost = "toy" + ++vhosts;
    node.rabbitmqctl(
        "eval",
        """
        rabbit_vhost:add(<<"%1$s">>, <<"test">>),
        rabbit_auth_backend_internal:set_permissions(
            <<"guest">>, <<"%1$s">>, <<".*">>, <<".*">>, <<".*">>, <<"test">>).
        """
            .formatted(vhost));
    return new ToyBroker(node, vhost);
  }

  String uri() {
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
