package dev.roastery.gateway.api;

import dev.roastery.gateway.format.JsonStringsText;
import dev.roastery.gateway.format.ResultFormat;
import dev.roastery.gateway.format.ResultText;
import dev.roastery.gateway.format.Stream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The forms in which the HTTP interface gives a result: its own bytes first, the default. */
enum Representation {
  CSV(ResultFormat.CSV, ""),
  JSON(ResultFormat.JSON, "-json-typed"),
  NDJSON(ResultFormat.NDJSON, "-ndjson"),
  MARKDOWN(ResultFormat.MARKDOWN, "-markdown"),
  TABLE(ResultFormat.TABLE, "-table"),
  /** Has the tag of version 0.1, where it was called json: a client may still hold a copy. */
  JSON_STRINGS(ResultFormat.JSON, "-json");

  private static final String WAY_TO_ALL = "?format=csv has them all";

  private final ResultFormat format;
  private final String tagSuffix;

  Representation(ResultFormat format, String tagSuffix) {
    this.format = format;
    this.tagSuffix = tagSuffix;
  }

  ResultText text() {
    return this == JSON_STRINGS
        ? new JsonStringsText()
        : format.text(Stream.ONE_RESULT, WAY_TO_ALL);
  }

  String contentType() {
    return switch (this) {
      case JSON, JSON_STRINGS, NDJSON -> format.mediaType();
      case CSV, MARKDOWN, TABLE -> format.mediaType() + "; charset=utf-8";
    };
  }

  /** Makes each representation's ETag another one. */
  String tagSuffix() {
    return tagSuffix;
  }

  /** In the words of {@code ?format=}. */
  static Optional<Representation> named(String name) {
    return Arrays.stream(values()).filter(each -> each.word().equals(name)).findFirst();
  }

  static List<String> names() {
    return Arrays.stream(values()).map(Representation::word).toList();
  }

  private String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** CSV unless the client accepts only others: then the first of those that we know. */
  static Representation accepted(@Nullable String accept) {
    if (accept == null || accept.contains(ResultFormat.CSV.mediaType())) {
      return CSV;
    }
    return Arrays.stream(accept.split(",", -1))
        .map(range -> range.split(";", 2)[0].strip())
        .flatMap(
            type -> Arrays.stream(values()).filter(each -> each.format.mediaType().equals(type)))
        .findFirst()
        .orElse(CSV);
  }
}
