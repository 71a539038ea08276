package dev.roastery.gateway.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.query.document.Expect;
import dev.roastery.common.query.document.Json;
import dev.roastery.common.query.document.JsonReader;
import dev.roastery.common.query.document.Problem;
import dev.roastery.common.query.document.Problems;
import dev.roastery.common.query.language.Limits;
import dev.roastery.gateway.api.response.HttpProblem;
import dev.roastery.gateway.api.response.ProblemType;
import dev.roastery.gateway.jobs.service.JobRequest;
import dev.roastery.gateway.jobs.service.JobRequest.Buckets;
import dev.roastery.gateway.jobs.service.JobRequest.Hints;
import dev.roastery.gateway.jobs.service.JobRequest.QueryChoice;
import dev.roastery.gateway.jobs.service.RequestProblem;
import dev.roastery.input.BadRows;
import dev.roastery.input.MaxBadRows;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the body of a request that creates a job. All its mistakes are reported at once. */
final class JobRequestReader {

  private static final int NAME_LENGTH_MAX = 200;
  private static final int IGNORE_MAX = 100;
  private static final List<String> FIELDS =
      List.of(
          "name",
          "queries",
          "tables",
          "badRows",
          "maxBadRows",
          "approval",
          "webhook",
          "expectedBytes",
          "from",
          "ignore",
          "deliverTo");

  private static final BigDecimal BYTES_MAX = BigDecimal.valueOf(JobRequest.EXPECTED_BYTES_MAX);

  private final String text;
  private final Problems problems = new Problems("request");
  private final Expect expect = new Expect(problems);

  private JobRequestReader(String text) {
    this.text = text;
  }

  static JobRequest read(byte[] body, int bytesMax) {
    String decoded = new String(body, UTF_8);
    String text = decoded.startsWith("\uFEFF") ? decoded.substring(1) : decoded;
    return text.isBlank()
        ? JobRequest.standard()
        : new JobRequestReader(text).request(body, bytesMax);
  }

  private JobRequest request(byte[] body, int bytesMax) {
    Json json = JsonReader.read(body, bytesMax, problems);
    Json.Obj object = json == null ? null : expect.object(json, FIELDS);
    JobRequest request = object == null ? JobRequest.standard() : request(object);
    if (!problems.none()) {
      throw invalid(problems.all());
    }
    return request;
  }

  private JobRequest request(Json.Obj object) {
    Json found = object.get("tables");
    Json.Obj tables = found == null ? null : expect.anyObject(found);
    return new JobRequest(
        name(object.get("name")),
        queries(object.get("queries")),
        tables == null ? null : tables.asWritten(text),
        badRows(object.get("badRows")),
        maxBadRows(object.get("maxBadRows")),
        flag(object.get("approval")),
        webhook(object.get("webhook")),
        new Hints(expectedBytes(object.get("expectedBytes")), null),
        new Buckets(
            text(object.get("from")), texts(object.get("ignore")), text(object.get("deliverTo"))));
  }

  private @Nullable String text(@Nullable Json json) {
    Json.Str text = json == null ? null : expect.text(json);
    return text == null ? null : text.value();
  }

  private List<String> texts(@Nullable Json json) {
    List<String> texts = new ArrayList<>();
    for (Json item : expect.list(json, IGNORE_MAX)) {
      Json.Str text = expect.text(item);
      if (text != null) {
        texts.add(text.value());
      }
    }
    return texts;
  }

  private @Nullable String name(@Nullable Json json) {
    Json.Str name = json == null ? null : expect.text(json);
    if (name == null) {
      return null;
    }
    if (name.value().isBlank()
        || name.value().length() > NAME_LENGTH_MAX
        || name.value().codePoints().anyMatch(Character::isISOControl)) {
      problems.add(name.place(), "a name is 1 to " + NAME_LENGTH_MAX + " characters on one line");
    }
    return name.value();
  }

  private List<QueryChoice> queries(@Nullable Json json) {
    List<QueryChoice> queries = new ArrayList<>();
    for (Json item : expect.list(json, Limits.QUERIES_MAX)) {
      switch (item) {
        case Json.Str name -> queries.add(new QueryChoice.BuiltIn(name.value()));
        case Json.Obj query -> queries.add(new QueryChoice.Inline(query.asWritten(text)));
        default ->
            problems.add(
                item.place(),
                "expected the name of a built-in query or a query's document, found "
                    + item.kind());
      }
    }
    if (json instanceof Json.Arr list && list.items().isEmpty()) {
      problems.add(
          json.place(), "the list is empty; leave \"queries\" out to run all built-in queries");
    }
    return queries;
  }

  private BadRows badRows(@Nullable Json json) {
    Json.Str word = json == null ? null : expect.oneOf(json, List.of("refuse", "skip"));
    return word != null && word.value().equals("skip") ? BadRows.SKIP : BadRows.REFUSE;
  }

  private MaxBadRows maxBadRows(@Nullable Json json) {
    if (json == null) {
      return MaxBadRows.STANDARD;
    }
    String written =
        switch (json) {
          case Json.Str words -> words.value();
          case Json.Num number -> number.value().toPlainString();
          default -> "";
        };
    Optional<MaxBadRows> limit = MaxBadRows.read(written);
    if (limit.isEmpty()) {
      problems.add(
          json.place(), "expected a number of rows or a percentage, such as 100 or \"1%\"");
    }
    return limit.orElse(MaxBadRows.STANDARD);
  }

  private @Nullable Long expectedBytes(@Nullable Json json) {
    if (json == null) {
      return null;
    }
    if (json instanceof Json.Num number
        && number.value().signum() >= 0
        && number.value().compareTo(BYTES_MAX) <= 0
        && number.value().stripTrailingZeros().scale() <= 0) {
      return number.value().longValueExact();
    }
    problems.add(json.place(), "expected a whole number of bytes from 0 to " + BYTES_MAX);
    return null;
  }

  private boolean flag(@Nullable Json json) {
    if (json == null) {
      return false;
    }
    if (json instanceof Json.Constant flag && !flag.text().equals("null")) {
      return flag.text().equals("true");
    }
    problems.add(json.place(), "expected true or false, found " + json.kind());
    return false;
  }

  private @Nullable URI webhook(@Nullable Json json) {
    Json.Str address = json == null ? null : expect.text(json);
    if (address == null) {
      return null;
    }
    try {
      URI uri = new URI(address.value());
      if (uri.getHost() != null && uri.toString().matches("https?://.+")) {
        return uri;
      }
    } catch (URISyntaxException _) {
      // No address at all: said below.
    }
    problems.add(address.place(), "expected an address like https://host/path");
    return null;
  }

  static HttpProblem invalid(List<Problem> problems) {
    List<RequestProblem> list =
        problems.stream().map(each -> RequestProblem.of(null, each)).toList();
    Problem first = problems.getFirst();
    return new HttpProblem(
        ProblemType.INVALID_REQUEST,
        "line "
            + first.place().line()
            + ", column "
            + first.place().column()
            + ": "
            + first.message(),
        Map.of(),
        Map.of("problems", list));
  }
}
