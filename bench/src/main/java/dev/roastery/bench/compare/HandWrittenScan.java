package dev.roastery.bench.compare;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.Stream;

/**
 * The five queries written by hand for the files of {@code roastery generate} and for no others:
 * how near to the limit a program without generality comes. Two threads take pieces of files. Of a
 * line only what is needed is looked at: ids have 36 letters, timestamps 19, so only what stands
 * between them is searched for commas. There are no quotes, no nulls but customers, no other order
 * of columns; a line of another shape ends the run.
 */
final class HandWrittenScan {

  private static final int THREADS = 2;
  private static final int PIECE_BYTES = 1 << 18;
  private static final int LINE_BYTES_MAX = 1 << 10;
  private static final int ID_BYTES = 36;
  private static final int TIME_BYTES = 19;
  private static final int MONTHS = 24;
  private static final int HALVES = 4;
  private static final int HIGH_CENTS = 7_500;
  private static final int BEST_CUSTOMERS = 3;

  private static final String TRANSACTIONS =
      "transaction_id,store_id,payment_method_id,voucher_id,user_id,original_amount,"
          + "discount_applied,final_amount,created_at";
  private static final String ITEMS =
      "transaction_id,item_id,quantity,unit_price,subtotal,created_at";

  private final Map<Integer, String> stores;
  private final Map<Integer, String> items;
  private final Map<Integer, String> birthdates;
  private final int storesEnd;
  private final int itemsEnd;
  private final int usersEnd;
  private final List<Piece> pieces = new ArrayList<>();
  private final AtomicInteger next = new AtomicInteger();

  /** By store and user; the only table too large to have one for each thread. */
  private final AtomicIntegerArray purchases;

  private HandWrittenScan(Path dataset) throws IOException {
    stores = column(dataset.resolve("stores"), 1);
    items = column(dataset.resolve("menu_items"), 1);
    birthdates = column(dataset.resolve("users"), 2);
    storesEnd = end(stores);
    itemsEnd = end(items);
    usersEnd = end(birthdates);
    purchases = new AtomicIntegerArray(Math.multiplyExact(storesEnd, usersEnd));
    for (Path file : files(dataset.resolve("transactions"))) {
      cut(file, TRANSACTIONS);
    }
    for (Path file : files(dataset.resolve("transaction_items"))) {
      cut(file, ITEMS);
    }
  }

  /** One run: the dataset, where results go. Prints its own milliseconds. */
  public static void main(String[] arguments)
      throws IOException, InterruptedException, ExecutionException {
    long start = System.nanoTime();
    Map<String, String> results = new HandWrittenScan(Path.of(arguments[0])).results();
    System.out.println((System.nanoTime() - start) / 1_000_000);
    Path out = Files.createDirectories(Path.of(arguments[1]));
    for (var result : results.entrySet()) {
      Files.write(out.resolve(result.getKey() + ".csv"), result.getValue().getBytes(UTF_8));
    }
  }

  private Map<String, String> results()
      throws IOException, InterruptedException, ExecutionException {
    Callable<Sums> scan = this::scan;
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      Sums all = new Sums(storesEnd, itemsEnd);
      for (Future<Sums> each : threads.invokeAll(List.of(scan, scan))) {
        all.add(each.get());
      }
      Map<String, String> results = new TreeMap<>();
      results.put("high-value-transactions", highValueTransactions(all));
      results.put("best-selling-items", bestItems("quantity", all.quantities));
      results.put("most-profitable-items", bestItems("profit", all.profits));
      results.put("tpv-by-store", tpvByStore(all));
      results.put("top-customers", topCustomers());
      return results;
    }
  }

  // ---------------------------------------------------------------- files

  private static List<Path> files(Path table) throws IOException {
    try (Stream<Path> files = Files.list(table)) {
      return files.filter(file -> file.toString().endsWith(".csv")).sorted().toList();
    }
  }

  /** Of a small table: a column by its key, the first, for joins take the first row of a key. */
  private static Map<Integer, String> column(Path table, int column) throws IOException {
    Map<Integer, String> values = new TreeMap<>();
    for (Path file : files(table)) {
      try (Stream<String> lines = Files.lines(file)) {
        lines
            .skip(1)
            .map(line -> line.split(",", column + 2))
            .forEach(fields -> values.putIfAbsent(Integer.valueOf(fields[0]), fields[column]));
      }
    }
    if (values.values().stream().anyMatch(value -> value.contains("\""))) {
      throw new IllegalStateException(table + " has quotes: not a generated dataset");
    }
    return values;
  }

  private static int end(Map<Integer, String> byId) {
    return byId.keySet().stream().mapToInt(Integer::intValue).max().orElse(0) + 1;
  }

  private void cut(Path file, String header) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      MappedByteBuffer bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
      byte[] first = new byte[header.length() + 1];
      bytes.get(0, first);
      if (!new String(first, UTF_8).equals(header + "\n")) {
        throw new IllegalStateException(file + " has other columns: not a generated dataset");
      }
      for (int from = first.length; from < bytes.limit(); from += PIECE_BYTES) {
        pieces.add(new Piece(bytes, from, from == first.length, header.equals(ITEMS)));
      }
    }
  }

  /** The lines that begin in {@code PIECE_BYTES} of a file. */
  private record Piece(MappedByteBuffer file, int from, boolean first, boolean ofItems) {

    /** Copies them, with one byte before them; returns where the copy ends. */
    int copyTo(byte[] bytes) {
      int length = (int) Math.min((long) file.limit() - from + 1, bytes.length);
      file.get(from - 1, bytes, 0, length);
      return length;
    }
  }

  // ---------------------------------------------------------------- lines

  private Sums scan() {
    Sums sums = new Sums(storesEnd, itemsEnd);
    byte[] bytes = new byte[PIECE_BYTES + LINE_BYTES_MAX];
    for (int piece = next.getAndIncrement();
        piece < pieces.size();
        piece = next.getAndIncrement()) {
      Piece one = pieces.get(piece);
      int length = one.copyTo(bytes);
      int at = 1;
      // Who has the byte before a line has not the line: it begins in this piece.
      while (!one.first && at < length && bytes[at - 1] != '\n') {
        at++;
      }
      int end = Math.min(length, PIECE_BYTES + 1);
      while (at < end) {
        at = one.ofItems ? item(bytes, at, sums) : transaction(bytes, at, sums);
      }
    }
    return sums;
  }

  /** Returns where the next line begins. */
  private int transaction(byte[] bytes, int line, Sums sums) {
    int at = afterId(bytes, line);
    int store = 0;
    for (; bytes[at] != ','; at++) {
      store = store * 10 + digit(bytes[at]);
    }
    at = afterComma(bytes, afterComma(bytes, at + 1));
    int user = -1;
    if (bytes[at] != ',') {
      for (user = 0; bytes[at] != ',' && bytes[at] != '.'; at++) {
        user = user * 10 + digit(bytes[at]);
      }
      if (bytes[at] == '.') {
        at += 2; // 852.0
      }
    }
    at = afterComma(bytes, afterComma(bytes, at + 1));
    int comma = afterComma(bytes, at) - 1;
    long cents = cents(bytes, at, comma);
    int time = comma + 1;
    int year = year(bytes, time);
    if (year >= 0) {
      if (user >= 0) {
        purchases.getAndIncrement(store * usersEnd + user);
      }
      if (isOpen(bytes, time)) {
        sums.tpv[(year * 2 + (month(bytes, time) + 5) / 6 - 1) * storesEnd + store] += cents;
        if (cents >= HIGH_CENTS) {
          sums.high.add(new High(new String(bytes, line, ID_BYTES, ISO_8859_1), cents));
        }
      }
    }
    return afterLine(bytes, time);
  }

  /** Returns where the next line begins. */
  private int item(byte[] bytes, int line, Sums sums) {
    int at = afterId(bytes, line);
    int item = 0;
    for (; bytes[at] != ','; at++) {
      item = item * 10 + digit(bytes[at]);
    }
    int quantity = 0;
    for (at++; bytes[at] != ','; at++) {
      quantity = quantity * 10 + digit(bytes[at]);
    }
    at = afterComma(bytes, at + 1);
    int comma = afterComma(bytes, at) - 1;
    int time = comma + 1;
    int year = year(bytes, time);
    if (year >= 0) {
      int group = (year * 12 + month(bytes, time) - 1) * itemsEnd + item;
      sums.quantities[group] += quantity;
      sums.profits[group] += cents(bytes, at, comma);
    }
    return afterLine(bytes, time);
  }

  private static int afterId(byte[] bytes, int line) {
    check(bytes[line + ID_BYTES] == ',');
    return line + ID_BYTES + 1;
  }

  private static int afterLine(byte[] bytes, int time) {
    check(bytes[time + TIME_BYTES] == '\n');
    return time + TIME_BYTES + 1;
  }

  private static int afterComma(byte[] bytes, int from) {
    int at = from;
    while (bytes[at] != ',') {
      at++;
    }
    return at + 1;
  }

  private static int digit(byte letter) {
    int digit = letter - '0';
    check(digit >= 0 && digit <= 9);
    return digit;
  }

  /** Exact: of an amount with one or two digits behind its point. */
  private static long cents(byte[] bytes, int from, int to) {
    long value = 0;
    int at = from;
    for (; at < to && bytes[at] != '.'; at++) {
      value = value * 10 + digit(bytes[at]);
    }
    int digits = to - at - 1;
    check(digits == 1 || digits == 2);
    value = value * 10 + digit(bytes[at + 1]);
    return value * 10 + (digits == 2 ? digit(bytes[at + 2]) : 0);
  }

  /** 0 in 2024, 1 in 2025, otherwise -1. */
  private static int year(byte[] bytes, int time) {
    boolean decade = bytes[time] == '2' && bytes[time + 1] == '0' && bytes[time + 2] == '2';
    int year = bytes[time + 3] - '4';
    return decade && (year == 0 || year == 1) ? year : -1;
  }

  private static int month(byte[] bytes, int time) {
    return digit(bytes[time + 5]) * 10 + digit(bytes[time + 6]);
  }

  /** From 06:00:00 to 23:00:00. */
  private static boolean isOpen(byte[] bytes, int time) {
    int hour = digit(bytes[time + 11]) * 10 + digit(bytes[time + 12]);
    boolean sharp =
        bytes[time + 14] == '0'
            && bytes[time + 15] == '0'
            && bytes[time + 17] == '0'
            && bytes[time + 18] == '0';
    return hour >= 6 && (hour < 23 || (hour == 23 && sharp));
  }

  private static void check(boolean holds) {
    if (!holds) {
      throw new IllegalStateException("a line of another shape: not a generated dataset");
    }
  }

  // ---------------------------------------------------------------- results

  private record High(String id, long cents) {}

  /** What one thread has seen, or all. */
  private static final class Sums {
    final long[] tpv;
    final long[] quantities;
    final long[] profits;
    final List<High> high = new ArrayList<>();

    Sums(int stores, int items) {
      tpv = new long[HALVES * stores];
      quantities = new long[MONTHS * items];
      profits = new long[MONTHS * items];
    }

    void add(Sums other) {
      Arrays.setAll(tpv, group -> tpv[group] + other.tpv[group]);
      Arrays.setAll(quantities, group -> quantities[group] + other.quantities[group]);
      Arrays.setAll(profits, group -> profits[group] + other.profits[group]);
      high.addAll(other.high);
    }
  }

  private static String highValueTransactions(Sums sums) {
    sums.high.sort(Comparator.comparing(High::id).thenComparingLong(High::cents));
    var csv = new StringBuilder("transaction_id,final_amount\n");
    sums.high.forEach(
        each -> csv.append(each.id).append(',').append(money(each.cents)).append('\n'));
    return csv.toString();
  }

  /** The lowest item of those with most in each month; a month without rows has none. */
  private String bestItems(String measure, long[] sums) {
    var csv = new StringBuilder("month,item_name," + measure + "\n");
    for (int month = 0; month < MONTHS; month++) {
      int best = 0;
      for (int item = 1; item < itemsEnd; item++) {
        if (sums[month * itemsEnd + item] > sums[month * itemsEnd + best]) {
          best = item;
        }
      }
      long most = sums[month * itemsEnd + best];
      if (most > 0) {
        String written = measure.equals("profit") ? money(most) : Long.toString(most);
        csv.append("%d-%02d,".formatted(2024 + month / 12, month % 12 + 1));
        csv.append(items.get(best)).append(',').append(written).append('\n');
      }
    }
    return csv.toString();
  }

  private String tpvByStore(Sums sums) {
    var csv = new StringBuilder("half,store_name,tpv\n");
    for (int half = 0; half < HALVES; half++) {
      for (int store = 0; store < storesEnd; store++) {
        long cents = sums.tpv[half * storesEnd + store];
        if (cents > 0) {
          csv.append("%d-H%d,".formatted(2024 + half / 2, half % 2 + 1));
          csv.append(stores.get(store)).append(',').append(money(cents)).append('\n');
        }
      }
    }
    return csv.toString();
  }

  private String topCustomers() {
    var csv = new StringBuilder("store_name,user_id,birthdate,purchases\n");
    for (int store = 0; store < storesEnd; store++) {
      int base = store * usersEnd;
      List<Integer> best = new ArrayList<>();
      for (int user = 0; user < usersEnd; user++) {
        int count = purchases.getPlain(base + user);
        if (count > 0
            && (best.size() < BEST_CUSTOMERS
                || count > purchases.getPlain(base + best.getLast()))) {
          best.add(user);
          best.sort(Comparator.comparingInt(one -> -purchases.getPlain(base + one)));
          if (best.size() > BEST_CUSTOMERS) {
            best.removeLast();
          }
        }
      }
      for (int user : best) {
        csv.append(stores.get(store)).append(',').append(user).append(',');
        csv.append(birthdates.get(user)).append(',').append(purchases.get(base + user));
        csv.append('\n');
      }
    }
    return csv.toString();
  }

  private static String money(long cents) {
    return "%d.%02d".formatted(cents / 100, cents % 100);
  }
}
