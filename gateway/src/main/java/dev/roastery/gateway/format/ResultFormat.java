package dev.roastery.gateway.format;

import java.util.Locale;

/** How results are written. */
public enum ResultFormat {
  TABLE("text/plain", "txt"),
  CSV("text/csv", "csv"),
  JSON("application/json", "json"),
  NDJSON("application/x-ndjson", "ndjson"),
  MARKDOWN("text/markdown", "md"),
  CHART("text/plain", "txt");

  public static final int TABLE_ROWS_MAX = 20;

  private static final int COLUMNS_USUAL = 80;

  private final String mediaType;
  private final String extension;

  ResultFormat(String mediaType, String extension) {
    this.mediaType = mediaType;
    this.extension = extension;
  }

  /**
   * A writer for one stream.
   *
   * @param wayToAll says how to get the rows that a table leaves out
   */
  public ResultText text(Stream stream, String wayToAll) {
    return text(stream, wayToAll, COLUMNS_USUAL);
  }

  /** The same for a terminal that is so wide. */
  public ResultText text(Stream stream, String wayToAll, int columns) {
    return switch (this) {
      case TABLE -> new TableText(wayToAll);
      case CSV -> new CsvText(stream);
      case JSON -> new JsonText();
      case NDJSON -> new NdjsonText(stream);
      case MARKDOWN -> new MarkdownText(stream);
      case CHART -> new ChartText(wayToAll, columns);
    };
  }

  /** Programs that read this format expect one result in a stream. */
  public boolean isOneResultPerStream() {
    return this == CSV || this == NDJSON;
  }

  /** It leaves rows out, so that no program reads it. */
  public boolean isForTerminal() {
    return this == TABLE || this == CHART;
  }

  public String mediaType() {
    return mediaType;
  }

  public String extension() {
    return extension;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
