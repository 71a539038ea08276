package dev.roastery.cli.service;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.roastery.cli.Outcome;
import dev.roastery.harness.Leash;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** One page in a Chromium without a window, which is asked by the protocol of its own debugger. */
final class Browser implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private final HttpClient http = HttpClient.newHttpClient();
  private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
  private final Outcome.Running running;
  private final Leash leash;
  private final WebSocket debugger;
  private final List<String> mistakes = new ArrayList<>();
  private final Deque<JsonNode> choosers = new ArrayDeque<>();
  private int asked;

  /**
   * Where a browser's fonts are, and what to put before its command so that it sees them: ./gradlew
   * may hide /usr/share from us.
   */
  private record Place(Path root, List<String> prefix) {
    static Place find() {
      String outside = System.getenv("ROASTERY_OUTSIDE");
      return outside == null
          ? new Place(Path.of("/"), List.of())
          : new Place(
              Path.of("/proc", outside, "root"), List.of("nsenter", "-t", outside, "-m", "--"));
    }
  }

  /** The browser that is installed, with a font, which it cannot do without; none or one. */
  static List<Path> installed() {
    List<Path> found = found();
    if (found.isEmpty() && "required".equals(System.getenv("ROASTERY_BROWSER"))) {
      throw new AssertionError(
          "a browser is required and not there: apt-get install chromium fonts-dejavu-core");
    }
    return found;
  }

  private static List<Path> found() {
    boolean fonts = Files.isDirectory(Place.find().root().resolve("usr/share/fonts/truetype"));
    return Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
        .map(Path::of)
        .filter(each -> fonts && Files.isExecutable(each))
        .limit(1)
        .toList();
  }

  private static List<String> command(Path executable, Path profile, String url) {
    List<String> command = new ArrayList<>(Place.find().prefix());
    command.addAll(
        List.of(
            executable.toString(),
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-dev-shm-usage",
            "--user-data-dir=" + profile,
            "--remote-debugging-port=0",
            url));
    return command;
  }

  /** {@code folder}: for all that it keeps. */
  Browser(Path executable, Path folder, String url) throws Exception {
    Path profile = Files.createTempDirectory(folder, "profile");
    running =
        Outcome.start(
            Files.createDirectories(folder.resolve("browser")),
            Map.of(
                "HOME", folder.toString(),
                "TMPDIR", folder.toString(),
                "LANG", "C.UTF-8",
                "PATH", System.getenv("PATH")),
            command(executable, profile, url));
    leash = Leash.killing(running.process());
    Path port = profile.resolve("DevToolsActivePort"); // two lines, the first is the number
    await().atMost(LIMIT).until(() -> isAlive() && Files.exists(port) && Files.size(port) > 8);
    String devices = "http://127.0.0.1:" + Files.readAllLines(port).getFirst() + "/json/list";
    await().atMost(LIMIT).until(() -> isAlive() && !page(devices).isEmpty());
    debugger = http.newWebSocketBuilder().buildAsync(URI.create(page(devices)), new Ear()).join();
    var _ = call("Runtime.enable", "{}");
    var _ = call("Log.enable", "{}");
  }

  private boolean isAlive() throws IOException {
    if (!running.process().isAlive()) {
      throw new AssertionError("the browser ended: " + Files.readString(running.err()));
    }
    return true;
  }

  /** Where the page's debugger listens; empty while there is none. */
  private String page(String devices) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(devices)).build();
    return JSON.readTree(http.send(request, BodyHandlers.ofString()).body())
        .valueStream()
        .filter(target -> target.path("type").asText().equals("page"))
        .map(target -> target.path("webSocketDebuggerUrl").asText())
        .findFirst()
        .orElse("");
  }

  /** The value of a JavaScript expression in the page, or of its promise, as text. */
  String evaluate(String expression) throws IOException, InterruptedException {
    ObjectNode parameters =
        JSON.createObjectNode()
            .put("expression", "(async () => String(await (" + expression + ")))()")
            .put("awaitPromise", true)
            .put("userGesture", true);
    return ask("Runtime.evaluate", parameters).at("/result/result/value").asText();
  }

  /** Calls a method of the debugger, with the parameters that are given as JSON. */
  JsonNode call(String method, String parameters) throws IOException, InterruptedException {
    return ask(method, (ObjectNode) JSON.readTree(parameters)).path("result");
  }

  /** As if its screen were so large. */
  void resize(int width, int height) throws IOException, InterruptedException {
    ObjectNode parameters = JSON.createObjectNode().put("width", width).put("height", height);
    var _ =
        ask(
            "Emulation.setDeviceMetricsOverride",
            parameters.put("deviceScaleFactor", 1).put("mobile", true));
  }

  /** From now on a chooser of files is answered by {@link #choose}, not by a window. */
  void answerChoosers() throws IOException, InterruptedException {
    var _ = call("Page.enable", "{}");
    var _ = call("Page.setInterceptFileChooserDialog", "{\"enabled\": true}");
  }

  /** Chooses these in the chooser that the page has opened; false while there is none. */
  boolean choose(List<Path> files) throws IOException, InterruptedException {
    var _ = evaluate("0"); // events come before an answer
    JsonNode chooser = choosers.poll();
    if (chooser == null) {
      return false;
    }
    ObjectNode parameters = JSON.createObjectNode();
    parameters.set("backendNodeId", chooser.required("backendNodeId"));
    files.forEach(file -> parameters.withArray("files").add(file.toString()));
    var _ = ask("DOM.setFileInputFiles", parameters);
    return true;
  }

  private JsonNode ask(String method, ObjectNode parameters)
      throws IOException, InterruptedException {
    asked++;
    ObjectNode question = JSON.createObjectNode().put("id", asked).put("method", method);
    question.set("params", parameters);
    debugger.sendText(question.toString(), true).join();
    JsonNode result = answer();
    if (result.path("id").asInt() != asked
        || result.has("error")
        || result.at("/result/exceptionDetails").isObject()) {
      throw new AssertionError(question + ": " + result);
    }
    return result;
  }

  /** What comes before it are events: of these, mistakes of the page are kept. */
  private JsonNode answer() throws IOException, InterruptedException {
    while (true) {
      String answer = answers.poll(LIMIT.toSeconds(), TimeUnit.SECONDS);
      if (answer == null) {
        throw new AssertionError("the browser does not answer");
      }
      JsonNode message = JSON.readTree(answer);
      if (message.has("id")) {
        return message;
      }
      if (message.path("method").asText().equals("Page.fileChooserOpened")) {
        choosers.add(message.path("params"));
      }
      String text = message.at("/params/entry/text").asText();
      if (message.path("method").asText().equals("Runtime.exceptionThrown")
          || text.contains("Content Security Policy")) {
        mistakes.add(answer);
      }
    }
  }

  /** Puts together what comes in pieces. */
  private final class Ear implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket socket, CharSequence piece, boolean last) {
      text.append(piece);
      if (last) {
        answers.add(text.toString());
        text.setLength(0);
      }
      socket.request(1);
      return null;
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
    running.process().descendants().forEach(ProcessHandle::destroyForcibly);
    running.process().destroyForcibly().onExit().join();
    leash.close();
    if (!mistakes.isEmpty()) {
      throw new AssertionError("mistakes of the page: " + mistakes);
    }
  }
}
