package dev.roastery.gateway.api.server;

import dev.roastery.gateway.api.response.HttpProblem;
import dev.roastery.gateway.api.response.ProblemType;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Finds the call that a request means. */
public final class Router {

  /** Longer than any name we know. */
  private static final int SEGMENTS_MAX = 16;

  record Match(Route route, Map<String, String> variables) {}

  private final List<Route> routes;

  public Router(List<Route> routes) {
    this.routes = List.copyOf(routes);
  }

  Match find(String method, URI address) {
    String path = address.getRawPath();
    if (path == null || !path.startsWith("/") || address.getRawAuthority() != null) {
      throw HttpProblem.invalid("the address must be a path that begins with a single slash");
    }
    List<String> raw = Route.segments(path);
    if (raw.size() > SEGMENTS_MAX) {
      throw unknown(address);
    }
    List<String> segments = raw.stream().map(Percent::decoded).toList();
    Map<String, Match> byMethod = new TreeMap<>();
    for (Route route : routes) {
      Map<String, String> variables = route.match(segments);
      if (variables != null) {
        byMethod.put(route.method(), new Match(route, variables));
      }
    }
    if (byMethod.isEmpty()) {
      throw unknown(address);
    }
    if (byMethod.containsKey("GET")) { // whose headers HEAD asks for
      byMethod.putIfAbsent("HEAD", byMethod.get("GET"));
    }
    Match match = byMethod.get(method);
    if (match == null) {
      String allowed = byMethod.keySet().stream().collect(Collectors.joining(", "));
      throw new HttpProblem(
          ProblemType.METHOD_NOT_ALLOWED,
          "only " + allowed + " is allowed here",
          Map.of("Allow", allowed),
          Map.of());
    }
    return match;
  }

  private static HttpProblem unknown(URI address) {
    return new HttpProblem(
        ProblemType.NOT_FOUND, "not found: " + ApiRequest.shown(address) + "; see /openapi.yaml");
  }
}
