package dev.roastery.gateway.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.gateway.api.server.Route;
import dev.roastery.gateway.page.Pages;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The document says what the table of routes says. It is read by its indentation. */
class OpenApiTest {

  private static final Pattern REF = Pattern.compile("- \\$ref: '#/components/parameters/(.*)'");

  @TempDir private Path folder;

  private record Described(Set<String> parameters, Set<Integer> statuses, boolean open) {}

  @Test
  void theDocumentSaysWhatTheRoutesSay() throws Exception {
    List<String> lines = new String(Pages.resource("openapi.yaml"), UTF_8).lines().toList();
    Map<String, Described> document = operations(lines, parameterNames(lines));

    Map<String, Described> routes = new TreeMap<>();
    for (Route route :
        ApiRoutes.of(
            new JobCalls(null, null, null),
            new UploadCalls(null, null),
            new EventCalls(null, null, null),
            new ResultCalls(null),
            new SystemCalls(null, null, null))) {
      Set<String> parameters = new TreeSet<>(route.parameters());
      Matcher variable = Pattern.compile("\\{(\\w+)}").matcher(route.template());
      while (variable.find()) {
        parameters.add(variable.group(1));
      }
      routes.put(
          route.method() + " " + route.template(),
          new Described(
              parameters, new TreeSet<>(route.statuses()), route.access() == Route.Access.PUBLIC));
    }
    assertThat(document).isEqualTo(routes);
  }

  @Test
  void itIsServed() throws Exception {
    try (Gate gate = new Gate(folder)) {
      assertThat(gate.send("GET", "/openapi.yaml", null).body()).startsWith("openapi: 3.1.0\n");
    }
  }

  private static Map<String, String> parameterNames(List<String> lines) {
    Map<String, String> names = new TreeMap<>();
    int from = lines.lastIndexOf("  parameters:");
    for (int at = from; at + 1 < lines.size(); at++) {
      if (lines.get(at).matches("    \\w+:") && lines.get(at + 1).startsWith("      name: ")) {
        names.put(
            lines.get(at).strip().replace(":", ""),
            lines.get(at + 1).substring("      name: ".length()));
      }
    }
    return names;
  }

  private static Map<String, Described> operations(List<String> lines, Map<String, String> names) {
    Map<String, Described> found = new TreeMap<>();
    String path = "";
    String key = "";
    List<String> shared = new ArrayList<>();
    Described current = null;
    for (String line : lines.subList(lines.indexOf("paths:"), lines.indexOf("components:"))) {
      Matcher ref = REF.matcher(line.strip());
      if (line.matches("  /.*:")) {
        path = line.strip().replaceAll(":$", "");
        shared.clear();
        current = null;
      } else if (line.matches("    (get|put|post|patch|delete|head):")) {
        current = new Described(new TreeSet<>(shared), new TreeSet<>(), false);
        key = line.strip().replace(":", "").toUpperCase(Locale.ROOT) + " " + path;
        found.put(key, current);
      } else if (ref.matches()) {
        (current == null ? shared : current.parameters()).add(names.get(ref.group(1)));
      } else if (line.matches("        '\\d+':")) {
        current.statuses().add(Integer.parseInt(line.replaceAll("\\D", "")));
      } else if (line.equals("      security: []")) {
        Described open = new Described(current.parameters(), current.statuses(), true);
        found.put(key, open);
        current = open;
      }
    }
    return found;
  }
}
