package dev.roastery.cli.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.Commands;
import dev.roastery.cli.Outcome;
import dev.roastery.cli.chaos.ExpectedDigests;
import dev.roastery.embedded.sample.Progress;
import dev.roastery.embedded.sample.SampleDataset;
import dev.roastery.embedded.sample.SampleSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A dataset, and the results that the embedded run finds in it. */
record SampleJob(Path folder, ExpectedDigests expected, AtomicInteger submissions) {

  /** 24 months: each has its own parts, so that partitions get many messages. */
  static SampleJob generate(Path folder, long transactions) throws IOException {
    Path dataset = folder.resolve("dataset");
    SampleSettings size = new SampleSettings(transactions, 24, 7);
    new SampleDataset(size, dataset, Progress.UNWATCHED).write(2);
    Path results = folder.resolve("expected");
    Outcome run = Commands.run(Map.of(), "run", dataset.toString(), "--quiet", "--out=" + results);
    assertThat(run.code()).as(run.err()).isZero();
    return new SampleJob(folder, ExpectedDigests.of(dataset, results), new AtomicInteger());
  }

  /** A client that sends it and waits for its results. */
  Submitted submit(Nodes nodes) {
    Path out = folder.resolve("results-" + submissions.incrementAndGet());
    String dataset = expected.dataset().toString();
    String gateway = "--gateway=" + nodes.url();
    return new Submitted(
        expected,
        out,
        CompletableFuture.supplyAsync(() ->
            Commands.run(
                Map.of(),
                "submit",
                dataset,
                gateway,
                "--watch",
                "--quiet",
                "--patience=3m",
                "--out=" + out)));
  }

  record Submitted(ExpectedDigests expected, Path out, CompletableFuture<Outcome> client) {

    void awaitRightResults() throws Exception {
      Outcome outcome = client.get(Nodes.LIMIT.toSeconds(), TimeUnit.SECONDS);
      assertThat(outcome.code()).as(outcome.err()).isZero();
      assertThat(expected.complaint(out)).isEmpty();
    }
  }
}
