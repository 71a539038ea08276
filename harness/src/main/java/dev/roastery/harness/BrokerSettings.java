package dev.roastery.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.TreeMap;

/**
 * What separates a {@link PrivateBroker} from others: its folder, its ports, and the files that
 * configure RabbitMQ.
 */
record BrokerSettings(Path folder, int amqpPort, int epmdPort, int clusteringPort, String cookie) {

  static BrokerSettings in(Path folder) {
    int amqpPort = LoopbackPort.free();
    String cookie = "roastery-" + amqpPort + "-" + ProcessHandle.current().pid();
    return new BrokerSettings(folder, amqpPort, LoopbackPort.free(), LoopbackPort.free(), cookie);
  }

  /** Of a node that can find this one, and may speak with it. */
  BrokerSettings beside(Path otherFolder) {
    return new BrokerSettings(
        otherFolder, LoopbackPort.free(), epmdPort, LoopbackPort.free(), cookie);
  }

  String nodeName() {
    return "roastery-" + amqpPort + "@localhost";
  }

  Path console() {
    return folder.resolve("console");
  }

  Map<String, String> environment() {
    Map<String, String> all = new TreeMap<>();
    all.put("HOME", folder.resolve("home").toString());
    all.put("ERL_EPMD_PORT", Integer.toString(epmdPort));
    all.put("ERL_EPMD_ADDRESS", "127.0.0.1");
    all.put("ERL_CRASH_DUMP", folder.resolve("crash.dump").toString());
    all.put("RABBITMQ_NODENAME", nodeName());
    all.put("RABBITMQ_NODE_IP_ADDRESS", "127.0.0.1");
    all.put("RABBITMQ_NODE_PORT", Integer.toString(amqpPort));
    all.put("RABBITMQ_DIST_PORT", Integer.toString(clusteringPort));
    all.put("RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS", "-kernel inet_dist_use_interface {127,0,0,1}");
    all.put("RABBITMQ_CONF_ENV_FILE", folder.resolve("env.conf").toString());
    all.put("RABBITMQ_CONFIG_FILE", folder.resolve("rabbitmq.conf").toString());
    all.put("RABBITMQ_CONFIG_FILES", folder.resolve("conf.d").toString());
    all.put("RABBITMQ_ADVANCED_CONFIG_FILE", folder.resolve("advanced.config").toString());
    all.put("RABBITMQ_ENABLED_PLUGINS_FILE", folder.resolve("enabled_plugins").toString());
    all.put("RABBITMQ_PLUGINS_EXPAND_DIR", folder.resolve("plugins").toString());
    all.put("RABBITMQ_GENERATED_CONFIG_DIR", folder.resolve("generated").toString());
    all.put("RABBITMQ_MNESIA_BASE", folder.resolve("mnesia").toString());
    all.put("RABBITMQ_LOG_BASE", folder.resolve("log").toString());
    all.put("RABBITMQ_PID_FILE", folder.resolve("pid").toString());
    // Makes the script become the node, so that the process we started is the one to kill.
    all.put("RUNNING_UNDER_SYSTEMD", "true");
    return Map.copyOf(all);
  }

  void writeFiles() throws IOException {
    Path file = folder.resolve("home/.erlang.cookie");
    Files.createDirectories(file.getParent());
    Files.createDirectories(folder.resolve("conf.d"));
    Files.writeString(file, cookie);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--------"));
    Files.writeString(folder.resolve("env.conf"), "");
    Files.writeString(folder.resolve("advanced.config"), "[].\n");
    Files.writeString(folder.resolve("enabled_plugins"), "[].\n");
    // A small write-ahead log: the default of quorum queues fills up half a gigabyte first. The
    // other nodes of a cluster leave one that hangs as soon as in deploy/.
    Files.writeString(
        folder.resolve("rabbitmq.conf"), "raft.wal_max_size_bytes = 67108864\nnet_ticktime = 15\n");
  }

  /** RabbitMQ's own plugin tells metrics at this port. */
  void enableMetrics(int port) throws IOException {
    Files.writeString(folder.resolve("enabled_plugins"), "[rabbitmq_prometheus].\n");
    Files.writeString(
        folder.resolve("rabbitmq.conf"),
        "prometheus.tcp.ip = 127.0.0.1\nprometheus.tcp.port = %d\n".formatted(port),
        StandardOpenOption.APPEND);
  }
}
