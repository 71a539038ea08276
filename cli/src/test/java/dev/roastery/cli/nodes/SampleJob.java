package dev.roastery.cli.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.Commands;
import dev.roastery.cli.Outcome;
import dev.roastery.cli.chaos.ExpectedDigests;
import dev.roastery.common.query.plan.Catalog;
import dev.roastery.embedded.sample.Progress;
import dev.roastery.embedded.sample.SampleDataset;
import dev.roastery.embedded.sample.SampleSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A dataset, and the results that the embedded run finds in it. */
record SampleJob(Path folder, ExpectedDigests expected, AtomicInteger submissions) {

  /** The joiner groups again what the stages before it have grouped. */
  private static final String SELECT =
      """
      --sql=customers-by-city: select s.city, count(distinct t.user_id) as customers,
        median(t.final_amount) as middle, sum(t.final_amount) as tpv
      from transactions t left join stores s on s.store_id = t.store_id
      group by s.city having count(*) > 1
      order by customers desc
      """;

  private static final String RESULT_OF_SELECT = "customers-by-city.csv";

  /** 24 months: each has its own parts, so that partitions get many messages. */
  static SampleJob generate(Path folder, long transactions) throws IOException {
    return generate(folder, transactions, 24);
  }

  /** So many months. */
  static SampleJob generate(Path folder, long transactions, int months) throws IOException {
    Path dataset = folder.resolve("dataset");
    SampleSettings size = new SampleSettings(transactions, months, 7);
    new SampleDataset(size, dataset, Progress.UNWATCHED).write(2);
    Path results = folder.resolve("expected");
    List<String> words = new ArrayList<>(List.of("run", dataset.toString()));
    words.addAll(queries());
    words.addAll(List.of("--quiet", "--out=" + results));
    Outcome run = Commands.run(Map.of(), words.toArray(String[]::new));
    assertThat(run.code()).as(run.err()).isZero();
    return new SampleJob(folder, ExpectedDigests.of(dataset, results), new AtomicInteger());
  }

  /** The SELECT and the built-in queries, as on a command line. */
  private static List<String> queries() {
    List<String> queries = new ArrayList<>(List.of(SELECT));
    Catalog.builtIn().queryNames().forEach(name -> queries.add("--query=" + name));
    return queries;
  }

  /** A client that sends it and waits for its results. */
  Submitted submit(Nodes nodes) {
    return submit(nodes, expected.dataset().toString(), queries(), expected);
  }

  /** A client that says where it is, and waits for its results. */
  Submitted refer(Nodes nodes) {
    return submit(nodes, "file://" + expected.dataset(), queries(), expected);
  }

  /** A client that asks the SELECT only. */
  Submitted submitSelect(Nodes nodes) {
    TreeMap<String, String> digest = new TreeMap<>(expected.digests());
    digest.keySet().retainAll(Set.of(RESULT_OF_SELECT));
    assertThat(digest).hasSize(1);
    String given = expected.dataset().toString();
    return submit(nodes, given, List.of(SELECT), new ExpectedDigests(expected.dataset(), digest));
  }

  private Submitted submit(
      Nodes nodes, String given, List<String> queries, ExpectedDigests answers) {
    Path out = folder.resolve("results-" + submissions.incrementAndGet());
    List<String> words = new ArrayList<>(List.of("submit", given));
    words.addAll(queries);
    words.addAll(List.of("--gateway=" + nodes.url(), "--watch", "--quiet"));
    words.addAll(List.of("--patience=3m", "--out=" + out));
    return new Submitted(
        answers,
        out,
        CompletableFuture.supplyAsync(() -> Commands.run(Map.of(), words.toArray(String[]::new))));
  }

  record Submitted(ExpectedDigests expected, Path out, CompletableFuture<Outcome> client) {

    void awaitRightResults() throws Exception {
      Outcome outcome = client.get(Nodes.LIMIT.toSeconds(), TimeUnit.SECONDS);
      assertThat(outcome.code()).as(outcome.err()).isZero();
      assertThat(expected.complaint(out)).isEmpty();
    }
  }
}
