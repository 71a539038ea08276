package dev.roastery.cli.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.api.ThrowingConsumer;

/** What a person sees of the web page, and does there. */
final class Screen implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();

  final Browser browser;

  /** {@code page}: what stands behind the # of the address. */
  Screen(Path executable, Path folder, Service service, String page) throws Exception {
    this.browser = new Browser(executable, folder, service.url() + "/#" + page);
    size(1280, 820);
  }

  // ---- what is seen

  String text(String selector) throws IOException, InterruptedException {
    return browser.evaluate(one(selector) + "?.textContent ?? ''");
  }

  int count(String selector) throws IOException, InterruptedException {
    return Integer.parseInt(
        browser.evaluate("document.querySelectorAll(" + quoted(selector) + ").length"));
  }

  void awaitText(String selector, String... texts) {
    until(_ -> assertThat(text(selector)).contains(texts));
  }

  void awaitCount(String selector, int count) {
    until(_ -> assertThat(count(selector)).as(selector).isEqualTo(count));
  }

  void until(ThrowingConsumer<Screen> assertion) {
    await().atMost(Service.LIMIT).untilAsserted(() -> assertion.accept(this));
  }

  /** How wide the page would like to be. */
  int width() throws IOException, InterruptedException {
    return Integer.parseInt(browser.evaluate("document.documentElement.scrollWidth"));
  }

  /** Serious and critical findings of axe-core, each with its elements. */
  List<String> findings() throws IOException, InterruptedException {
    if (browser.evaluate("typeof window.axe").equals("undefined")) {
      var _ = browser.evaluate("void " + axe());
    }
    String found =
        browser.evaluate(
            "axe.run(document, {resultTypes: ['violations']}).then(result =>"
                + " JSON.stringify(result.violations.filter(each => ['serious',"
                + " 'critical'].includes(each.impact)).map(each => each.id + ': ' +"
                + " each.nodes.map(node => node.target + ' ' + node.failureSummary).join(' |"
                + " '))))");
    return JSON.readTree(found).valueStream().map(JsonNode::asText).toList();
  }

  private static String axe() throws IOException {
    try (InputStream script = Screen.class.getResourceAsStream("axe.min.js")) {
      String words = new String(Objects.requireNonNull(script).readAllBytes(), UTF_8);
      return "(() => { " + words + " })()";
    }
  }

  /** A picture of what fits on the screen. */
  void picture(Path file) throws IOException, InterruptedException {
    JsonNode answer = browser.call("Page.captureScreenshot", "{\"format\": \"png\"}");
    Files.createDirectories(file.getParent());
    Files.write(file, Base64.getDecoder().decode(answer.required("data").asText()));
  }

  // ---- what is done

  void size(int width, int height) throws IOException, InterruptedException {
    browser.resize(width, height);
  }

  /** "dark" or "light", as the system of the user has it. */
  void colours(String scheme) throws IOException, InterruptedException {
    var _ =
        browser.call(
            "Emulation.setEmulatedMedia",
            """
            {"features": [{"name": "prefers-color-scheme", "value": "%s"},
              {"name": "prefers-reduced-motion", "value": "reduce"}]}\
            """
                .formatted(scheme));
  }

  void go(String page) throws IOException, InterruptedException {
    var _ = browser.evaluate("location.hash = " + quoted(page));
  }

  /** Clicks as soon as it is there, can be seen and may be clicked. */
  void click(String selector) {
    String element = one(selector);
    until(_ ->
        assertThat(
                browser.evaluate(
                    "((found) => { if (!found || found.offsetParent === null || found.disabled"
                        + " || found.getAttribute('aria-disabled') === 'true') return false;"
                        + " found.click(); return true; })("
                        + element
                        + ")"))
            .as("click on %s", selector)
            .isEqualTo("true"));
  }

  /** The button or link with these words. */
  static String labelled(String words) {
    return "text=" + words;
  }

  void type(String selector, String words) throws IOException, InterruptedException {
    until(_ -> assertThat(count(selector)).as(selector).isPositive());
    var _ =
        browser.evaluate(
            "((field) => { field.focus(); field.value = "
                + quoted(words)
                + "; field.dispatchEvent(new Event('input', {bubbles: true}));"
                + " field.dispatchEvent(new Event('change', {bubbles: true})); })("
                + one(selector)
                + ")");
  }

  private static final Map<String, String> KEYS =
      Map.of(
          "Tab",
          "{\"key\": \"Tab\", \"code\": \"Tab\", \"windowsVirtualKeyCode\": 9",
          "Enter",
          "{\"key\": \"Enter\", \"code\": \"Enter\", \"windowsVirtualKeyCode\": 13,"
              + " \"text\": \"\\r\"");

  void press(String key) throws IOException, InterruptedException {
    String named = Objects.requireNonNull(KEYS.get(key));
    var _ = browser.call("Input.dispatchKeyEvent", named + ", \"type\": \"keyDown\"}");
    var _ = browser.call("Input.dispatchKeyEvent", named + ", \"type\": \"keyUp\"}");
  }

  /** Types as a keyboard would, into what has the focus. */
  void write(String words) throws IOException, InterruptedException {
    var _ = browser.call("Input.insertText", "{\"text\": " + quoted(words) + "}");
  }

  /** The place that can be seen. */
  private static final String DROP =
      "[...document.querySelectorAll('.drop')].find(each => each.offsetParent)";

  /** Drops these files and folders where files are dropped. */
  void drop(List<Path> files) throws IOException, InterruptedException {
    until(_ -> assertThat(browser.evaluate(DROP + " !== undefined")).isEqualTo("true"));
    JsonNode place =
        JSON.readTree(
            browser.evaluate(
                "((box) => JSON.stringify({x: box.left + box.width / 2, y: box.top + 12}))("
                    + DROP
                    + ".getBoundingClientRect())"));
    var data = JSON.createObjectNode().put("dragOperationsMask", 1);
    data.putArray("items");
    ArrayNode paths = data.putArray("files");
    files.forEach(file -> paths.add(file.toString()));
    for (String type : List.of("dragEnter", "dragOver", "drop")) {
      var event = JSON.createObjectNode().put("type", type);
      event.put("x", place.path("x").asInt()).put("y", place.path("y").asInt()).set("data", data);
      var _ = browser.call("Input.dispatchDragEvent", JSON.writeValueAsString(event));
    }
  }

  /** Chooses these files, or this folder, in the chooser that this button opens. */
  void choose(String button, List<Path> files) throws IOException, InterruptedException {
    browser.answerChoosers();
    click(labelled(button));
    until(_ -> assertThat(browser.choose(files)).as("%s opens a chooser", button).isTrue());
  }

  /** What is saved from now on lies in this folder. */
  void saveIn(Path folder) throws IOException, InterruptedException {
    var behaviour = JSON.createObjectNode().put("behavior", "allow");
    var _ =
        browser.call(
            "Browser.setDownloadBehavior",
            behaviour.put("downloadPath", folder.toString()).toString());
  }

  void reload() throws IOException, InterruptedException {
    var _ = browser.evaluate("document.getElementById('main').setAttribute('aria-busy', 'old')");
    var _ = browser.evaluate("setTimeout(() => location.reload())");
    until(_ ->
        assertThat(browser.evaluate("document.getElementById('main').getAttribute('aria-busy')"))
            .isEqualTo("false"));
  }

  private static String one(String selector) {
    if (selector.startsWith("text=")) {
      return "[...document.querySelectorAll('button, a')].find(each => each.offsetParent &&"
          + " each.textContent.trim() === "
          + quoted(selector.substring("text=".length()))
          + ")";
    }
    return "document.querySelector(" + quoted(selector) + ")";
  }

  static String quoted(String words) {
    return JSON.getNodeFactory().textNode(words).toString();
  }

  @Override
  public void close() {
    browser.close();
  }
}
