package dev.roastery.cli.chaos.target;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.roastery.common.pipeline.Pipeline;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The containers of one running project of docker compose, by the docker command line. */
public final class ComposeTarget implements ChaosTarget {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Set<String> BROKERS = Set.of("broker", "rabbitmq");
  private static final String USUAL_MEMORY = "0";
  private static final String GATEWAY_PORT = "8080/tcp";
  private static final String SLOW_PROCESSORS = "0.05";
  private static final int KILLED = 137;

  private final Docker docker;
  private final Map<String, Container> containers = new TreeMap<>();
  private final Set<String> wanted = new TreeSet<>();
  private final List<Ended> ended = new ArrayList<>();
  private Instant collected = Instant.now();
  private final URI gateway;
  private final String partitions;
  private final String memory;
  private boolean isStoreSlow;

  /** What of a container stays the same over its lives. */
  private record Container(
      String id, String service, String hostname, String processors, List<String> networks) {}

  private ComposeTarget(Docker docker, List<JsonNode> inspected) throws IOException {
    this.docker = docker;
    JsonNode gatewayContainer = null;
    for (JsonNode each : inspected) {
      JsonNode labels = each.path("Config").path("Labels");
      String service = labels.path("com.docker.compose.service").asText("");
      String number = labels.path("com.docker.compose.container-number").asText("1");
      String name = name(service, number);
      if (!name.isEmpty()) {
        containers.put(name, container(each, service));
      }
      if (name.equals(GATEWAY)) {
        gatewayContainer = each;
      }
    }
    if (gatewayContainer == null || !containers.containsKey(BROKER)) {
      throw new IOException(
          "this project has no running gateway or no running broker: start it with docker compose"
              + " up");
    }
    this.gateway = address(gatewayContainer);
    this.partitions =
        variable(gatewayContainer, "ROASTERY_PARTITIONS", Pipeline.STANDARD_PARTITIONS);
    this.memory = variable(gatewayContainer, "ROASTERY_MEMORY", USUAL_MEMORY);
    this.wanted.addAll(containers.keySet());
  }

  public static ComposeTarget of(String project) throws IOException, InterruptedException {
    return of(project, new Docker("docker"));
  }

  static ComposeTarget of(String project, Docker docker) throws IOException, InterruptedException {
    String label = "label=com.docker.compose.project=" + project;
    List<String> ids =
        docker.run("ps", "--quiet", "--no-trunc", "--filter", label).lines().toList();
    if (ids.isEmpty()) {
      throw new IOException("found no container of a compose project called " + project + " runs");
    }
    List<String> words = new ArrayList<>(List.of("inspect"));
    words.addAll(ids);
    List<JsonNode> inspected = new ArrayList<>();
    JSON.readTree(docker.run(words.toArray(String[]::new))).forEach(inspected::add);
    return new ComposeTarget(docker, inspected);
  }

  private static String name(String service, String number) {
    if (BROKERS.contains(service)) {
      return BROKER;
    }
    if (service.equals(GATEWAY) || service.equals(STORE)) {
      return service;
    }
    return Pipeline.STANDARD.workers().contains(service) ? service + "-" + number : "";
  }

  private static Container container(JsonNode inspected, String service) {
    List<String> networks = new ArrayList<>();
    inspected.path("NetworkSettings").path("Networks").fieldNames().forEachRemaining(networks::add);
    return new Container(
        inspected.path("Id").asText(""),
        service,
        inspected.path("Config").path("Hostname").asText(""),
        processors(inspected.path("HostConfig").path("NanoCpus").asLong()),
        networks);
  }

  /** Its limit, or all that there are. */
  private static String processors(long nano) {
    return nano == 0
        ? Integer.toString(Runtime.getRuntime().availableProcessors())
        : BigDecimal.valueOf(nano, 9).stripTrailingZeros().toPlainString();
  }

  private static URI address(JsonNode inspected) throws IOException {
    JsonNode bound = inspected.path("NetworkSettings").path("Ports").path(GATEWAY_PORT).path(0);
    String port = bound.path("HostPort").asText("");
    if (port.isEmpty()) {
      throw new IOException("the gateway's container does not publish port " + GATEWAY_PORT);
    }
    return URI.create("http://127.0.0.1:" + port);
  }

  private static String variable(JsonNode inspected, String name, String usual) {
    for (JsonNode each : inspected.path("Config").path("Env")) {
      if (each.asText("").startsWith(name + "=")) {
        return each.asText("").substring(name.length() + 1);
      }
    }
    return usual;
  }

  private Container container(String name) {
    Container container = containers.get(name);
    if (container == null) {
      throw new IllegalArgumentException("no container is called " + name);
    }
    return container;
  }

  @Override
  public URI gateway() {
    return gateway;
  }

  @Override
  public List<String> nodes() {
    return containers.keySet().stream()
        .filter(name -> !name.equals(BROKER) && !name.equals(STORE))
        .toList();
  }

  @Override
  public boolean hasStore() {
    return containers.containsKey(STORE);
  }

  /** By what docker can do: hardly any processor time. */
  @Override
  public void slowStore() throws IOException, InterruptedException {
    isStoreSlow = true;
    giveProcessors(STORE, SLOW_PROCESSORS);
  }

  private void giveProcessors(String name, String processors)
      throws IOException, InterruptedException {
    docker.run("update", "--cpus", processors, container(name).id());
  }

  @Override
  public String partitions() {
    return partitions;
  }

  /** What its nodes got as --memory. */
  public String memory() {
    return memory;
  }

  @Override
  public OptionalLong spilledBytes() {
    return OptionalLong.empty();
  }

  /** A paused container cannot be killed, and a dead container stays dead. */
  @Override
  public void kill(String name) throws IOException, InterruptedException {
    wanted.remove(name);
    resume(name);
    try {
      docker.run("kill", container(name).id());
    } catch (IOException e) {
      if (state(name).path("Status").asText("").equals("running")) {
        throw e;
      }
    }
  }

  @Override
  public void stop(String name) throws IOException, InterruptedException {
    wanted.remove(name);
    docker.run("stop", container(name).id());
  }

  @Override
  public void start(String name) throws IOException, InterruptedException {
    docker.run("start", container(name).id());
    collectEnds();
    wanted.add(name);
  }

  @Override
  public void pause(String node) throws IOException, InterruptedException {
    docker.run("pause", container(node).id());
  }

  @Override
  public void resume(String node) throws IOException, InterruptedException {
    if (state(node).path("Paused").asBoolean()) {
      docker.run("unpause", container(node).id());
    }
  }

  @Override
  public void stall(String node) throws IOException, InterruptedException {
    for (String network : container(node).networks()) {
      docker.run("network", "disconnect", network, container(node).id());
    }
  }

  @Override
  public void mend(String node) throws IOException, InterruptedException {
    if (node.equals(STORE) && isStoreSlow) {
      giveProcessors(STORE, container(STORE).processors());
      isStoreSlow = false;
    }
    Container container = container(node);
    JsonNode there = inspect(node).path("NetworkSettings").path("Networks");
    for (String network : container.networks()) {
      if (!there.has(network)) {
        docker.run("network", "connect", "--alias", container.service(), network, container.id());
      }
    }
  }

  /** It gets another address, perhaps; the connections of the old one are dead in any case. */
  @Override
  public void reset(String node) throws IOException, InterruptedException {
    stall(node);
    mend(node);
  }

  /** Most are running again already, by their restart policy. */
  @Override
  public List<Ended> supervise() throws IOException, InterruptedException {
    collectEnds();
    for (String name : wanted) {
      if (state(name).path("Status").asText("").equals("exited")) {
        docker.run("start", container(name).id());
      }
    }
    List<Ended> all = List.copyOf(ended);
    ended.clear();
    return all;
  }

  /** The ends since the last time, of those only that were not to end. */
  private void collectEnds() throws IOException, InterruptedException {
    Instant until = Instant.now();
    String told =
        docker.run(
            "events",
            "--since",
            time(collected),
            "--until",
            time(until),
            "--filter",
            "event=die",
            "--format",
            "{{.Actor.ID}} {{.Actor.Attributes.exitCode}}");
    collected = until;
    for (String line : told.lines().toList()) {
      String[] words = line.split(" ", 2);
      int code = Integer.parseInt(words[1]);
      wanted.stream()
          .filter(name -> container(name).id().equals(words[0]) && code != KILLED)
          .forEach(name -> ended.add(new Ended(name, code)));
    }
  }

  private static String time(Instant instant) {
    return String.format(Locale.ROOT, "%d.%09d", instant.getEpochSecond(), instant.getNano());
  }

  private JsonNode state(String name) throws IOException, InterruptedException {
    return inspect(name).path("State");
  }

  private JsonNode inspect(String name) throws IOException, InterruptedException {
    return JSON.readTree(docker.run("inspect", container(name).id())).path(0);
  }

  @Override
  public @Nullable String nodeOf(JsonNode worker) {
    String host = worker.path("host").asText("");
    return containers.entrySet().stream()
        .filter(entry -> entry.getValue().hostname().equals(host))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(null);
  }

  /** Leaves the project as it was: all there, running and connected. */
  @Override
  public void cleanUp() throws IOException, InterruptedException {
    for (String name : containers.keySet()) {
      resume(name);
      mend(name);
      start(name);
    }
  }
}
