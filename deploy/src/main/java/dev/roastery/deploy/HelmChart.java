package dev.roastery.deploy;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A chart in a folder, as a release of one name. */
public record HelmChart(Path folder, String release) {

  private static final Pattern SOURCE = Pattern.compile("\\A# Source: [^/]+/templates/(\\S+)\n");

  /** All documents, as {@code helm template} prints them. */
  public String rendered(Path values) {
    return new Helm(folder)
        .template()
        .withName(release)
        .withNamespace("default")
        .withValuesFile(values)
        .call();
  }

  /**
   * The same by template, without Helm's lines that name it; a template without output is left out.
   */
  public Map<String, String> files(Path values) {
    Map<String, StringJoiner> files = new LinkedHashMap<>();
    for (String document : rendered(values).split("(?m)^---\n", -1)) {
      Matcher source = SOURCE.matcher(document);
      if (source.find()) {
        files
            .computeIfAbsent(source.group(1), _ -> new StringJoiner("---\n"))
            .add(document.substring(source.end()).strip() + "\n");
      }
    }
    Map<String, String> texts = new LinkedHashMap<>();
    files.forEach((name, documents) -> texts.put(name, documents.toString()));
    return texts;
  }

  /** What {@code helm install} would say at its end; no cluster is asked. */
  public String notes(Path values) {
    String output =
        new Helm(folder)
            .install()
            .withName(release)
            .withNamespace("default")
            .withValuesFile(values)
            .clientOnly()
            .dryRun()
            .call()
            .getOutput();
    return output.substring(output.indexOf("\nNOTES:\n") + 1);
  }

  /** What {@code helm lint --strict} says of the chart with its own values. */
  public LintResult lint() {
    return new Helm(folder).lint().strict().call();
  }
}
