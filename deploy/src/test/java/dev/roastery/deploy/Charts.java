package dev.roastery.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The chart of this project, and what it is rendered with. */
final class Charts {

  static final String ENGINE = "Helm's engine is here for Linux on amd64 alone";
  static final Path FOLDER = Path.of(System.getProperty("roastery.root", "..")).resolve("deploy");
  static final Path PLAIN = FOLDER.resolve("kubernetes");
  static final HelmChart CHART = new HelmChart(FOLDER.resolve("helm/roastery"), "roastery");
  static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  private Charts() {}

  static Path values(String name) {
    return name.equals("plain")
        ? PLAIN.resolve("values.yaml")
        : FOLDER.resolve("helm/values").resolve(name + ".yaml");
  }

  static List<JsonNode> rendered(Path values) {
    return documents(CHART.rendered(values));
  }

  static List<JsonNode> documents(String text) {
    try (MappingIterator<JsonNode> read = YAML.readerFor(JsonNode.class).readValues(text)) {
      List<JsonNode> documents = new ArrayList<>();
      read.forEachRemaining(each -> {
        if (each.isObject()) {
          documents.add(each);
        }
      });
      return documents;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Path written(Path folder, String values) {
    try {
      return Files.writeString(folder.resolve("values.yaml"), values);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String name(JsonNode document) {
    return document.required("kind").asText() + " " + document.at("/metadata/name").asText();
  }
}
