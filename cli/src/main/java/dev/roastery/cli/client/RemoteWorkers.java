package dev.roastery.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** The workers that the gateway has heard of, and the partitions that none of them owns. */
public record RemoteWorkers(List<Worker> workers, List<String> unowned) {

  public RemoteWorkers {
    workers = List.copyOf(workers);
    unowned = List.copyOf(unowned);
  }

  /** One process; {@code seen} is when its last heartbeat came. */
  public record Worker(String node, String stage, String state, String seen, List<String> owned) {
    public Worker {
      owned = List.copyOf(owned);
    }
  }

  public static RemoteWorkers of(GatewayAnswer answer) {
    JsonNode all = answer.json();
    List<Worker> workers = new ArrayList<>();
    all.path("workers").forEach(worker -> workers.add(worker(worker)));
    List<String> unowned = new ArrayList<>();
    for (JsonNode partition : all.path("partitions")) {
      if (!partition.path("owner").isTextual()) {
        unowned.add(partition.path("partition").asText(""));
      }
    }
    return new RemoteWorkers(workers, unowned);
  }

  private static Worker worker(JsonNode worker) {
    List<String> owned = new ArrayList<>();
    worker.path("owns").forEach(owns -> owned.add(owns.path("partition").asText("")));
    return new Worker(
        worker.path("node").asText(""),
        worker.path("stage").asText(""),
        worker.path("state").asText(""),
        worker.path("seen").asText(""),
        owned);
  }
}
