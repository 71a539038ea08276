package dev.roastery.input.csv;

import java.util.List;
import java.util.Random;

/** Parts of {@link Csv#ORDERS} with all the oddities, right and wrong, at random. */
public final class Generated {

  private static final List<String> HEADERS =
      List.of(
          "id,amount,name,day,at",
          "at,x,name,id,amount,day",
          "\ufeff\"id\",name,x,day, at ,amount,y");

  private Generated() {}

  public static String part(Random random, int rows) {
    String header = HEADERS.get(random.nextInt(HEADERS.size()));
    StringBuilder part = new StringBuilder(header).append(lineBreak(random));
    for (int i = 0; i < rows; i++) {
      String[] columns = header.replace("\"", "").replace("\ufeff", "").split(",", -1);
      for (int c = 0; c < columns.length; c++) {
        part.append(c == 0 ? "" : ",").append(field(columns[c].strip(), random));
      }
      boolean cut = i == rows - 1 && random.nextBoolean();
      part.append(cut ? "" : lineBreak(random));
      part.append(random.nextInt(30) == 0 ? lineBreak(random) : "");
    }
    return part.toString();
  }

  private static String lineBreak(Random random) {
    return random.nextInt(4) == 0 ? "\r\n" : "\n";
  }

  private static String field(String column, Random random) {
    String plain = random.nextInt(6) == 0 ? "" : value(column, random);
    boolean must = plain.contains(",") || plain.contains("\n") || plain.startsWith("\"");
    return must || random.nextInt(8) == 0 ? '"' + plain.replace("\"", "\"\"") + '"' : plain;
  }

  private static String value(String column, Random random) {
    boolean odd = random.nextInt(200) == 0;
    return switch (column) {
      case "id" ->
          odd
              ? pick(
                  random,
                  "x",
                  "1.5",
                  "1e3",
                  "+1",
                  "--1",
                  "99999999999999999999",
                  "0x1",
                  ".",
                  "-",
                  "1 2")
              : id(random);
      case "amount" ->
          odd
              ? pick(random, "1.234", "1,5", "$1", "1.2.3", "1e2", ".", "-.", "NaN", "1.")
              : amount(random);
      case "day" ->
          odd
              ? pick(random, "2023-02-30", "2023-1-1", "01/02/2023", "2023-13-01", "2023-01-00")
              : date(random);
      case "at" ->
          odd
              ? pick(
                  random,
                  "2023-02-29 00:00:00",
                  "2023-01-01 24:00:00",
                  "2023-01-01 1:00:00",
                  "2023-01-01 00:00:60",
                  "2023-01-01 00:00:00.5",
                  "2023-01-01x00:00:00")
              : time(random);
      default -> text(random);
    };
  }

  private static String pick(Random random, String... of) {
    return of[random.nextInt(of.length)];
  }

  private static String id(Random random) {
    long id = random.nextLong() >> random.nextInt(64);
    return pick(random, id + "", id + ".0", Math.abs(id % 1000) + "", " " + id, id + ".000");
  }

  private static String amount(Random random) {
    long whole = random.nextLong() >> (8 + random.nextInt(56));
    return pick(
        random,
        whole + "",
        whole + ".5",
        whole + ".05",
        whole + ".90",
        "." + random.nextInt(10),
        whole + ".500",
        whole + ".");
  }

  private static String date(Random random) {
    return java.time.LocalDate.ofEpochDay(random.nextInt(40_000) - 10_000).toString();
  }

  private static String time(Random random) {
    String time =
        String.format("%02d:%02d:%02d", random.nextInt(24), random.nextInt(60), random.nextInt(60));
    return pick(
        random,
        date(random),
        date(random) + " " + time,
        date(random) + "T" + time,
        date(random) + " " + time + ".000");
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int left = random.nextInt(40) * random.nextInt(2); left > 0; left--) {
      text.append(
          pick(random, "a", "b", " ", ",", "\"", "\n", "\r\n", "ñ", "☕", "\uD83D\uDE00", "'"));
    }
    return text.toString();
  }
}
