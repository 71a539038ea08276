package dev.roastery.gateway.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.query.document.NameSuggestions;
import dev.roastery.common.share.Share;
import dev.roastery.gateway.api.response.ApiResponse;
import dev.roastery.gateway.api.response.HttpProblem;
import dev.roastery.gateway.api.server.ApiRequest;
import dev.roastery.gateway.api.server.HttpLimits;
import dev.roastery.gateway.jobs.service.JobOutline;
import dev.roastery.gateway.jobs.service.JobRequest;
import dev.roastery.gateway.jobs.service.JobSearch;
import dev.roastery.gateway.jobs.service.JobService;
import dev.roastery.gateway.jobs.service.JobService.Created;
import dev.roastery.gateway.jobs.service.JobState;
import dev.roastery.gateway.jobs.service.JobView;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Jobs as a whole. */
final class JobCalls {

  static final int LIST_MAX = 500;

  private static final int LIST_DEFAULT = 50;
  private static final int PARTS_DEFAULT = 100;
  private static final int PARTS_MAX = 1_000;

  /** Version, trace, span and flags; no id of zeros only. */
  private static final Pattern TRACE =
      Pattern.compile("(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

  private static final Pattern KEY = Pattern.compile("[!-~]{1,200}");

  private final JobService service;
  private final HttpLimits limits;
  private final Function<String, Share> shares;

  JobCalls(JobService service, HttpLimits limits, Function<String, Share> shares) {
    this.service = service;
    this.limits = limits;
    this.shares = shares;
  }

  ApiResponse create(ApiRequest call) throws IOException {
    String key = call.header("Idempotency-Key");
    if (key != null && !KEY.matcher(key).matches()) {
      throw HttpProblem.invalid("an Idempotency-Key is 1 to 200 visible ASCII characters");
    }
    int bytesMax = limits.jsonBytesMax();
    JobRequest request = traced(call, JobRequestReader.read(call.bytes(bytesMax), bytesMax));
    Created created = service.create(call.client(), shares.apply(call.client()), request, key);
    return ApiResponse.json(created.existed() ? 200 : 201, created.job())
        .with("Location", "/v1/jobs/" + created.job().id());
  }

  /** What is no trace of that form is passed over, as its standard says. */
  private static JobRequest traced(ApiRequest call, JobRequest request) {
    String trace = call.header("Traceparent");
    return trace != null && TRACE.matcher(trace).matches() ? request.tracedBy(trace) : request;
  }

  ApiResponse plan(ApiRequest call) throws IOException {
    int bytesMax = limits.jsonBytesMax();
    JobRequest request = JobRequestReader.read(call.bytes(bytesMax), bytesMax);
    return ApiResponse.json(200, service.plan(call.client(), request));
  }

  ApiResponse request(ApiRequest call) {
    byte[] body = (service.request(call.client(), call.id()) + "\n").getBytes(UTF_8);
    return ApiResponse.bytes(200, ApiResponse.JSON, body);
  }

  ApiResponse list(ApiRequest call) {
    int limit = limit(call, LIST_DEFAULT, LIST_MAX);
    JobState state = state(call.query().get("state"));
    UUID after = after(call.query().get("after"));
    JobSearch search = new JobSearch(state, call.query().get("q"), after, limit);
    List<JobOutline> jobs = service.jobs(call.client(), search);
    Map<String, Object> page = new LinkedHashMap<>(Map.of("jobs", jobs));
    if (jobs.size() >= limit) {
      page.put("next", jobs.getLast().id());
    }
    return ApiResponse.json(200, page);
  }

  ApiResponse show(ApiRequest call) {
    String parts = call.query().getOrDefault("parts", "all");
    return switch (parts) {
      case "all" -> ApiResponse.json(200, service.job(call.client(), call.id()));
      case "none" -> ApiResponse.json(200, service.jobWithoutParts(call.client(), call.id()));
      default -> throw HttpProblem.invalid("parts must be all or none");
    };
  }

  ApiResponse parts(ApiRequest call) {
    int limit = limit(call, PARTS_DEFAULT, PARTS_MAX);
    int after = place(call.query().get("after"));
    return ApiResponse.json(200, service.parts(call.client(), call.id(), after, limit));
  }

  ApiResponse seal(ApiRequest call) {
    return ApiResponse.json(202, service.seal(call.client(), call.id()));
  }

  ApiResponse approve(ApiRequest call) {
    return ApiResponse.json(202, service.approve(call.client(), call.id()));
  }

  ApiResponse reject(ApiRequest call) throws IOException {
    // A job of another client is not there, whatever the body.
    var _ = service.job(call.client(), call.id());
    int bytesMax = limits.jsonBytesMax();
    String reason = RejectionReader.reason(call.bytes(bytesMax), bytesMax);
    return ApiResponse.json(202, service.reject(call.client(), call.id(), reason));
  }

  ApiResponse retry(ApiRequest call) {
    return ApiResponse.json(202, service.retry(call.client(), call.id()));
  }

  ApiResponse cancel(ApiRequest call) {
    JobView job = service.cancel(call.client(), call.id(), "cancelled by its client");
    return ApiResponse.json(202, job);
  }

  ApiResponse delete(ApiRequest call) {
    service.delete(call.client(), call.id());
    return ApiResponse.nothing(204);
  }

  private static int limit(ApiRequest call, int usual, int max) {
    String text = call.query().get("limit");
    if (text == null) {
      return usual;
    }
    if (text.matches("[0-9]{1,4}")) {
      int limit = Integer.parseInt(text);
      if (limit >= 1 && limit <= max) {
        return limit;
      }
    }
    throw HttpProblem.invalid("limit must be a whole number from 1 to " + max);
  }

  private static int place(@Nullable String text) {
    if (text == null) {
      return 0;
    }
    if (!text.matches("[0-9]{1,9}")) {
      throw HttpProblem.invalid("after must be the number that a page of parts has as \"next\"");
    }
    return Integer.parseInt(text);
  }

  private static @Nullable JobState state(@Nullable String text) {
    if (text == null) {
      return null;
    }
    List<String> names = Arrays.stream(JobState.values()).map(JobState::name).toList();
    if (!names.contains(text)) {
      throw HttpProblem.invalid(
          "unknown state " + NameSuggestions.quoted(text) + NameSuggestions.insteadOf(text, names));
    }
    return JobState.valueOf(text);
  }

  private static @Nullable UUID after(@Nullable String text) {
    try {
      return text == null ? null : UUID.fromString(text);
    } catch (IllegalArgumentException e) {
      throw HttpProblem.invalid("after must be the id of a job");
    }
  }
}
