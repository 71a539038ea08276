package dev.roastery.gateway.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.roastery.gateway.jobs.service.Encoding;
import dev.roastery.gateway.jobs.service.GatewaySettings;
import dev.roastery.gateway.jobs.service.JobRequest;
import dev.roastery.gateway.jobs.service.JobRequest.QueryChoice;
import dev.roastery.gateway.jobs.service.JobState;
import dev.roastery.gateway.jobs.service.JobView;
import dev.roastery.gateway.jobs.service.JobView.PartView;
import dev.roastery.gateway.jobs.service.PartName;
import dev.roastery.gateway.jobs.service.Refusal;
import dev.roastery.input.BadRows;
import dev.roastery.input.MaxBadRows;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Parts that come in pieces, twice, packed, damaged, too large. */
class PartUploadTest {

  private static final int BATCH = 1_000;
  private static final String PART = "transactions/t.csv";
  private static final String STORES = "store_id,store_name\n1,Uno\n2,Due\n";
  private static final String HEADER = "store_id,final_amount,created_at\n";

  @TempDir private Path folder;
  private Door door;
  private byte[] sales;
  private String result;

  private static JobRequest tpv(BadRows badRows) {
    return new JobRequest(
        null,
        List.of(new QueryChoice.BuiltIn("tpv-by-store")),
        null,
        badRows,
        MaxBadRows.UNLIMITED,
        false,
        null);
  }

  @BeforeEach
  void open() throws IOException {
    door = new Door(folder.resolve("state"), Door.settings(BATCH));
    StringBuilder csv = new StringBuilder(HEADER);
    SplittableRandom random = new SplittableRandom(5);
    long[] cents = new long[3];
    for (int row = 0; row < 700; row++) {
      int store = 1 + random.nextInt(2);
      int amount = 1 + random.nextInt(100_000);
      cents[store] += amount;
      String decimal = amount / 100 + "." + (amount % 100 < 10 ? "0" : "") + amount % 100;
      csv.append(store).append(',').append(decimal).append(",2024-03-01 12:00:00\n");
    }
    sales = csv.toString().getBytes(UTF_8);
    result = "half,store_name,tpv\n" + line("Uno", cents[1]) + line("Due", cents[2]);
  }

  private static String line(String store, long cents) {
    return "2024-H1," + store + "," + new java.math.BigDecimal(cents).movePointLeft(2) + "\n";
  }

  @AfterEach
  void close() {
    door.close();
  }

  private UUID job(BadRows badRows) throws IOException {
    UUID job = door.create(tpv(badRows));
    door.put(job, "stores/s.csv", STORES.getBytes(UTF_8));
    return job;
  }

  private PartView put(UUID job, boolean last, InputStream body) throws IOException {
    return door.jobs().put(Door.CLIENT, job, Door.name(PART), Encoding.IDENTITY, last, body);
  }

  private PartView patch(UUID job, long offset, boolean last, InputStream body) throws IOException {
    return door.jobs().patch(Door.CLIENT, job, Door.name(PART), offset, last, body);
  }

  private PartView part(UUID job) {
    return door.jobs().part(Door.CLIENT, job, Door.name(PART));
  }

  private InputStream from(long offset) {
    return new ByteArrayInputStream(sales, (int) offset, sales.length - (int) offset);
  }

  private void requireResult(UUID job) throws IOException {
    door.jobs().seal(Door.CLIENT, job);
    assertThat(door.finished(job).reason()).isNull();
    assertThat(door.results(job)).containsEntry("tpv-by-store", result);
  }

  /** A client that is gone after so many bytes. */
  private InputStream goneAfter(long from, int bytes) {
    return new InputStream() {
      private final InputStream in = from(from);
      private int left = bytes;

      @Override
      public int read() throws IOException {
        if (left-- == 0) {
          throw new IOException("the client is gone");
        }
        return in.read();
      }

      @Override
      public int read(byte[] to, int offset, int length) throws IOException {
        if (left == 0) {
          throw new IOException("the client is gone");
        }
        int read = in.read(to, offset, Math.min(length, left));
        left -= Math.max(0, read);
        return read;
      }
    };
  }

  @Test
  void anUploadThatIsCutOffAnywhereResumesAfterTheSafeBytes() throws IOException {
    for (int cut = 1; cut < sales.length; cut += 997) {
      UUID job = job(BadRows.REFUSE);
      int at = cut;
      assertThatThrownBy(() -> put(job, true, goneAfter(0, at))).hasMessage("the client is gone");
      long offset = part(job).offset();
      assertThat(offset).isBetween(Math.max(0L, cut - 2L * BATCH - (64 << 10)), (long) cut);
      if (cut % 4 == 0) {
        door.restart();
        assertThat(part(job).offset()).isEqualTo(offset);
      }
      PartView whole = patch(job, offset, true, from(offset));
      assertThat(whole.complete()).isTrue();
      assertThat(whole.offset()).isEqualTo(sales.length);
      requireResult(job);
    }
  }

  @Test
  void manyShortPiecesAreOneUpload() throws IOException {
    UUID job = job(BadRows.REFUSE);
    SplittableRandom random = new SplittableRandom(9);
    put(job, false, goneQuietlyAfter(0, 10));
    long offset = 10;
    for (int piece = 0; offset < sales.length; piece++) {
      int length = Math.min(1 + random.nextInt(BATCH), sales.length - (int) offset);
      boolean last = offset + length == sales.length;
      patch(job, offset, last, goneQuietlyAfter(offset, length));
      offset += length;
      assertThat(part(job).offset()).isEqualTo(offset);
      if (piece % 10 == 3) {
        door.restart();
        assertThat(part(job).offset()).isEqualTo(offset);
      }
    }
    requireResult(job);
  }

  @Test
  void aPieceThatBreaksOffLosesNothingThatWasSafe() throws IOException {
    for (int cut = 1; cut < 2 * BATCH; cut += 97) {
      UUID job = job(BadRows.REFUSE);
      put(job, false, goneQuietlyAfter(0, 900));
      int at = cut;
      assertThatThrownBy(() -> patch(job, 900, false, goneAfter(900, at)))
          .hasMessage("the client is gone");
      long offset = part(job).offset();
      assertThat(offset).isBetween(900L, 900L + cut);
      patch(job, offset, true, from(offset));
      requireResult(job);
    }
  }

  private int rowsWithin(int bytes) {
    int end = bytes;
    while (sales[end - 1] != '\n') {
      end--;
    }
    return end;
  }

  private InputStream goneQuietlyAfter(long from, int bytes) {
    int length = Math.min(bytes, sales.length - (int) from);
    return new ByteArrayInputStream(sales, (int) from, length);
  }

  @Test
  void theWholeAgainIsRecognisedAndOtherBytesAreNot() throws IOException {
    UUID job = job(BadRows.REFUSE);
    put(job, false, goneQuietlyAfter(0, 9_000));
    assertThat(part(job).batches()).isPositive();
    byte[] other = sales.clone();
    other[HEADER.length() + 3]++; // a digit of the first amount
    if (other[HEADER.length() + 3] > '9') {
      other[HEADER.length() + 3] = '0';
    }
    assertThatThrownBy(() -> put(job, true, new ByteArrayInputStream(other)))
        .hasMessageContaining("differs from what was sent before");
    assertThatThrownBy(() -> put(job, true, goneQuietlyAfter(0, rowsWithin(2_000))))
        .hasMessageContaining("differs from what was sent before");
    assertThatThrownBy(() -> put(job, true, new ByteArrayInputStream(new byte[0])))
        .hasMessageContaining("differs from what was sent before");
    assertThat(part(job).complete()).isFalse();
    assertThat(put(job, true, from(0)).complete()).isTrue();
    assertThat(put(job, true, goneAfter(0, 0)).complete()).as("its body is not read").isTrue();
    requireResult(job);
  }

  @Test
  void aWrongOffsetIsRefusedWithTheRightOne() throws IOException {
    UUID job = job(BadRows.REFUSE);
    put(job, false, goneQuietlyAfter(0, 5_000));
    long offset = part(job).offset();
    assertThatThrownBy(() -> patch(job, offset + 1, true, from(offset + 1)))
        .isInstanceOfSatisfying(
            Refusal.class,
            refusal -> {
              assertThat(refusal.kind()).isEqualTo(Refusal.Kind.OFFSET_MISMATCH);
              assertThat(refusal.members()).containsEntry("expected-offset", offset);
            });
    patch(job, offset, true, from(offset));
    requireResult(job);
  }

  /** Gives some bytes, then nothing until it is closed or interrupted. */
  private InputStream stuckAfter(int bytes, CountDownLatch reached) {
    return new InputStream() {
      private final InputStream in = goneQuietlyAfter(0, bytes);

      @Override
      public int read() throws IOException {
        throw new IOException("portions only");
      }

      @Override
      public int read(byte[] to, int offset, int length) throws IOException {
        int read = in.read(to, offset, length);
        if (read >= 0) {
          return read;
        }
        reached.countDown();
        try {
          new CountDownLatch(1).await();
        } catch (InterruptedException e) {
          throw new IOException("interrupted", e);
        }
        return -1;
      }
    };
  }

  @Test
  void aNewerUploadTakesOverFromOneThatIsStuckAndPatchesAtItsOffset() throws Exception {
    try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
      UUID job = job(BadRows.REFUSE);
      CountDownLatch stuck = new CountDownLatch(1);
      Future<PartView> first = pool.submit(() -> put(job, true, stuckAfter(6_000, stuck)));
      stuck.await();
      assertThatThrownBy(() -> patch(job, 0, true, from(0))).hasMessageContaining("resume at byte");
      long offset = part(job).offset();
      assertThat(offset).isPositive();
      patch(job, offset, true, from(offset));
      assertThatThrownBy(first::get).hasMessageContaining("another upload");
      requireResult(job);
    }
  }

  @Test
  void twoUploadsFromTheSameOffsetAreNotMixed() throws Exception {
    for (int round = 0; round < 10; round++) {
      try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
        UUID job = job(BadRows.REFUSE);
        put(job, false, goneQuietlyAfter(0, 3_000));
        long offset = part(job).offset();
        List<Future<PartView>> both =
            List.of(
                pool.submit(() -> patch(job, offset, true, from(offset))),
                pool.submit(() -> patch(job, offset, true, from(offset))));
        for (Future<PartView> each : both) {
          await().until(each::isDone);
        }
        if (!part(job).complete()) {
          long left = part(job).offset();
          patch(job, left, true, from(left));
        }
        requireResult(job);
      }
    }
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  @Test
  void aPackedPartComesWholeAndMayComeUnpackedAfterAnInterruption() throws IOException {
    UUID job = job(BadRows.REFUSE);
    byte[] packed = gzip(sales);
    PartName name = Door.name(PART);
    assertThatThrownBy(() ->
            door.jobs()
                .put(
                    Door.CLIENT, job, name, Encoding.GZIP, false, new ByteArrayInputStream(packed)))
        .hasMessageContaining("only be sent as a whole");
    assertThatThrownBy(() -> part(job)).as("nothing was changed").hasMessageContaining("no part");
    put(job, false, goneQuietlyAfter(0, 3_000));
    door.jobs().put(Door.CLIENT, job, name, Encoding.GZIP, true, new ByteArrayInputStream(packed));
    requireResult(job);
  }

  @ParameterizedTest
  @ValueSource(ints = {30, 3_000})
  void aPackedPartThatIsCutOffIsRefusedAndItsJobFails(int length) throws IOException {
    UUID job = job(BadRows.REFUSE);
    PartName name = new PartName("transactions", "t.csv.gz");
    byte[] cut = Arrays.copyOf(gzip(sales), length);
    assertThatThrownBy(() ->
            door.jobs()
                .put(
                    Door.CLIENT, job, name, Encoding.IDENTITY, true, new ByteArrayInputStream(cut)))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("cannot be decompressed");
    JobView view = door.finished(job);
    assertThat(view.state()).isEqualTo(JobState.FAILED);
    assertThat(view.reason()).contains("transactions/t.csv.gz", "cannot be decompressed");
  }

  @Test
  void anIncompletePartThatWasNotSentIsDeletedAndItsNumberCountsAsASenderOfNothing()
      throws IOException {
    UUID job = job(BadRows.REFUSE);
    PartName wrong = Door.name("transactions/wrong.csv");
    byte[] few = (HEADER + "1,9999.00,2024-03-01 12:00:00\n").getBytes(UTF_8);
    InputStream begun = new ByteArrayInputStream(few);
    door.jobs().put(Door.CLIENT, job, wrong, Encoding.IDENTITY, false, begun);

    door.jobs().deletePart(Door.CLIENT, job, wrong);

    assertThatThrownBy(() -> door.jobs().part(Door.CLIENT, job, wrong))
        .hasMessageContaining("no part");
    assertThat(door.files(job)).noneMatch(file -> file.contains("transactions.0"));
    assertThatThrownBy(() -> door.jobs().deletePart(Door.CLIENT, job, wrong))
        .hasMessageContaining("no part");
    door.restart();
    put(job, true, from(0));
    assertThat(part(job).number()).isEqualTo(1);
    assertThat(door.jobs().events(Door.CLIENT, job, 0))
        .anySatisfy(event -> assertThat(event.kind()).isEqualTo("part_deleted"));
    requireResult(job);
  }

  @Test
  void aPartThatIsDeletedAndSentAgainUnderItsNameCountsOnce() throws IOException {
    UUID job = job(BadRows.REFUSE);
    put(job, false, goneQuietlyAfter(0, 500));
    door.jobs().deletePart(Door.CLIENT, job, Door.name(PART));
    put(job, true, from(0));
    requireResult(job);
  }

  @Test
  void aPartOfWhichRowsAreWithTheWorkersIsNotDeleted() throws IOException {
    UUID job = job(BadRows.REFUSE);
    put(job, false, goneQuietlyAfter(0, 5 * BATCH));
    assertThatThrownBy(() -> door.jobs().deletePart(Door.CLIENT, job, Door.name(PART)))
        .isInstanceOfSatisfying(
            Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.CONFLICT));
    door.restart();
    assertThatThrownBy(() -> door.jobs().deletePart(Door.CLIENT, job, Door.name(PART)))
        .hasMessageContaining("with the workers already");
    put(job, true, from(0));
    assertThatThrownBy(() -> door.jobs().deletePart(Door.CLIENT, job, Door.name(PART)))
        .hasMessageContaining("with the workers already");
    requireResult(job);
  }

  @Test
  void aBombIsRefused() throws IOException {
    UUID job = job(BadRows.REFUSE);
    byte[] bomb = gzip(new byte[90 << 20]);
    assertThatThrownBy(() ->
            door.jobs()
                .put(
                    Door.CLIENT,
                    job,
                    Door.name(PART),
                    Encoding.GZIP,
                    true,
                    new ByteArrayInputStream(bomb)))
        .isInstanceOf(Refusal.class);
    assertThat(door.finished(job).reason()).contains(PART, "is not a CSV file");
  }

  @Test
  void aPartMayBeAsLargeAsTheLimitAlsoWhenItComesTwice() throws IOException {
    door.close();
    GatewaySettings usual = Door.settings(BATCH);
    GatewaySettings tight =
        new GatewaySettings(
            usual.partitions(),
            BATCH,
            usual.underWayBytes(),
            sales.length,
            2,
            20,
            1_000,
            usual.abandonedAfter(),
            usual.keep(),
            usual.stalledAfter(),
            usual.failStalledAfter(),
            usual.lostAfter(),
            null,
            true,
            "");
    try (Door strict = new Door(folder.resolve("strict"), tight)) {
      UUID job = strict.create(tpv(BadRows.REFUSE));
      strict.put(job, "stores/s.csv", STORES.getBytes(UTF_8));
      PartName name = Door.name(PART);
      strict
          .jobs()
          .put(Door.CLIENT, job, name, Encoding.IDENTITY, false, goneQuietlyAfter(0, 20_000));
      strict.put(job, PART, sales);
      assertThatThrownBy(() -> strict.put(job, "transactions/u.csv", sales))
          .isInstanceOfSatisfying(
              Refusal.class,
              refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.TOO_LARGE))
          .hasMessageContaining("at most 2 parts");
      UUID other = strict.create(tpv(BadRows.REFUSE));
      byte[] larger = Arrays.copyOf(sales, sales.length + 1);
      larger[sales.length] = '\n';
      assertThatThrownBy(() -> strict.put(other, PART, larger))
          .isInstanceOfSatisfying(
              Refusal.class,
              refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.TOO_LARGE));
    }
  }

  private byte[] withBadRows() {
    String[] lines = new String(sales, UTF_8).split("(?<=\n)");
    for (int line = 5; line < lines.length; line += 50) {
      lines[line] = "x\"y" + line + ",1.00,2024-03-01 12:00:00\n";
    }
    return String.join("", lines).getBytes(UTF_8);
  }

  @Test
  void aBadRowIsRefusedWithItsPlaceAndItsJobFails() throws IOException {
    UUID job = job(BadRows.REFUSE);
    assertThatThrownBy(() -> put(job, true, new ByteArrayInputStream(withBadRows())))
        .isInstanceOfSatisfying(
            Refusal.class,
            refusal -> {
              assertThat(refusal.kind()).isEqualTo(Refusal.Kind.BAD_ROW);
              assertThat(refusal.members()).containsEntry("line", 6L);
            });
    JobView view = door.finished(job);
    assertThat(view.state()).isEqualTo(JobState.FAILED);
    assertThat(view.reason()).contains("transactions/t.csv, line 6, column store_id: \"x\"y5\"");
    assertThat(door.jobs().events(Door.CLIENT, job, 0))
        .anySatisfy(event -> assertThat(event.text()).contains("The job fails: " + view.reason()));
    assertThatThrownBy(() -> put(job, true, from(0))).hasMessageContaining("line 6");
  }

  @Test
  void aBadRowAfterSomeOfThePartIsOnItsWayFailsTheJobWithTheReason() throws IOException {
    UUID job = job(BadRows.REFUSE);
    byte[] late = sales.clone();
    late[sales.length - 3] = 'x';
    assertThatThrownBy(() -> put(job, true, new ByteArrayInputStream(late)))
        .isInstanceOf(Refusal.class);
    JobView view = door.finished(job);
    assertThat(view.state()).isEqualTo(JobState.FAILED);
    assertThat(view.reason()).contains("transactions/t.csv, line 701");
    door.awaitForgotten(job);
    assertThatThrownBy(() -> put(job, true, from(0))).hasMessageContaining("line 701");
  }

  @Test
  void rejectsAreTheSameHoweverOftenTheUploadWasInterrupted() throws IOException {
    sales = withBadRows();
    UUID whole = job(BadRows.SKIP);
    put(whole, true, from(0));
    String expected = Files.readString(door.jobs().rejects(Door.CLIENT, whole));
    assertThat(expected).startsWith("part,line,column,reason,value,row\n");
    assertThat(expected.lines()).hasSize(1 + 14);
    assertThat(expected).contains("transactions/t.csv,6,store_id,").contains("\"x\"\"y5\"");

    UUID pieces = job(BadRows.SKIP);
    put(pieces, false, goneQuietlyAfter(0, 10));
    for (int piece = 0; piece < 100 && !part(pieces).complete(); piece++) {
      long offset = part(pieces).offset();
      patch(pieces, offset, offset + 2_500 >= sales.length, goneQuietlyAfter(offset, 2_500));
      if (piece == 2) {
        door.restart();
      }
      if (piece == 4) {
        int size = sales.length / 2;
        assertThatThrownBy(() -> put(pieces, true, goneAfter(0, size)));
      }
    }
    assertThat(Files.readString(door.jobs().rejects(Door.CLIENT, pieces))).isEqualTo(expected);
    assertThat(door.view(pieces).rejected()).isEqualTo(14);
    for (UUID job : List.of(whole, pieces)) {
      door.jobs().seal(Door.CLIENT, job);
      assertThat(door.finished(job).state()).isEqualTo(JobState.COMPLETED);
    }
    assertThat(door.results(pieces)).isEqualTo(door.results(whole));
    assertThat(Files.readString(door.jobs().rejects(Door.CLIENT, pieces))).isEqualTo(expected);
  }

  @Test
  void aTableThatNoQueryNeedsIsRefused() throws IOException {
    UUID job = job(BadRows.REFUSE);
    assertThatThrownBy(() -> door.put(job, "users/u.csv", new byte[0]))
        .hasMessageContaining("they need stores, transactions");
  }

  @Test
  void aTableThatIsCountedAndLookedUpIsReadForBoth() throws IOException {
    String query =
        """
        {"name": "names", "from": "stores", "groupBy": ["store_id"],
         "measures": {"count": {"count": "*"}},
         "join": [{"table": "stores", "on": "store_id", "take": ["store_name"]}],
         "select": ["store_name", "count"]}
        """;
    JobRequest request =
        new JobRequest(
            null, List.of(new QueryChoice.Inline(query)), null, BadRows.REFUSE, false, null);
    UUID job = door.create(request);
    StringBuilder stores = new StringBuilder("store_id,store_name\n");
    for (int store = 1; store <= 300; store++) {
      stores.append(store).append(",Store ").append(store).append('\n');
    }
    byte[] bytes = stores.toString().getBytes(UTF_8);
    PartName name = new PartName("stores", "s.csv");
    assertThatThrownBy(() ->
        door.jobs()
            .put(
                Door.CLIENT,
                job,
                name,
                Encoding.IDENTITY,
                true,
                new java.io.SequenceInputStream(
                    new ByteArrayInputStream(bytes, 0, 2_500), goneAfter(0, 0))));
    door.restart();
    long offset = door.jobs().part(Door.CLIENT, job, name).offset();
    assertThat(offset).isPositive();
    door.jobs()
        .patch(
            Door.CLIENT,
            job,
            name,
            offset,
            true,
            new ByteArrayInputStream(bytes, (int) offset, bytes.length - (int) offset));
    door.jobs().seal(Door.CLIENT, job);
    assertThat(door.finished(job).reason()).isNull();
    String csv = door.results(job).get("names");
    assertThat(csv.lines()).hasSize(301).contains("Store 1,1", "Store 300,1");
  }
}
