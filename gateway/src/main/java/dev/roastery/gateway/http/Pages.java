package dev.roastery.gateway.http;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;

/** The web page, and this interface's own description: files of this build, and no others. */
final class Pages {

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

  Answer home(Call call) throws IOException {
    return page("index.html", HTML);
  }

  Answer file(Call call) throws IOException {
    String name = call.variable("file");
    String type = TYPES.get(name);
    if (type == null) {
      throw new HttpProblem(ProblemType.NOT_FOUND, "the web page has no such file");
    }
    return page(name, type);
  }

  Answer description(Call call) throws IOException {
    return Answer.bytes(200, "application/yaml", resource("openapi.yaml"));
  }

  private static Answer page(String name, String type) throws IOException {
    return Answer.bytes(200, type, resource("web/" + name))
        .with("Content-Security-Policy", POLICY)
        .with("Cache-Control", "no-cache");
  }

  static byte[] resource(String name) throws IOException {
    try (InputStream in = Pages.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("this build lacks its resource " + name);
      }
      return in.readAllBytes();
    }
  }
}
