package dev.roastery.cli.chaos;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A RabbitMQ node of our own on loopback, from the scripts of an installed server. It shares
 * nothing with a RabbitMQ that runs on this machine: not the node's name, nor the Erlang cookie,
 * nor epmd.
 */
final class PrivateBroker {

  /** The folder of an unpacked server, to be used before any installed one. */
  static final String HOME = "ROASTERY_RABBITMQ_HOME";

  private static final List<String> FOLDERS =
      List.of("/usr/lib/rabbitmq/lib", "/opt", "/opt/rabbitmq", "/opt/homebrew/opt/rabbitmq");

  private final Path folder;
  private final Path script;
  private final int port;
  private final Map<String, String> environment;
  private final Child epmd;
  private @Nullable Child node;

  private PrivateBroker(Path folder, Path script, LoopbackPorts ports) throws IOException {
    this.folder = folder;
    this.script = script;
    this.port = ports.free();
    this.environment = environment(ports);
    writeFiles();
    this.epmd = Child.start(List.of("epmd"), environment, folder.resolve("epmd.log"));
  }

  /** Not started yet. */
  static PrivateBroker in(Path folder, LoopbackPorts ports) throws IOException {
    Files.createDirectories(folder);
    return new PrivateBroker(folder.toAbsolutePath(), script(), ports);
  }

  /** Not the script on PATH: Debian's insists on being root or the user rabbitmq. */
  private static Path script() throws IOException {
    String home = System.getenv(HOME);
    List<Path> homes = new java.util.ArrayList<>();
    for (String each : home == null ? FOLDERS : List.of(home)) {
      homes.add(Path.of(each));
      if (Files.isDirectory(Path.of(each))) {
        try (Stream<Path> below = Files.list(Path.of(each))) {
          // The newest version is the last one by name.
          below.sorted(java.util.Comparator.reverseOrder()).forEach(homes::add);
        }
      }
    }
    return homes.stream()
        .map(each -> each.resolve("sbin/rabbitmq-server"))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(() ->
            new IOException(
                "RabbitMQ is not installed: install rabbitmq-server (it need not run), or set its"
                    + " location with "
                    + HOME));
  }

  int port() {
    return port;
  }

  Path console() {
    return folder.resolve("console.log");
  }

  void start() throws IOException {
    Child running = node;
    if (running == null || !running.isRunning()) {
      node = Child.start(List.of(script.toString()), environment, console());
    }
  }

  /** Whether it takes connections. */
  boolean listens() {
    try (Socket _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return true;
    } catch (IOException _) {
      return false;
    }
  }

  boolean isRunning() {
    Child running = node;
    return running != null && running.isRunning();
  }

  void kill() throws InterruptedException {
    Child running = node;
    if (running != null) {
      running.kill();
    }
  }

  void stop() throws InterruptedException {
    Child running = node;
    if (running != null) {
      running.stopOrKill();
    }
  }

  private Map<String, String> environment(LoopbackPorts ports) throws IOException {
    Map<String, String> all = new TreeMap<>();
    all.put("HOME", at("home"));
    all.put("ERL_EPMD_PORT", Integer.toString(ports.free()));
    all.put("ERL_EPMD_ADDRESS", "127.0.0.1");
    all.put("ERL_CRASH_DUMP", at("crash.dump"));
    all.put("RABBITMQ_NODENAME", "roastery-chaos-" + port + "@localhost");
    all.put("RABBITMQ_NODE_IP_ADDRESS", "127.0.0.1");
    all.put("RABBITMQ_NODE_PORT", Integer.toString(port));
    all.put("RABBITMQ_DIST_PORT", Integer.toString(ports.free()));
    all.put("RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS", "-kernel inet_dist_use_interface {127,0,0,1}");
    all.put("RABBITMQ_CONF_ENV_FILE", at("env.conf"));
    all.put("RABBITMQ_CONFIG_FILE", at("rabbitmq.conf"));
    all.put("RABBITMQ_CONFIG_FILES", at("conf.d"));
    all.put("RABBITMQ_ADVANCED_CONFIG_FILE", at("advanced.config"));
    all.put("RABBITMQ_ENABLED_PLUGINS_FILE", at("enabled_plugins"));
    all.put("RABBITMQ_PLUGINS_EXPAND_DIR", at("plugins"));
    all.put("RABBITMQ_GENERATED_CONFIG_DIR", at("generated"));
    all.put("RABBITMQ_MNESIA_BASE", at("mnesia"));
    all.put("RABBITMQ_LOG_BASE", at("log"));
    all.put("RABBITMQ_PID_FILE", at("pid"));
    // Makes the script become the node, so that the process we started is the one to kill.
    all.put("RUNNING_UNDER_SYSTEMD", "true");
    return all;
  }

  private String at(String name) {
    return folder.resolve(name).toString();
  }

  private void writeFiles() throws IOException {
    Path cookie = folder.resolve("home/.erlang.cookie");
    Files.createDirectories(cookie.getParent());
    Files.createDirectories(folder.resolve("conf.d"));
    Files.writeString(cookie, "roastery-" + port + "-" + ProcessHandle.current().pid());
    Files.setPosixFilePermissions(cookie, PosixFilePermissions.fromString("r--------"));
    Files.writeString(folder.resolve("env.conf"), "");
    Files.writeString(folder.resolve("advanced.config"), "[].\n");
    Files.writeString(folder.resolve("enabled_plugins"), "[].\n");
    // A small write-ahead log: the default of quorum queues fills up half a gigabyte first.
    Files.writeString(folder.resolve("rabbitmq.conf"), "raft.wal_max_size_bytes = 67108864\n");
  }

  void end() throws InterruptedException {
    kill();
    epmd.kill();
  }
}
