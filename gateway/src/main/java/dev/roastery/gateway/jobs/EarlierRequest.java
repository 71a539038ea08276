package dev.roastery.gateway.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.query.document.Json;
import dev.roastery.common.query.document.JsonReader;
import dev.roastery.common.query.document.JsonWriter;
import dev.roastery.common.query.document.Problems;
import dev.roastery.common.query.language.Limits;
import dev.roastery.common.query.language.TablesWriter;
import dev.roastery.gateway.jobs.service.JobRequest;
import dev.roastery.gateway.jobs.service.JobRequest.QueryChoice;
import java.util.ArrayList;
import java.util.List;

/** Release 0.1.0 kept no request with a job: one is made of the job's plan and settings. */
final class EarlierRequest {

  private EarlierRequest() {}

  /** The body of a request that asks for the same as the job. */
  static String of(JobRecord job) {
    Json.Field tables = Json.Field.of("tables", TablesWriter.tables(job.plan().tables()));
    return new JobRequest(
            job.name(),
            queries(job),
            JsonWriter.write(Json.Obj.of(tables)),
            job.badRows(),
            job.maxBadRows(),
            job.approval(),
            job.webhook(),
            job.hints())
        .toJson();
  }

  private static List<QueryChoice> queries(JobRecord job) {
    byte[] plan = job.plan().toJson().getBytes(UTF_8);
    Json json = JsonReader.read(plan, Limits.PLAN_BYTES_MAX, new Problems("the plan"));
    List<QueryChoice> queries = new ArrayList<>();
    if (json instanceof Json.Obj object && object.get("queries") instanceof Json.Arr all) {
      all.items().forEach(query -> queries.add(new QueryChoice.Inline(JsonWriter.write(query))));
    }
    return queries;
  }
}
