package dev.roastery.gateway.api.server;

import com.sun.net.httpserver.Headers;
import dev.roastery.common.query.document.NameSuggestions;
import dev.roastery.gateway.api.response.HttpProblem;
import dev.roastery.gateway.api.response.ProblemType;
import java.io.IOException;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A request with its route, from an authenticated client. */
public record ApiRequest(
    Route route,
    String client,
    Map<String, String> variables,
    Map<String, String> query,
    Headers headers,
    RequestBody body) {

  private static final Pattern ID =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");

  /** Headers whose values are lists, which may come in pieces. */
  private static final Set<String> LISTS = Set.of("Accept", "Accept-Encoding", "If-None-Match");

  private static final int SHOWN_LENGTH_MAX = 200;

  public String variable(String name) {
    String value = variables.get(name);
    if (value == null) {
      throw new IllegalArgumentException(route.template() + " has no " + name);
    }
    return value;
  }

  /** The job that is meant; what cannot be an id is the id of no job. */
  public UUID id() {
    String id = variable("id");
    if (!ID.matcher(id).matches()) {
      throw new HttpProblem(ProblemType.NOT_FOUND, "there is no job " + NameSuggestions.quoted(id));
    }
    return UUID.fromString(id);
  }

  /** Of a header that is given twice, a proxy on the way may have read the other one. */
  public @Nullable String header(String name) {
    List<String> values = headers.getOrDefault(name, List.of());
    if (values.size() > 1 && !LISTS.contains(name)) {
      throw HttpProblem.invalid("the header " + name + " is given twice");
    }
    return values.isEmpty() ? null : values.getFirst();
  }

  public boolean accepts(String type) {
    String accept = header("Accept");
    return accept != null && accept.contains(type);
  }

  /** Whether the client has what this tag is for. */
  public boolean hasTag(String tag) {
    String known = header("If-None-Match");
    return known != null
        && Arrays.stream(known.split(","))
            .map(each -> each.strip().replaceFirst("^W/", ""))
            .anyMatch(each -> each.equals(tag) || each.equals("*"));
  }

  /** Whether the answer may be compressed. */
  public boolean takesGzip() {
    String accepted = header("Accept-Encoding");
    return accepted != null
        && Arrays.stream(accepted.toLowerCase(Locale.ROOT).split(","))
            .map(each -> each.replace(" ", ""))
            .anyMatch(each -> each.matches("gzip(;q=(1(\\.0*)?|0?\\.0*[1-9][0-9]*))?"));
  }

  /** The whole body, which may not be long. */
  public byte[] bytes(int bytesMax) throws IOException {
    String encoding = header("Content-Encoding");
    if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
      throw new HttpProblem(
          ProblemType.UNSUPPORTED_ENCODING, "only the bodies of parts may be compressed");
    }
    byte[] bytes = body.readNBytes(bytesMax + 1);
    if (bytes.length > bytesMax) {
      throw new HttpProblem(
          ProblemType.TOO_LARGE, "the body has more than the " + bytesMax + " bytes allowed");
    }
    return bytes;
  }

  /** The parameters of a query; one that the call does not have is refused. */
  static Map<String, String> query(Route route, URI address) {
    Map<String, String> query = new TreeMap<>();
    String raw = address.getRawQuery();
    if (raw == null || raw.isEmpty()) {
      return query;
    }
    for (String pair : raw.split("&", -1)) {
      int equals = pair.indexOf('=');
      String name = Percent.decoded(equals < 0 ? pair : pair.substring(0, equals));
      String value = equals < 0 ? "" : Percent.decoded(pair.substring(equals + 1));
      if (!route.queryParameters().contains(name)) {
        throw HttpProblem.invalid(
            "unknown parameter "
                + NameSuggestions.quoted(name)
                + NameSuggestions.insteadOf(name, route.queryParameters()));
      }
      if (query.put(name, value) != null) {
        throw HttpProblem.invalid(
            "the parameter " + NameSuggestions.quoted(name) + " is given twice");
      }
    }
    return query;
  }

  /** An address in a form that is safe to repeat in an answer. */
  static String shown(URI address) {
    String text = address.toASCIIString();
    return text.length() > SHOWN_LENGTH_MAX ? text.substring(0, SHOWN_LENGTH_MAX) + "…" : text;
  }
}
