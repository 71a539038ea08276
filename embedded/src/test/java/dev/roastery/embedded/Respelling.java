package dev.roastery.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Writes the same rows in another way that real exports have: another order of columns, a column
 * more that is full of quotes and line breaks, ids as floats, amounts with as few decimals as they
 * need, a byte order mark, CRLF, no last line break.
 */
record Respelling(SplittableRandom random) {

  static List<Path> parts(Path set) throws IOException {
    try (Stream<Path> files = Files.walk(set)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  /** None of the sample's own fields is quoted. */
  String of(String csv) {
    List<String[]> rows = csv.lines().map(line -> line.split(",", -1)).toList();
    String[] header = rows.getFirst();
    List<Integer> order = new ArrayList<>(IntStream.rangeClosed(0, header.length).boxed().toList());
    Collections.shuffle(order, new Random(random.nextLong()));
    String end = random.nextBoolean() ? "\r\n" : "\n";
    String text =
        rows.stream().map(row -> row(header, row, order)).collect(Collectors.joining(end));
    return (random.nextBoolean() ? "\uFEFF" : "") + text + (random.nextBoolean() ? end : "");
  }

  private String row(String[] header, String[] row, List<Integer> order) {
    return order.stream()
        .map(column ->
            column == header.length ? note(Arrays.equals(row, header)) : field(header, row, column))
        .collect(Collectors.joining(","));
  }

  private String note(boolean ofHeader) {
    return ofHeader ? "note" : List.of("", "\"a, b\"", "\"x\ny\"\"z\r\n,\"").get(random.nextInt(3));
  }

  private String field(String[] header, String[] row, int column) {
    String value = row[column];
    if (Arrays.equals(row, header) || value.isEmpty()) {
      return value;
    }
    return switch (header[column]) {
      case "store_id", "user_id", "item_id", "quantity" -> whole(value);
      case "final_amount", "subtotal" -> amount(value);
      default -> random.nextInt(4) == 0 ? '"' + value + '"' : value;
    };
  }

  private String whole(String value) {
    String digits = value.endsWith(".0") ? value.substring(0, value.length() - 2) : value;
    return random.nextBoolean() ? digits + ".0" : digits;
  }

  private String amount(String value) {
    if (!value.contains(".")) {
      return random.nextBoolean() ? value + ".0" : value;
    }
    return random.nextBoolean() ? value.replaceAll("\\.?0+$", "") : value;
  }
}
