package dev.roastery.gateway.page;

import dev.roastery.gateway.api.response.ApiResponse;
import dev.roastery.gateway.api.response.HttpProblem;
import dev.roastery.gateway.api.response.ProblemType;
import dev.roastery.gateway.api.server.ApiRequest;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;

/** The web page, and this interface's own description: files of this build, and no others. */
public final class Pages {

  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
          + " img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private static final String HTML = "text/html; charset=utf-8";
  private static final String SCRIPT = "text/javascript; charset=utf-8";

  private static final Map<String, String> TYPES =
      Map.of(
          "style.css", "text/css; charset=utf-8",
          "main.js", SCRIPT,
          "api.js", SCRIPT,
          "view.js", SCRIPT);

  public ApiResponse home(ApiRequest call) throws IOException {
    return page("index.html", HTML);
  }

  public ApiResponse file(ApiRequest call) throws IOException {
    String name = call.variable("file");
    String type = TYPES.get(name);
    if (type == null) {
      throw new HttpProblem(ProblemType.NOT_FOUND, "the web page has no such file");
    }
    return page(name, type);
  }

  public ApiResponse description(ApiRequest call) throws IOException {
    return ApiResponse.bytes(200, "application/yaml", resource("openapi.yaml"));
  }

  private static ApiResponse page(String name, String type) throws IOException {
    return ApiResponse.bytes(200, type, resource("web/" + name))
        .with("Content-Security-Policy", POLICY)
        .with("Cache-Control", "no-cache");
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
