package dev.roastery.simulation.sales;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * A few random rows of the built-in tables: often at the edges of what the queries ask for, with
 * few different values, so that there are ties, and ids that no reference table knows.
 */
public final class Sales {

  private static final int[][] TIMES = {
    {5, 59, 59}, {6, 0, 0}, {12, 30, 0}, {23, 0, 0}, {23, 0, 1}
  };

  private final SplittableRandom random;
  private final SortedMap<String, SalesTable> tables = new TreeMap<>();
  private int transactions;

  public Sales(SplittableRandom random) {
    this.random = random;
    tables.put("transactions", table(3, this::transaction));
    tables.put("transaction_items", table(3, this::item));
    tables.put("menu_items", reference("item_id", "item_name", id -> "item " + id));
    tables.put("stores", reference("store_id", "store_name", id -> "store " + id));
    tables.put(
        "users",
        reference("user_id", "birthdate", id -> LocalDate.of(1990, 1, 1).toEpochDay() + id));
  }

  public SalesTable table(String name) {
    SalesTable table = tables.get(name);
    if (table == null) {
      throw new IllegalArgumentException("no table " + name);
    }
    return table;
  }

  public SortedMap<String, SalesTable> tables() {
    return tables;
  }

  private SalesTable table(int partsMax, Supplier<Map<String, Object>> row) {
    List<List<List<Map<String, Object>>>> parts = new ArrayList<>();
    int batchesMax = random.nextInt(4);
    for (int part = 1 + random.nextInt(partsMax); part > 0; part--) {
      List<List<Map<String, Object>>> batches = new ArrayList<>();
      for (int batch = random.nextInt(batchesMax + 1); batch > 0; batch--) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (int count = random.nextInt(5); count > 0; count--) {
          rows.add(row.get());
        }
        batches.add(rows);
      }
      parts.add(batches);
    }
    return new SalesTable(parts);
  }

  private interface Naming {
    Object of(long id);
  }

  /** Most ids, over one or two parts. */
  private SalesTable reference(String key, String name, Naming naming) {
    List<List<List<Map<String, Object>>>> parts = new ArrayList<>();
    int count = 1 + random.nextInt(2);
    for (int part = 0; part < count; part++) {
      List<Map<String, Object>> rows = new ArrayList<>();
      for (long id = part; id < 4; id += count) {
        if (random.nextInt(8) > 0) {
          rows.add(Map.of(key, id, name, naming.of(id)));
        }
      }
      parts.add(List.of(rows));
    }
    return new SalesTable(parts);
  }

  private Map<String, Object> transaction() {
    Map<String, Object> row = new HashMap<>();
    row.put("transaction_id", "t" + transactions++);
    row.put("store_id", (long) random.nextInt(4));
    row.put("final_amount", 2_500L * random.nextInt(1, 5) - random.nextInt(2));
    row.put("created_at", moment());
    if (random.nextInt(3) > 0) {
      row.put("user_id", (long) random.nextInt(5));
    }
    return row;
  }

  private Map<String, Object> item() {
    return Map.of(
        "item_id",
        (long) random.nextInt(4),
        "quantity",
        (long) random.nextInt(1, 3),
        "subtotal",
        10L * random.nextInt(1, 4),
        "created_at",
        moment());
  }

  private long moment() {
    LocalDate day = LocalDate.of(2023, 12, 31).plusMonths(random.nextInt(5) * 6L);
    int[] time = TIMES[random.nextInt(TIMES.length)];
    LocalDateTime moment = day.plusDays(random.nextInt(2)).atTime(time[0], time[1], time[2]);
    return moment.toEpochSecond(ZoneOffset.UTC);
  }
}
