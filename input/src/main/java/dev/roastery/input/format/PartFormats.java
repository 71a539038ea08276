package dev.roastery.input.format;

import dev.roastery.input.csv.Packing;
import dev.roastery.input.csv.PartFormat;
import dev.roastery.input.ndjson.Ndjson;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** All formats, by the ends of the names of their parts. */
public final class PartFormats {

  private static final PartFormat CSV = PartFormat.csv();

  private record Named(List<String> ends, PartFormat format) {}

  private static final List<Named> ALL =
      List.of(
          new Named(List.of(".csv", ".tsv"), CSV),
          new Named(List.of(".jsonl", ".ndjson"), PartFormat.of(new Ndjson())));

  private PartFormats() {}

  /** The format of a part of that name, perhaps compressed; CSV if the name says nothing. */
  public static PartFormat of(String part) {
    String name = plain(part);
    for (Named each : ALL) {
      if (each.ends().stream().anyMatch(name::endsWith)) {
        return each.format();
      }
    }
    return CSV;
  }

  /** Whether a part of that name has rows of fields, perhaps below a header. */
  public static boolean isDelimited(String part) {
    return of(part).equals(CSV);
  }

  /** Whether a file of that name is a part. */
  public static boolean isPart(String file) {
    String name = plain(file);
    return ends().stream().anyMatch(name::endsWith);
  }

  /** What the names of parts end with, before {@code .gz} or {@code .zst}. */
  public static List<String> ends() {
    List<String> ends = new ArrayList<>();
    ALL.forEach(each -> ends.addAll(each.ends()));
    return ends;
  }

  private static String plain(String name) {
    return Packing.unpackedName(name).toLowerCase(Locale.ROOT);
  }
}
