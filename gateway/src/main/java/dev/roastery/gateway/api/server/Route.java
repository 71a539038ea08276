package dev.roastery.gateway.api.server;

import dev.roastery.gateway.api.response.ApiResponse;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One call: {@code GET /v1/jobs/{id}}.
 *
 * @param parameters names of query parameters, and of headers {@code In-This-Form}
 * @param statuses the statuses specific to this call; any call may also be refused for reasons
 *     common to all calls
 */
public record Route(
    String method,
    String template,
    Access access,
    List<String> parameters,
    Set<Integer> statuses,
    Handler handler) {

  public enum Access {
    PUBLIC,
    CLIENTS
  }

  @FunctionalInterface
  public interface Handler {
    ApiResponse answer(ApiRequest call) throws IOException;
  }

  public Route {
    parameters = List.copyOf(parameters);
    statuses = Set.copyOf(statuses);
  }

  List<String> queryParameters() {
    return parameters.stream().filter(name -> Character.isLowerCase(name.charAt(0))).toList();
  }

  /** The variables of the path, decoded; null when the template is for another one. */
  @Nullable Map<String, String> match(List<String> segments) {
    List<String> pattern = segments(template);
    if (pattern.size() != segments.size()) {
      return null;
    }
    Map<String, String> variables = new TreeMap<>();
    for (int at = 0; at < pattern.size(); at++) {
      String part = pattern.get(at);
      if (part.startsWith("{")) {
        variables.put(part.substring(1, part.length() - 1), segments.get(at));
      } else if (!part.equals(segments.get(at))) {
        return null;
      }
    }
    return variables;
  }

  /** A path is cut before it is decoded, so that an encoded slash is never a border. */
  static List<String> segments(String path) {
    return List.of(path.substring(1).split("/", -1));
  }
}
