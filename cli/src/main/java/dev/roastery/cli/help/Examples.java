package dev.roastery.cli.help;

import dev.roastery.common.pipeline.Pipeline;
import java.util.List;
import java.util.Map;

/** Command lines that show how a command is used; a test parses each of them. */
public final class Examples {

  private static final Map<String, List<String>> BY_COMMAND =
      Map.ofEntries(
          Map.entry(
              "run",
              List.of(
                  "roastery run exports --sql 'select city, sum(paid) as paid from orders group by"
                      + " city'",
                  "roastery run sales --query tpv-by-store --format chart",
                  "roastery run sales --out results --state work")),
          Map.entry("demo", List.of("roastery demo", "roastery demo --results")),
          Map.entry("generate", List.of("roastery generate --out sales --transactions 20000")),
          Map.entry("tables", List.of("roastery tables infer exports > tables.json")),
          Map.entry(
              "tables infer",
              List.of(
                  "roastery tables infer exports > tables.json",
                  "roastery run exports --tables tables.json --query revenue.json")),
          Map.entry("query", List.of("roastery query list")),
          Map.entry("query lint", List.of("roastery query lint --tables tables.json revenue.json")),
          Map.entry("query explain", List.of("roastery query explain tpv-by-store")),
          Map.entry("query to-sql", List.of("roastery query to-sql tpv-by-store")),
          Map.entry("query to-json", List.of("roastery query to-json revenue.sql")),
          Map.entry("query list", List.of("roastery query list")),
          Map.entry("dev", List.of("roastery dev --state service")),
          Map.entry(
              "submit",
              List.of(
                  "roastery submit sales --watch --resume",
                  "roastery submit sales --query tpv-by-store --name May --approval")),
          Map.entry(
              "jobs",
              List.of("roastery jobs --state running", "roastery jobs --json id,name,state,rows")),
          Map.entry("status", List.of("roastery status 5f3a91c2")),
          Map.entry("watch", List.of("roastery watch 5f3a91c2 --out results")),
          Map.entry("results", List.of("roastery results 5f3a91c2 tpv-by-store --format csv")),
          Map.entry(
              "profile", List.of("roastery profile 5f3a91c2", "roastery profile 5f3a91c2 --json")),
          Map.entry("events", List.of("roastery events 5f3a91c2")),
          Map.entry("approve", List.of("roastery approve 5f3a91c2")),
          Map.entry("reject", List.of("roastery reject 5f3a91c2 --reason 'wrong month'")),
          Map.entry("retry", List.of("roastery retry 5f3a91c2 sales")),
          Map.entry("cancel", List.of("roastery cancel 5f3a91c2")),
          Map.entry(
              "delete",
              List.of(
                  "roastery delete 5f3a91c2", "roastery delete 5f3a91c2 --part stores/stores.csv")),
          Map.entry("workers", List.of("roastery workers", "roastery workers --wait 60s")),
          Map.entry("token", List.of("roastery token ada")),
          Map.entry("quarantine", List.of("roastery quarantine list volume")),
          Map.entry(
              "quarantine list",
              List.of(
                  "roastery quarantine list volume",
                  "roastery quarantine list s3://bucket/prefix")),
          Map.entry("quarantine show", List.of("roastery quarantine show volume 3f2a")),
          Map.entry("quarantine retry", List.of("roastery quarantine retry volume 3f2a")),
          Map.entry("quarantine drop", List.of("roastery quarantine drop volume 3f2a")),
          Map.entry(
              "verify", List.of("roastery verify volume", "roastery verify s3://bucket/prefix")),
          Map.entry("store", List.of("roastery store check s3://bucket/prefix")),
          Map.entry(
              "store check",
              List.of(
                  "roastery store check s3://bucket/prefix --store-region eu-central-1",
                  "roastery store check s3://bucket --store-endpoint https://store.example:9000",
                  "roastery store check file:///srv/roastery")),
          Map.entry("simulate", List.of("roastery simulate --topology toy --seeds 1000")),
          Map.entry("chaos", List.of("roastery chaos --processes --seed 7")),
          Map.entry("help", List.of("roastery help submit")),
          Map.entry("version", List.of("roastery version")),
          Map.entry("completion", List.of("source <(roastery completion)")));

  private Examples() {}

  /** The processes of a cluster are all started alike. */
  private static boolean isNode(String command) {
    return command.equals("gateway") || Pipeline.STANDARD.workers().contains(command);
  }

  /** Of a command by its words after {@code roastery}; none, if it has none. */
  public static List<String> of(String command) {
    return isNode(command)
        ? List.of("roastery " + command + " --amqp amqp://localhost --state volume")
        : BY_COMMAND.getOrDefault(command, List.of());
  }
}
