package dev.roastery.embedded.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/**
 * Writes a dataset:
 *
 * <pre>
 * menu_items/menu_items.csv
 * stores/stores.csv
 * transactions/transactions_202307.csv             one part for each month
 * transaction_items/transaction_items_202307.csv
 * users/users_202307.csv
 * </pre>
 */
public final class SampleDataset {

  private static final String TRANSACTIONS = "transactions";
  private static final String ITEMS = "transaction_items";
  private static final String USERS = "users";

  private final SampleSettings settings;
  private final Path folder;
  private final Progress progress;

  public SampleDataset(SampleSettings settings, Path folder, Progress progress) {
    this.settings = settings;
    this.folder = folder;
    this.progress = progress;
  }

  /** Deletes the parts of an earlier dataset: mixed with a new one's they would be a third. */
  public void clear() throws IOException {
    for (String table : tables()) {
      if (Files.isDirectory(folder.resolve(table))) {
        for (Path part : parts(table)) {
          Files.delete(part);
        }
      }
    }
  }

  private static List<String> tables() {
    List<String> tables = new ArrayList<>(List.of(TRANSACTIONS, ITEMS, USERS));
    for (ReferenceTable reference : ReferenceTable.values()) {
      tables.add(reference.table());
    }
    return tables;
  }

  private List<Path> parts(String table) throws IOException {
    String name = table + "(_\\d{6})?\\.csv(\\.gz|\\.zst)?";
    try (Stream<Path> files = Files.list(folder.resolve(table))) {
      return files.filter(file -> file.getFileName().toString().matches(name)).toList();
    }
  }

  /** Writes all of it, each month by one thread. */
  public SampleReport write(int threads) throws IOException {
    for (String table : tables()) {
      Files.createDirectories(folder.resolve(table));
    }
    SampleReport written = SampleReport.NOTHING;
    for (ReferenceTable reference : ReferenceTable.values()) {
      written = written.plus(reference.write(folder.resolve(reference.table())));
    }
    for (SampleReport month : run(months(), threads)) {
      written = written.plus(month);
    }
    return written;
  }

  /**
   * The streams are split off in order, so that the order in which threads draw from them does not
   * matter.
   */
  private List<Callable<SampleReport>> months() {
    var seeds = new SplittableRandom(settings.seed());
    List<Callable<SampleReport>> months = new ArrayList<>();
    for (int index = 0; index < settings.months(); index++) {
      int month = index;
      var users = new UsersOfMonth(settings, month, new Draws(seeds.split()));
      var sales = new SalesOfMonth(settings, month, new Draws(seeds.split()));
      months.add(() -> writeUsers(users, month).plus(writeSales(sales, month)));
    }
    return months;
  }

  private static List<SampleReport> run(List<Callable<SampleReport>> months, int threads)
      throws IOException {
    try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
      List<SampleReport> written = new ArrayList<>();
      for (Future<SampleReport> month : executor.invokeAll(months)) {
        written.add(month.get());
      }
      return written;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private SampleReport writeUsers(UsersOfMonth month, int index) throws IOException {
    try (var users = new CsvOutput(part(USERS, index), UsersOfMonth.HEADER)) {
      month.write(users);
      return users.finish();
    }
  }

  private SampleReport writeSales(SalesOfMonth month, int index) throws IOException {
    try (var transactions =
            new CsvOutput(part(TRANSACTIONS, index), SalesOfMonth.TRANSACTIONS_HEADER);
        var items = new CsvOutput(part(ITEMS, index), SalesOfMonth.ITEMS_HEADER)) {
      month.write(transactions, items, progress);
      return transactions.finish().plus(items.finish());
    }
  }

  private Path part(String table, int month) {
    String yearAndMonth = settings.month(month).toString().replace("-", "");
    return folder.resolve(table).resolve(table + "_" + yearAndMonth + ".csv");
  }
}
