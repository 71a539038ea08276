package dev.roastery.embedded.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SampleDatasetTest {

  private static final SampleSettings SMALL = new SampleSettings(3_000, 3, 42);

  @TempDir private Path folder;

  @Test
  void theBytesAreTheSameOnEveryMachine() throws Exception {
    write(SMALL, 1);

    assertThat(digests(folder))
        .isEqualTo(
            """
            e5fe96d3617e097ccb543a1993848f51d6876feddbd6bbf8d7fb24e38eedf5b5 menu_items.csv
            6029c812224d83ffed066d4f170737d11840d0eba28cbcc8bd10004b413f08dd stores.csv
            c25bbbe4b3aab16f967bd2c3b0364faee4c60db787dd8ec2778bccc3f0f0e3a7 transaction_items_202307.csv
            6cd754a2b9305262cac465a9c05d89ee7375611919482eb4d2da03a1bbb791d2 transaction_items_202308.csv
            4ab79c33c41ce700d4c8b27a123d1c49c5ce8e922821789855afbead1ec51538 transaction_items_202309.csv
            2c3f8a1552f8d6a20a303ec4a95f00cd125a0aac710a17829cb2b9d25cb9d1d2 transactions_202307.csv
            440896fca7a0c9a31ce7c7ea64a77cdacf1952d25ea15cd10ea7e491e711dbc6 transactions_202308.csv
            3d5261a063d69d594ceae73cba5c1ffaf3b3a3f2fadfa48df85b9103e84eb993 transactions_202309.csv
            b40718fdb50545ca13bce912adfa5cefe189c377f434844564e9f0e2831ab9ce users_202307.csv
            46868971ca973486908ec78c588ad048686b31e69f7a99b0ae0aa2aa2ab1b6eb users_202308.csv
            b59e2200bf10e265957ebb3c27629555e01c74dbbbc43f7e209af701d8ac6c2d users_202309.csv
            """);
  }

  @Test
  void theBytesAreTheSameWhateverTheThreadsAndTheLocale() throws Exception {
    write(SMALL, 1);
    String one = digests(folder);

    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
    try {
      write(SMALL, 2);
    } finally {
      Locale.setDefault(before);
    }

    assertThat(digests(folder)).isEqualTo(one);
  }

  @Test
  void anotherSeedGivesAnotherDataset() throws Exception {
    write(SMALL, 2);
    String first = digests(folder);
    write(new SampleSettings(SMALL.transactions(), SMALL.months(), 43), 2);

    assertThat(digests(folder).lines())
        .filteredOn(line -> !line.contains("menu_items") && !line.contains("stores"))
        .doesNotContainAnyElementsOf(first.lines().toList());
  }

  @Test
  void theReportCountsWhatIsThere() throws Exception {
    SampleReport report = write(SMALL, 2);

    List<Path> files = files(folder);
    long bytes = 0;
    long lines = 0;
    for (Path file : files) {
      bytes += Files.size(file);
      lines += Files.readString(file).lines().count();
    }
    assertThat(report).isEqualTo(new SampleReport(files.size(), lines - files.size(), bytes));
  }

  @Test
  void theProgressEndsAtTheLastTransaction() throws Exception {
    var done = new AtomicLong();
    new SampleDataset(new SampleSettings(40_000, 2, 1), folder, done::addAndGet).write(2);

    assertThat(done).hasValue(40_000);
  }

  @Test
  void withoutTransactionsThereAreStillHeadersAndUsers() throws Exception {
    write(new SampleSettings(0, 2, 1), 1);

    assertThat(folder.resolve("transactions/transactions_202308.csv"))
        .hasContent(SalesOfMonth.TRANSACTIONS_HEADER);
    assertThat(folder.resolve("users/users_202308.csv")).content().hasLineCount(2);
  }

  @Test
  void clearingTakesAwayTheParts() throws Exception {
    write(SMALL, 1);
    Path packed = Files.createFile(folder.resolve("transactions/transactions_203001.csv.gz"));
    Path foreign = Files.createFile(folder.resolve("transactions/notes.txt"));

    new SampleDataset(SMALL, folder, Progress.UNWATCHED).clear();

    assertThat(packed).doesNotExist();
    assertThat(files(folder)).containsExactly(foreign);
  }

  @Test
  void aFullDiskEndsTheWriting() throws Exception {
    Files.createDirectories(folder.resolve("users"));
    Files.createSymbolicLink(folder.resolve("users/users_202308.csv"), Path.of("/dev/full"));

    assertThatThrownBy(() -> write(SMALL, 2))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("No space left");
  }

  @ParameterizedTest
  @CsvSource({"-1,24", "10000000001,24", "1,0", "1,241"})
  void settingsHaveLimits(long transactions, int months) {
    assertThatThrownBy(() -> new SampleSettings(transactions, months, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void fullScaleHasTheUsersOfTheRealOne() {
    assertThat(SampleSettings.FULL_SCALE.transactionsOf(0)).isEqualTo(620_000);
    assertThat(SampleSettings.FULL_SCALE.usersBefore(24)).isBetween(2_000_000, 2_000_100);
  }

  @Test
  void theLargestDatasetsNumbersFit() {
    var largest = new SampleSettings(SampleSettings.TRANSACTIONS_MAX, 1, 1);

    assertThat(largest.usersBefore(1)).isPositive();
    long last = largest.transactionsOf(0) - 1;
    var hours = new OpeningHours(largest.month(0));
    var draws = new Draws(new SplittableRandom(1));
    assertThat(draws.inOrder(last, last + 1, hours.moments())).isEqualTo(hours.moments() - 1);
  }

  private SampleReport write(SampleSettings settings, int threads) throws IOException {
    return new SampleDataset(settings, folder, Progress.UNWATCHED).write(threads);
  }

  private static String digests(Path folder) throws Exception {
    StringBuilder digests = new StringBuilder();
    for (Path file : files(folder)) {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
      digests.append(HexFormat.of().formatHex(digest)).append(' ').append(file.getFileName());
      digests.append('\n');
    }
    return digests.toString();
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }
}
