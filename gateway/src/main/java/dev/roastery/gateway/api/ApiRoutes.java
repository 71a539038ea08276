package dev.roastery.gateway.api;

import dev.roastery.gateway.api.server.Route;
import dev.roastery.gateway.api.server.Route.Access;
import dev.roastery.gateway.api.server.Route.Handler;
import dev.roastery.gateway.page.Pages;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * All calls. {@code openapi.yaml} says the same, and a test compares the two.
 *
 * <p>Any call may also answer what all share: 400, 401, 404, 408, 429, 431, 500 and 503.
 */
final class ApiRoutes {

  private static final String JOB = "/v1/jobs/{id}";
  private static final String PART = JOB + "/parts/{table}/{name}";
  private static final String RESULT = JOB + "/results/{query}";
  private static final List<String> NONE = List.of();

  private final List<Route> routes = new ArrayList<>();

  static List<Route> of(
      JobCalls jobs,
      UploadCalls uploads,
      EventCalls events,
      ResultCalls results,
      SystemCalls system) {
    ApiRoutes table = new ApiRoutes();
    table.jobs(jobs);
    table.parts(uploads);
    table.answers(events, results);
    table.system(system);
    table.open(system, new Pages());
    return List.copyOf(table.routes);
  }

  private void jobs(JobCalls jobs) {
    List<String> create = List.of("Idempotency-Key", "Traceparent");
    add("POST", "/v1/jobs", create, Set.of(200, 201, 413, 415, 422), jobs::create);
    add("GET", "/v1/jobs", List.of("state", "q", "after", "limit"), Set.of(200), jobs::list);
    add("GET", JOB, List.of("parts"), Set.of(200), jobs::show);
    add("GET", JOB + "/parts", List.of("after", "limit"), Set.of(200), jobs::parts);
    add("POST", "/v1/plans", NONE, Set.of(200, 413, 415, 422), jobs::plan);
    add("GET", JOB + "/request", NONE, Set.of(200), jobs::request);
    add("DELETE", JOB, NONE, Set.of(204, 409), jobs::delete);
    add("POST", JOB + "/seal", NONE, Set.of(202, 409, 422), jobs::seal);
    add("POST", JOB + "/approve", NONE, Set.of(202, 409), jobs::approve);
    add("POST", JOB + "/reject", NONE, Set.of(202, 409, 413, 415), jobs::reject);
    add("POST", JOB + "/retry", NONE, Set.of(202, 409), jobs::retry);
    add("POST", JOB + "/cancel", NONE, Set.of(202, 409), jobs::cancel);
  }

  private void parts(UploadCalls uploads) {
    List<String> put = List.of("Content-Encoding", "Upload-Complete");
    List<String> patch = List.of("Content-Encoding", "Upload-Offset", "Upload-Complete");
    Set<Integer> refused = Set.of(201, 202, 409, 413, 415, 422);
    add("PUT", PART, put, Set.of(200, 201, 202, 409, 413, 415, 422), uploads::put);
    add("PATCH", PART, patch, refused, uploads::patch);
    add("HEAD", PART, NONE, Set.of(204), uploads::head);
    add("DELETE", PART, NONE, Set.of(204, 409), uploads::delete);
  }

  private void answers(EventCalls events, ResultCalls results) {
    List<String> get = List.of("format", "Accept", "If-None-Match");
    List<String> which = List.of("before", "limit", "Accept", "Last-Event-ID");
    add("GET", JOB + "/events", which, Set.of(200), events::events);
    add("GET", JOB + "/profile", NONE, Set.of(200), events::profile);
    add("GET", JOB + "/results", NONE, Set.of(200), results::list);
    add("GET", RESULT, get, Set.of(200, 304), results::result);
    add("HEAD", RESULT, get, Set.of(200, 304), results::result);
    add("GET", JOB + "/rejects", NONE, Set.of(200), results::rejects);
  }

  private void system(SystemCalls system) {
    add("GET", "/v1/queries", NONE, Set.of(200), system::queries);
    add("POST", "/v1/tables/{table}", NONE, Set.of(200, 413, 415, 422), system::table);
    add("GET", "/v1/workers", NONE, Set.of(200), system::workers);
  }

  private void open(SystemCalls system, Pages pages) {
    open("/healthz", system::alive);
    open("/readyz", system::ready);
    open("/metrics", system::metrics);
    file("/openapi.yaml", pages::description);
    file("/", pages::home);
    file("/web/{file}", pages::file);
  }

  private void add(
      String method,
      String template,
      List<String> parameters,
      Set<Integer> statuses,
      Handler handler) {
    routes.add(new Route(method, template, Access.CLIENTS, parameters, statuses, handler));
  }

  private void open(String template, Handler handler) {
    routes.add(new Route("GET", template, Access.PUBLIC, NONE, Set.of(200), handler));
  }

  private void file(String template, Handler handler) {
    List<String> asked = List.of("Accept-Encoding", "If-None-Match");
    routes.add(new Route("GET", template, Access.PUBLIC, asked, Set.of(200, 304), handler));
  }
}
