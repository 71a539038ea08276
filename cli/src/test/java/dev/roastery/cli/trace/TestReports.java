package dev.roastery.cli.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** What became of the tests of one build, by its XML reports. */
final class TestReports {

  /** What became of a test. Of several tests together, the last one of these counts. */
  enum Outcome {
    PASSED,
    NOT_RUN,
    FAILED
  }

  /** By "Class" and by "Class#method". */
  private final Map<String, Outcome> outcomes = new TreeMap<>();

  /** The reports in these folders; a folder that does not exist has none. */
  static TestReports in(List<Path> folders)
      throws IOException, SAXException, ParserConfigurationException {
    TestReports reports = new TestReports();
    var parser = DocumentBuilderFactory.newInstance().newDocumentBuilder();
    for (Path file : files(folders)) {
      NodeList cases =
          parser.parse(file.toFile()).getDocumentElement().getElementsByTagName("testcase");
      for (int i = 0; i < cases.getLength(); i++) {
        reports.add((Element) cases.item(i));
      }
    }
    return reports;
  }

  private static List<Path> files(List<Path> folders) throws IOException {
    List<Path> all = new ArrayList<>();
    for (Path folder : folders) {
      if (Files.isDirectory(folder)) {
        try (Stream<Path> files = Files.list(folder)) {
          files.filter(file -> file.toString().endsWith(".xml")).forEach(all::add);
        }
      }
    }
    return all;
  }

  /** A nested class is reported as Outer$Nested, and a repeated test as method(String)[7]. */
  private void add(Element testCase) {
    Outcome outcome = outcome(testCase);
    String type = testCase.getAttribute("classname").replaceFirst("^.*\\.", "").split("\\$", 2)[0];
    String method = testCase.getAttribute("name").split("\\(", 2)[0];
    outcomes.merge(type, outcome, TestReports::worse);
    outcomes.merge(type + "#" + method, outcome, TestReports::worse);
  }

  private static Outcome outcome(Element testCase) {
    if (has(testCase, "failure") || has(testCase, "error")) {
      return Outcome.FAILED;
    }
    return has(testCase, "skipped") ? Outcome.NOT_RUN : Outcome.PASSED;
  }

  private static boolean has(Element testCase, String element) {
    return testCase.getElementsByTagName(element).getLength() > 0;
  }

  /** Of a test that is written {@code Class} or {@code Class#method}. */
  Outcome outcome(String test) {
    return outcomes.getOrDefault(test, Outcome.NOT_RUN);
  }

  /** All of them have to have passed. */
  Outcome outcome(List<String> tests) {
    return tests.stream().map(this::outcome).reduce(Outcome.PASSED, TestReports::worse);
  }

  private static Outcome worse(Outcome one, Outcome other) {
    return one.compareTo(other) > 0 ? one : other;
  }
}
