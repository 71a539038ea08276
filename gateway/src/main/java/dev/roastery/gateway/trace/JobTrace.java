package dev.roastery.gateway.trace;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.roastery.gateway.jobs.JobFacts;
import dev.roastery.gateway.jobs.JobRecord;
import dev.roastery.gateway.jobs.service.JobProfile;
import dev.roastery.gateway.jobs.service.JobProfile.PartTime;
import dev.roastery.gateway.jobs.service.JobProfile.StageTime;
import dev.roastery.gateway.jobs.service.JobProfile.Takeover;
import dev.roastery.gateway.jobs.service.JobState;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The trace of an attempt of a job that has ended, as the body of a request by OTLP over HTTP. */
final class JobTrace {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String JOB = "job";

  private final JobFacts job;
  private final JobProfile profile;
  private final TraceIds ids;
  private final Instant end;
  private final ArrayNode spans;

  private JobTrace(JobFacts job, JobProfile profile, ArrayNode spans) {
    this.job = job;
    this.profile = profile;
    this.ids = TraceIds.of(job.record().id(), job.attempt(), job.record().hints().traceparent());
    this.end = Objects.requireNonNullElse(profile.finished(), job.updated());
    this.spans = spans;
  }

  static byte[] of(JobFacts job, JobProfile profile) {
    ObjectNode root = JSON.createObjectNode();
    ObjectNode all = root.putArray("resourceSpans").addObject();
    ArrayNode resource = all.putObject("resource").putArray("attributes");
    SpanJson.put(resource, "service.name").put("stringValue", "roastery");
    ObjectNode scope = all.putArray("scopeSpans").addObject();
    scope.putObject("scope").put("name", "dev.roastery");
    JobTrace trace = new JobTrace(job, profile, scope.putArray("spans"));
    trace.writeJob();
    profile.parts().forEach(trace::write);
    profile.stages().forEach(trace::write);
    try {
      return JSON.writeValueAsBytes(root);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private SpanJson span(String id, String name, int kind) {
    return new SpanJson(spans, ids.trace(), ids.span(id), name, kind);
  }

  private void writeJob() {
    JobRecord record = job.record();
    boolean completed = job.state() == JobState.COMPLETED;
    SpanJson span =
        span(JOB, "job", SpanJson.SERVER)
            .childOf(ids.parent())
            .lasting(profile.created(), end)
            .with("roastery.job", record.id().toString())
            .with("roastery.attempt", job.attempt())
            .with("roastery.name", record.name())
            .with("roastery.client", record.client())
            .with("roastery.state", job.state().name())
            .with("roastery.queries", record.queryNames())
            .with("roastery.rows", profile.rows())
            .with("roastery.bytes", profile.bytes())
            .with("roastery.parts", profile.partsTotal())
            .ended(completed ? SpanJson.OK : SpanJson.ERROR, completed ? null : job.reason());
    event(span, "sealed", profile.sealed());
    event(span, "running", profile.started());
  }

  private static void event(SpanJson span, String name, @Nullable Instant at) {
    if (at != null) {
      var _ = span.event(name, at);
    }
  }

  private void write(PartTime part) {
    String name = part.table() + "/" + part.name();
    var _ =
        span("part/" + name, "part " + name, SpanJson.INTERNAL)
            .childOf(ids.span(JOB))
            .lasting(part.started(), Objects.requireNonNullElse(part.finished(), end))
            .with("roastery.table", part.table())
            .with("roastery.rows", part.rows())
            .with("roastery.bytes", part.bytes())
            .with("roastery.batches", part.batches());
  }

  /**
   * A stage whose partitions have said nothing, because the gateway was killed before it heard
   * them, lasts as long as the job.
   */
  private void write(StageTime stage) {
    SpanJson span =
        span("stage/" + stage.stage(), "stage " + stage.stage(), SpanJson.INTERNAL)
            .childOf(ids.span(JOB))
            .lasting(
                Objects.requireNonNullElse(stage.first(), profile.created()),
                Objects.requireNonNullElse(stage.last(), end))
            .with("roastery.measured", stage.first() == null ? "no" : "yes")
            .with("roastery.partitions", stage.partitions().size())
            .with("roastery.batches", stage.batches())
            .with("roastery.rows", stage.rows())
            .with("roastery.bytes", stage.bytes())
            .with("roastery.cpu_ms", stage.cpuMillis());
    profile.takeovers().stream()
        .filter(each -> each.partition().startsWith(stage.stage() + "-"))
        .forEach(each -> write(span, each));
  }

  private static void write(SpanJson span, Takeover takeover) {
    ArrayNode attributes = span.event("partition_moved", takeover.at());
    SpanJson.put(attributes, "roastery.partition").put("stringValue", takeover.partition());
    SpanJson.put(attributes, "roastery.from").put("stringValue", takeover.from());
    SpanJson.put(attributes, "roastery.to").put("stringValue", takeover.to());
    if (takeover.millis() != null) {
      SpanJson.put(attributes, "roastery.millis").put("intValue", Long.toString(takeover.millis()));
    }
  }
}
