package dev.roastery.bench.compare;

import dev.roastery.common.durable.Durably;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.pipeline.topology.JobTopology;
import dev.roastery.testkit.Leash;
import dev.roastery.testkit.LoopbackPort;
import dev.roastery.testkit.PrivateNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** A RabbitMQ of our own, a gateway, and one worker of each kind: all there is to a cluster. */
final class Cluster implements AutoCloseable {

  private static final int LOOK_MILLIS = 100;

  private static final int PARTITIONS = JobTopology.all(Partitions.usual(Pipeline.STANDARD)).size();

  private static final Pattern OWNED = Pattern.compile("\"partition\":\"[^\"]+\",\"owner\":\"");

  private final Path launcher;
  private final Path folder;
  private final PrivateNode broker;
  private final int port = LoopbackPort.free();
  private final List<Process> nodes = new ArrayList<>();
  private final List<Leash> leashes = new ArrayList<>();

  private Cluster(Path launcher, Path folder) {
    this.launcher = launcher;
    this.folder = folder;
    this.broker = PrivateNode.start(folder.resolve("broker"));
  }

  /** Returns when every partition has an owner. What is in the folder is deleted. */
  static Cluster start(Path launcher, Path folder) throws IOException, InterruptedException {
    Durably.delete(folder);
    Files.createDirectories(folder.resolve("broker"));
    Cluster cluster = new Cluster(launcher, folder);
    try {
      cluster.start(Pipeline.GATEWAY);
      for (String worker : Pipeline.STANDARD.workers()) {
        cluster.start(worker);
      }
      cluster.awaitReady();
      return cluster;
    } catch (IOException | InterruptedException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private void start(String node) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(launcher.toString(), node, "--amqp", broker.uri())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve(node + ".log").toFile());
    builder.environment().put("ROASTERY_STATE", folder.resolve(node).toString());
    builder.environment().put("ROASTERY_HTTP_PORT", Integer.toString(port));
    builder.environment().put("ROASTERY_HEALTH_PORT", "-1");
    Process process = builder.start();
    nodes.add(process);
    leashes.add(Leash.killing(process));
  }

  URI gateway() {
    return URI.create("http://127.0.0.1:" + port);
  }

  private void awaitReady() throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest workers = HttpRequest.newBuilder(gateway().resolve("/v1/workers")).build();
      while (!areOwned(client, workers)) {
        for (Process node : nodes) {
          if (node.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
            throw new IllegalStateException("a node has ended; its words are in " + folder);
          }
        }
      }
    }
  }

  private static boolean areOwned(HttpClient client, HttpRequest workers)
      throws InterruptedException {
    try {
      String answer = client.send(workers, HttpResponse.BodyHandlers.ofString()).body();
      return OWNED.matcher(answer).results().count() == PARTITIONS;
    } catch (IOException notYet) {
      return false;
    }
  }

  /** Every process of it, those of RabbitMQ too. */
  List<ProcessHandle> processes() {
    return ProcessHandle.current().descendants().toList();
  }

  @Override
  public void close() {
    for (int at = 0; at < nodes.size(); at++) {
      nodes.get(at).destroy();
      nodes.get(at).onExit().join();
      leashes.get(at).close();
    }
    broker.close();
  }
}
