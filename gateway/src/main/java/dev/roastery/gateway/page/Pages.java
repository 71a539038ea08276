package dev.roastery.gateway.page;

import dev.roastery.gateway.api.response.ApiResponse;
import dev.roastery.gateway.api.response.HttpProblem;
import dev.roastery.gateway.api.response.ProblemType;
import dev.roastery.gateway.api.server.ApiRequest;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The web page, and this interface's own description: files of this build, and no others. */
public final class Pages {

  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
          + " img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  /** No path, and nothing that begins with a point. */
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,63}\\.([a-z0-9]{1,5})");

  /** By the ends of the names; a file of another type is not served. */
  private static final Map<String, String> TYPES =
      Map.of(
          "css", "text/css; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "svg", "image/svg+xml",
          "png", "image/png");

  /** Those that were asked for. Names without a file are not kept. */
  private final Map<String, StaticFile> files = new ConcurrentHashMap<>();

  public ApiResponse home(ApiRequest call) throws IOException {
    return page("web/index.html", "text/html; charset=utf-8", call);
  }

  public ApiResponse file(ApiRequest call) throws IOException {
    String name = call.variable("file");
    Matcher matcher = NAME.matcher(name);
    String type = matcher.matches() ? TYPES.get(matcher.group(1)) : null;
    if (type == null || Pages.class.getResource("web/" + name) == null) {
      throw new HttpProblem(ProblemType.NOT_FOUND, "the web page has no such file");
    }
    return page("web/" + name, type, call);
  }

  public ApiResponse description(ApiRequest call) throws IOException {
    return file("openapi.yaml", "application/yaml").answer(call);
  }

  private ApiResponse page(String name, String type, ApiRequest call) throws IOException {
    return file(name, type).answer(call).with("Content-Security-Policy", POLICY);
  }

  private StaticFile file(String name, String type) throws IOException {
    StaticFile known = files.get(name);
    if (known == null) {
      known = StaticFile.of(type, resource(name));
      files.put(name, known);
    }
    return known;
  }

  public static byte[] resource(String name) throws IOException {
    try (InputStream in = Pages.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("this build lacks its resource " + name);
      }
      return in.readAllBytes();
    }
  }
}
