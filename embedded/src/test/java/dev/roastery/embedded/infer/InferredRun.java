package dev.roastery.embedded.infer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.partition.PartitionListener;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.query.language.Tables;
import dev.roastery.common.query.plan.JobPlan;
import dev.roastery.common.query.plan.QueryDocument;
import dev.roastery.embedded.EmbeddedRun;
import dev.roastery.embedded.RunReport;
import dev.roastery.embedded.RunSettings;
import dev.roastery.input.BadRows;
import dev.roastery.input.MaxBadRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

/** A run that asks for all columns of a table t. */
record InferredRun(Path folder, int threads) {

  /** The tables with which it was finished. */
  Tables tables(Inference inference, long rows) throws IOException, InterruptedException {
    return tables(inference, rows, new ArrayList<>());
  }

  /** The same, with what was said on the way. */
  Tables tables(Inference inference, long rows, List<String> said)
      throws IOException, InterruptedException {
    return tables(inference, InferredRun::everything, rows, said);
  }

  /** The same of a run that asks something else. */
  Tables tables(Inference inference, Inference.Question question, long rows, List<String> said)
      throws IOException, InterruptedException {
    AtomicReference<JobPlan> last = new AtomicReference<>();
    RunReport report =
        inference.run(
            question,
            (plan, dataset) -> {
              last.set(plan);
              return EmbeddedRun.ofInferred(plan, dataset, settings()).run();
            },
            said::add);
    assertThat(report.input().rows()).isEqualTo(rows);
    return last.get().tables();
  }

  static Inference.Question sql(String sql) {
    return tables ->
        new JobPlan(
            tables,
            List.of(QueryDocument.readSql("q", "q", sql.getBytes(UTF_8), tables).orThrow()),
            Partitions.oneEach());
  }

  private static JobPlan everything(Tables tables) {
    String columns =
        Objects.requireNonNull(tables.table("t")).columnNames().stream()
            .map(name -> '"' + name + '"')
            .collect(Collectors.joining(", "));
    String query = "{ \"name\": \"q\", \"from\": \"t\", \"select\": [" + columns + "] }";
    var bound = QueryDocument.read("q", query.getBytes(UTF_8), tables).orThrow();
    return new JobPlan(tables, List.of(bound), Partitions.oneEach());
  }

  private RunSettings settings() throws IOException {
    return new RunSettings(
        threads,
        BadRows.REFUSE,
        MaxBadRows.UNLIMITED,
        null,
        Files.createTempDirectory(folder, "results"),
        _ -> {},
        new PartitionListener() {},
        _ -> CrashPoints.none());
  }
}
