package dev.roastery.bench.compare;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.roastery.common.storage.FileDisk;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Payments of exactly so many customers, made by arithmetic, so that their totals are known:
 *
 * <pre>
 *   customer      12 digits, far apart; in each {@code groups} rows every customer once, scattered
 *   shop           1 digit, that of the customer
 *   amount         100.00 to 999.99
 *   quantity       1 digit
 *   paid_at       19 letters, of 2024
 * </pre>
 *
 * A line has 44 bytes. Files have at most 128 MB, and there are at least eight.
 */
record GrowthDataset(Path path, long rows, long groups) {

  /** Each has as many groups as there are customers; the second keeps ten of each shop. */
  static final List<String> QUERIES = List.of("totals", "best-customers");

  private static final String TABLES = "growth.tables.json";
  private static final String HEADER = "customer,shop,amount,quantity,paid_at\n";
  private static final int LINE_BYTES = 44;
  private static final int FILE_BYTES_MAX = 128_000_000;
  private static final int FILES_LEAST = 8;
  private static final int SHOPS = 10;
  private static final int CENTS_LEAST = 10_000;
  private static final int CENTS_RANGE = 90_000;

  /** 10^11 and this times 10^8 have 12 digits. */
  private static final long CUSTOMERS_APART = 7_919;

  private static final long GROUPS_MAX = 100_000_000;

  GrowthDataset {
    if (groups < 1 || groups > GROUPS_MAX) {
      throw new IllegalArgumentException("groups are 1 to " + GROUPS_MAX + ", not " + groups);
    }
  }

  /** Makes it, or takes what an earlier run has left. */
  static GrowthDataset of(Path folder, long bytes, long groups) throws IOException {
    long rows = rows(bytes);
    Path path = folder.resolve("payments-%d-%d".formatted(rows, groups));
    var dataset = new GrowthDataset(path, rows, groups);
    if (!Files.exists(path)) {
      // Only what is whole gets the name.
      Path unfinished = folder.resolve("unfinished");
      FileDisk.deleteTree(unfinished);
      dataset.write(unfinished);
      Files.move(unfinished, path);
    }
    return dataset;
  }

  static long rows(long bytes) {
    return bytes / LINE_BYTES;
  }

  long bytes() {
    return rows * LINE_BYTES;
  }

  /** The options of a command that ask its two questions. */
  List<String> questions() {
    Path documents = path.resolve("documents");
    String queries =
        String.join(
            ",", QUERIES.stream().map(documents::resolve).map(query -> query + ".json").toList());
    return List.of("--tables", documents.resolve(TABLES).toString(), "--query", queries);
  }

  private void write(Path folder) throws IOException {
    Path payments = Files.createDirectories(folder.resolve("payments"));
    long perFile = Math.min(FILE_BYTES_MAX / LINE_BYTES, Math.ceilDiv(rows, FILES_LEAST));
    for (long from = 0; from < rows; from += perFile) {
      Path file = payments.resolve("payments_%05d.csv".formatted(from / perFile));
      try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
        out.write(HEADER.getBytes(US_ASCII));
        writeRows(from, Math.min(rows, from + perFile), out);
      }
    }
    var shops = new StringBuilder("shop,shop_name\n");
    for (int shop = 0; shop < SHOPS; shop++) {
      shops.append(shop).append(",Shop ").append(shop).append('\n');
    }
    Files.writeString(Files.createDirectories(folder.resolve("shops")).resolve("shops.csv"), shops);
    Path documents = Files.createDirectories(folder.resolve("documents"));
    for (String query : QUERIES) {
      Files.write(documents.resolve(query + ".json"), resource(query + ".json"));
    }
    Files.write(documents.resolve(TABLES), resource(TABLES));
  }

  private void writeRows(long from, long to, OutputStream out) throws IOException {
    byte[] line = "000000000000,0,000.00,0,2024-01-01 10:00:00\n".getBytes(US_ASCII);
    long step = step();
    for (long row = from; row < to; row++) {
      long place = row % groups * step % groups;
      long customer = 100_000_000_000L + place * CUSTOMERS_APART;
      digits(customer, line, 0, 12);
      digits(customer % SHOPS, line, 13, 1);
      long cents = cents(row);
      digits(cents / 100, line, 15, 3);
      digits(cents % 100, line, 19, 2);
      digits(1 + row % 9, line, 22, 1);
      digits(1 + row % 12, line, 29, 2);
      digits(1 + row % 28, line, 32, 2);
      digits(row % 60, line, 38, 2);
      out.write(line);
    }
  }

  private static long cents(long row) {
    return CENTS_LEAST + row * 7_919 % CENTS_RANGE;
  }

  /**
   * By which the customers of following rows differ: with no divisor in common with their number.
   */
  private long step() {
    long step = 7_368_787;
    while (!BigInteger.valueOf(step).gcd(BigInteger.valueOf(groups)).equals(BigInteger.ONE)) {
      step++;
    }
    return step;
  }

  private static void digits(long value, byte[] line, int from, int count) {
    long rest = value;
    for (int at = from + count - 1; at >= from; at--) {
      line[at] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
  }

  /** Every group is there, and together they have every row and every cent. */
  void checkTotals(Path csv) throws IOException {
    long customers = 0;
    long payments = 0;
    long cents = 0;
    try (Stream<String> lines = Files.lines(csv)) {
      for (String line : (Iterable<String>) lines.skip(1)::iterator) {
        String[] fields = line.split(",", -1);
        customers++;
        cents += new BigDecimal(fields[1]).movePointRight(2).longValueExact();
        payments += Long.parseLong(fields[2]);
      }
    }
    long expected = 0;
    for (long row = 0; row < rows; row++) {
      expected += cents(row);
    }
    if (customers != Math.min(groups, rows) || payments != rows || cents != expected) {
      throw new IllegalStateException(
          "%s has %d groups of %d, %d rows of %d, %d cents of %d"
              .formatted(csv, customers, groups, payments, rows, cents, expected));
    }
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream resource = GrowthDataset.class.getResourceAsStream(name)) {
      if (resource == null) {
        throw new IllegalStateException("the jar lacks its " + name);
      }
      return resource.readAllBytes();
    }
  }
}
