package dev.roastery.cli.docker;

import static org.awaitility.Awaitility.await;

import dev.roastery.cli.Repository;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.harness.LoopbackPort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The cluster of compose.yaml, beside others: with a name and a port of its own. */
final class ComposeCluster {

  static final List<String> WORKERS = Pipeline.STANDARD.workers();
  static final List<String> NODES =
      Stream.concat(Stream.of(Pipeline.GATEWAY), WORKERS.stream()).toList();

  private static final Duration LIMIT = Duration.ofMinutes(5);

  private final String name = "roastery-test-" + ProcessHandle.current().pid();

  /** Docker would choose one itself, but another one after each restart. */
  private final int port = LoopbackPort.free();

  private final Docker docker;

  /**
   * The services of some files, which each change those before them.
   *
   * @param files compose.yaml first
   */
  ComposeCluster(String... files) {
    docker =
        new Docker(
            Map.of(
                "COMPOSE_FILE",
                String.join(":", files),
                "COMPOSE_PROJECT_NAME",
                name,
                "ROASTERY_IMAGE",
                name,
                "ROASTERY_STORE_IMAGE",
                storeImage(),
                "ROASTERY_PUBLISH",
                "127.0.0.1:" + port,
                // The jars are those that this build has just made.
                "ROASTERY_JARS",
                "host"));
  }

  private String storeImage() {
    return name + "-store";
  }

  /** Builds the image and starts everything; returns when all of it says that it is of use. */
  void up() throws IOException, InterruptedException {
    docker.run("compose", "build", "gateway");
    upAgain();
  }

  /** The store alone, of an image that is made here, and the image of the workers. */
  void upStore() throws IOException, InterruptedException {
    String folder = Repository.ROOT.resolve("bucket/build/image").toString();
    docker.run("build", "-q", "-t", storeImage(), folder);
    docker.run("compose", "build", "gateway");
    docker.run("compose", "up", "--wait", "store");
  }

  /** What a command prints that runs in place of a service, with all that this one has. */
  String insteadOf(String service, String... command) throws IOException, InterruptedException {
    List<String> last = new ArrayList<>(List.of(service));
    last.addAll(List.of(command));
    return docker.run(with(last, "compose", "run", "--rm", "--no-deps", "-T"));
  }

  /** The services as Compose puts them together from all files. */
  String config() throws IOException, InterruptedException {
    return docker.run("compose", "config", "--format", "json");
  }

  void upAgain() throws IOException, InterruptedException {
    docker.run("compose", "up", "--wait", "--no-build");
  }

  void stop() throws IOException, InterruptedException {
    docker.run("compose", "stop");
  }

  String gatewayUrl() {
    return "http://127.0.0.1:" + port;
  }

  /** The containers of one service, or of all; also those that have ended. */
  List<String> containers(String... service) throws IOException, InterruptedException {
    return docker.lines(with(List.of(service), "compose", "ps", "-q", "-a"));
  }

  List<String> running() throws IOException, InterruptedException {
    return docker.lines("compose", "ps", "-q", "--status", "running");
  }

  String inspect(String container, String format) throws IOException, InterruptedException {
    return docker.run("inspect", "--format", format, container).strip();
  }

  String inside(String container, String script) throws IOException, InterruptedException {
    return docker.run("exec", container, "sh", "-c", script).strip();
  }

  /** As an operator does it: the engine leaves the containers dead. */
  void kill(List<String> containers) throws IOException, InterruptedException {
    docker.run(with(containers, "kill"));
  }

  /** One worker of each kind; returns the containers that are dead now. */
  List<String> killOneOfEach() throws IOException, InterruptedException {
    List<String> killed = new ArrayList<>();
    for (String worker : WORKERS) {
      killed.add(containers(worker).getFirst());
    }
    kill(killed);
    return killed;
  }

  /** As the system does it to a process: the engine has not been asked, and starts it again. */
  void killProcesses(List<String> containers) throws IOException, InterruptedException {
    String[] inspect = with(containers, "inspect", "--format", "{{.State.Pid}}");
    String kill = "kill -9 " + String.join(" ", docker.lines(inspect));
    docker.run("run", "--rm", "--pid=host", "--user=0", "--entrypoint=sh", name, "-c", kill);
  }

  private static String[] with(List<String> last, String... first) {
    return Stream.concat(Stream.of(first), last.stream()).toArray(String[]::new);
  }

  void start(String container) throws IOException, InterruptedException {
    docker.run("start", container);
  }

  void awaitHealthy(String container) {
    await()
        .atMost(LIMIT)
        .until(() -> inspect(container, "{{.State.Health.Status}}").equals("healthy"));
  }

  /** Containers, volumes, networks and images that carry this cluster's name. */
  List<String> remains() throws IOException, InterruptedException {
    String ours = "label=com.docker.compose.project=" + name;
    List<String> found = new ArrayList<>(docker.lines("ps", "-aq", "--filter", ours));
    found.addAll(docker.lines("volume", "ls", "-q", "--filter", ours));
    found.addAll(docker.lines("network", "ls", "-q", "--filter", ours));
    found.addAll(docker.lines("images", "-q", name));
    return found;
  }

  /** Keeps all logs in the build folder, and deletes everything else. */
  void down() throws IOException, InterruptedException {
    Path log = Repository.ROOT.resolve("build/docker/log");
    Files.createDirectories(log.getParent());
    Files.writeString(log, docker.run("compose", "logs", "--no-color", "--timestamps"));
    docker.run("compose", "down", "-v");
    docker.run("rmi", name);
    if (!docker.lines("images", "-q", storeImage()).isEmpty()) {
      docker.run("rmi", storeImage());
    }
  }
}
