package dev.roastery.gateway.api;

import dev.roastery.common.query.document.Json;
import dev.roastery.common.query.value.ResultColumn;
import dev.roastery.common.query.value.ValueFormat;
import dev.roastery.gateway.api.response.JsonObject;
import dev.roastery.gateway.cluster.ClusterView;
import dev.roastery.gateway.cluster.StageProgress;
import dev.roastery.gateway.jobs.service.JobEvent;
import dev.roastery.gateway.jobs.service.JobView;
import dev.roastery.gateway.jobs.service.JobView.PartView;
import dev.roastery.gateway.jobs.service.JobView.ResultView;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What clients see of jobs and workers, as JSON. */
final class JobJson {

  private static final DateTimeFormatter MILLIS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private static final Set<String> OF_ALL_EVENTS = Set.of("seq", "at", "kind", "text");

  private JobJson() {}

  static JsonObject job(JobView job) {
    return new JsonObject()
        .put("id", job.id().toString())
        .put("client", job.client())
        .put("name", job.name())
        .put("state", job.state().name())
        .put("reason", job.reason())
        .put("created", time(job.created()))
        .put("updated", time(job.updated()))
        .put("expires", time(job.expires()))
        .putTexts("queries", job.queries())
        .putTexts("tables", job.tables())
        .put("badRows", job.badRows().name().toLowerCase(Locale.ROOT))
        .put("parts", job.parts().stream().map(part -> part(part).json()).toList())
        .put("rejected", job.rejected())
        .put("progress", progress(job.progress()))
        .put("results", results(job.results()));
  }

  static JsonObject part(PartView part) {
    return new JsonObject()
        .put("table", part.table())
        .put("name", part.name())
        .put("number", part.number())
        .put("offset", part.offset())
        .put("complete", part.complete())
        .put("batches", part.batches())
        .put("rejected", part.rejected())
        .put("rows", part.rows());
  }

  static List<Json.Obj> results(List<ResultView> results) {
    return results.stream()
        .map(result ->
            new JsonObject()
                .put("query", result.query())
                .put("columns", columns(result))
                .put("sha256", result.sha256())
                .put("rows", result.rows())
                .put("bytes", result.bytes())
                .json())
        .toList();
  }

  /** The types are those of the documents that describe tables; and some that only results have. */
  static List<Json.Obj> columns(ResultView result) {
    return result.columns().stream().map(JobJson::column).toList();
  }

  private static Json.Obj column(ResultColumn column) {
    JsonObject json = new JsonObject().put("name", column.name());
    return switch (column.format()) {
      case ValueFormat.Decimal(int scale) -> json.put("type", "decimal").put("scale", scale).json();
      case ValueFormat other -> json.put("type", other.name().replace(' ', '-')).json();
    };
  }

  private static Json progress(JobView.Progress progress) {
    return new JsonObject()
        .put("percent", progress.percent())
        .put("stages", progress.stages().stream().map(JobJson::stage).toList())
        .json();
  }

  private static Json stage(StageProgress stage) {
    JsonObject json =
        new JsonObject()
            .put("stage", stage.stage())
            .put("received", stage.received())
            .put("expected", stage.expected())
            .put("partitions", stage.partitions());
    return (stage.stalled().isEmpty() ? json : json.putTexts("stalled", stage.stalled())).json();
  }

  static Json.Obj event(JobEvent event) {
    JsonObject json =
        new JsonObject()
            .put("seq", event.seq())
            .put("at", time(event.at()))
            .put("kind", event.kind())
            .put("text", event.text());
    new TreeMap<>(event.facts())
        .forEach((name, value) -> {
          if (!OF_ALL_EVENTS.contains(name)) {
            json.put(name, value);
          }
        });
    return json.json();
  }

  static JsonObject workers(ClusterView workers) {
    return new JsonObject()
        .put("workers", workers.workers().stream().map(JobJson::worker).toList())
        .put(
            "partitions",
            workers.partitions().stream()
                .map(partition ->
                    new JsonObject()
                        .put("partition", partition.partition())
                        .put("owner", partition.owner())
                        .put("epoch", partition.epoch())
                        .json())
                .toList());
  }

  private static Json worker(ClusterView.WorkerView worker) {
    return new JsonObject()
        .put("node", worker.node())
        .put("stage", worker.stage())
        .put("host", worker.host())
        .put("pid", worker.pid())
        .put("started", time(worker.started()))
        .put("seen", time(worker.seen()))
        .put("state", worker.life().name().toLowerCase(Locale.ROOT))
        .put(
            "owns",
            worker.owns().stream()
                .map(owned ->
                    new JsonObject()
                        .put("partition", owned.partition())
                        .put("epoch", owned.epoch())
                        .json())
                .toList())
        .json();
  }

  private static @Nullable String time(@Nullable Instant time) {
    return time == null ? null : MILLIS.format(time);
  }
}
