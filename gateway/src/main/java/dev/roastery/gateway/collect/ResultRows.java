package dev.roastery.gateway.collect;

import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a result that we have written: canonical CSV, where nothing at all is a null, and an empty
 * text is in quotes.
 */
public final class ResultRows {

  private final Reader csv;

  /** Reads single characters: {@code csv} has to be buffered. */
  public ResultRows(Reader csv) {
    this.csv = csv;
  }

  /** The next row, the header first; null after the last one. */
  public @Nullable List<@Nullable String> next() throws IOException {
    int character = csv.read();
    if (character < 0) {
      return null;
    }
    List<@Nullable String> row = new ArrayList<>();
    while (true) {
      StringBuilder value = new StringBuilder();
      boolean quoted = character == '"';
      character = quoted ? quoted(value) : plain(value, character);
      row.add(quoted || !value.isEmpty() ? value.toString() : null);
      if (character != ',') {
        return row;
      }
      character = csv.read();
    }
  }

  /** Returns what follows the value. */
  private int plain(StringBuilder value, int first) throws IOException {
    int character = first;
    while (character != ',' && character != '\n' && character >= 0) {
      value.append((char) character);
      character = csv.read();
    }
    return character;
  }

  private int quoted(StringBuilder value) throws IOException {
    while (true) {
      int character = csv.read();
      if (character < 0) {
        throw new IOException("a result ends within quotes");
      }
      if (character == '"') {
        character = csv.read();
        if (character != '"') {
          return character;
        }
      }
      value.append((char) character);
    }
  }
}
