package dev.roastery.gateway.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.roastery.gateway.jobs.service.Encoding;
import dev.roastery.gateway.jobs.service.JobOutline;
import dev.roastery.gateway.jobs.service.JobRequest;
import dev.roastery.gateway.jobs.service.JobRequest.Hints;
import dev.roastery.gateway.jobs.service.JobRequest.QueryChoice;
import dev.roastery.gateway.jobs.service.JobSearch;
import dev.roastery.gateway.jobs.service.JobView.PartPage;
import dev.roastery.gateway.jobs.service.JobView.PartView;
import dev.roastery.gateway.jobs.service.PartName;
import dev.roastery.input.BadRows;
import dev.roastery.input.MaxBadRows;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is known of a job without its parts, its parts page by page, and its percentage. */
class JobOutlinesTest {

  private static final String STORES = "store_id,store_name\n1,Uno\n";
  private static final String HEADER = "store_id,final_amount,created_at\n";
  private static final String ROW = "1,0.25,2024-03-01 12:00:00\n";

  @TempDir private Path folder;
  private final MovedClock clock = new MovedClock(Clock.systemUTC());
  private Door door;

  @BeforeEach
  void open() {
    door = new Door(folder.resolve("state"), Door.settings(100), clock);
  }

  @AfterEach
  void close() {
    door.close();
  }

  private static JobRequest request(String name, Long expectedBytes) {
    return new JobRequest(
        name,
        List.of(new QueryChoice.BuiltIn("tpv-by-store")),
        null,
        BadRows.SKIP,
        MaxBadRows.UNLIMITED,
        false,
        null,
        new Hints(expectedBytes, null));
  }

  private JobOutline outline(UUID job) {
    JobOutline listed =
        door.jobs().jobs(Door.CLIENT, new JobSearch(null, job.toString(), null, 10)).getFirst();
    assertThat(door.jobs().jobWithoutParts(Door.CLIENT, job).outline()).isEqualTo(listed);
    return listed;
  }

  @Test
  void anOutlineSumsUpWhatItsPartsHaveAndSaysWhenAllHappened() throws IOException {
    byte[] rows = (HEADER + ROW.repeat(50) + "x,y,z\n").getBytes(UTF_8);
    UUID job = door.create(request("May", 5_000L));
    door.put(job, "stores/s.csv", STORES.getBytes(UTF_8));
    door.jobs()
        .put(
            Door.CLIENT,
            job,
            Door.name("transactions/t.csv"),
            Encoding.IDENTITY,
            false,
            new ByteArrayInputStream(rows));
    JobOutline uploading = outline(job);
    assertThat(uploading.bytes()).isEqualTo(STORES.length() + rows.length);
    assertThat(uploading.expectedBytes()).isEqualTo(5_000);
    assertThat(uploading.partsTotal()).isEqualTo(2);
    assertThat(uploading.partsComplete()).isEqualTo(1);
    assertThat(uploading.sealed()).isNull();

    byte[] all = rows.clone();
    door.put(job, "transactions/t.csv", all);
    clock.pass(Duration.ofSeconds(10));
    door.jobs().seal(Door.CLIENT, job);
    JobOutline done = door.finished(job).outline();

    assertThat(done.rows()).isEqualTo(52);
    assertThat(done.rejected()).isEqualTo(1);
    assertThat(done.bytes())
        .isEqualTo(door.view(job).parts().stream().mapToLong(PartView::offset).sum())
        .isEqualTo(uploading.bytes());
    assertThat(done.partsComplete()).isEqualTo(2);
    assertThat(done.created().plusSeconds(9)).isBefore(done.sealed());
    assertThat(done.started()).isAfterOrEqualTo(done.sealed());
    assertThat(done.finished()).isAfterOrEqualTo(done.started()).isEqualTo(done.updated());
    door.restart();
    assertThat(outline(job)).isEqualTo(done);
  }

  @Test
  void aRetryBeginsWithoutPartsAndTimes() throws IOException {
    UUID job = door.create(request("May", null));
    door.put(job, "stores/s.csv", STORES.getBytes(UTF_8));
    door.jobs().cancel(Door.CLIENT, job, "a mistake");
    JobOutline over = door.finished(job).outline();
    assertThat(over.finished()).isNotNull();
    assertThat(over.started()).isNull();
    JobOutline again = door.jobs().retry(Door.CLIENT, job).outline();
    assertThat(again.finished()).isNull();
    assertThat(again.bytes() + again.rows() + again.partsTotal() + again.percent()).isZero();
  }

  /** Jobs of older releases have no hints and no kept request in their files. */
  @Test
  void aJobWithoutHintsInItsFileIsReadAsOneThatHasNone() throws IOException {
    UUID job = door.create(request("May", 7L));
    door.close();
    Path file = folder.resolve("state/gateway/jobs/" + job + "/job.json");
    String json = Files.readString(file);
    assertThat(json).contains("\"expectedBytes\":7");
    Files.writeString(file, json.replaceAll("\"expectedBytes\":7,\"traceparent\":null,", ""));
    door.restart();
    assertThat(outline(job).expectedBytes()).isNull();
  }

  @Test
  void jobsAreFoundByPartsOfTheirNamesIdsAndQueries() {
    UUID may = door.create(request("Sales of May", null));
    UUID june = door.create(request("June", null));
    UUID all = door.create(JobRequest.standard());

    assertThat(found("SALES")).containsExactly(may);
    assertThat(found(june.toString().substring(20).toUpperCase(java.util.Locale.ROOT)))
        .containsExactly(june);
    assertThat(found("tpv-by")).containsExactly(all, june, may);
    assertThat(found("most-profitable")).containsExactly(all);
    assertThat(found("nothing has this")).isEmpty();
    assertThat(door.jobs().jobs(Door.CLIENT, new JobSearch(null, "tpv", all, 1)))
        .extracting(JobOutline::id)
        .containsExactly(june);
  }

  private List<UUID> found(String text) {
    return door.jobs().jobs(Door.CLIENT, new JobSearch(null, text, null, 10)).stream()
        .map(JobOutline::id)
        .toList();
  }

  /** Lists are asked for again and again, of jobs with thousands of parts. */
  @Test
  void aListCostsTheSameHoweverManyPartsAJobHas() throws IOException {
    UUID few = door.create(request("few", null));
    UUID many = door.create(request("many", null));
    door.put(few, "stores/0.csv", STORES.getBytes(UTF_8));
    for (int part = 0; part < 90; part++) {
      door.put(many, "stores/" + part + ".csv", STORES.getBytes(UTF_8));
    }
    assertThat(outline(many).rows()).isEqualTo(90);
    assertThat(bytesToList("many")).isLessThan(bytesToList("few") + 1_000);
  }

  /** The least that the list has needed of the heap. */
  private long bytesToList(String name) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 50; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      assertThat(found(name)).hasSize(1);
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    return least;
  }

  @Test
  void partsComePageByPageInTheOrderInWhichTheyWereStarted() throws IOException {
    UUID job = door.create(request(null, null));
    List<String> names = List.of("t/z.csv", "t/a.csv", "t/m.csv", "t/b.csv", "t/c.csv");
    for (String name : names) {
      door.jobs()
          .put(
              Door.CLIENT,
              job,
              Door.name(name.replace("t/", "stores/")),
              Encoding.IDENTITY,
              false,
              new ByteArrayInputStream(new byte[0]));
    }
    assertThat(door.jobs().jobWithoutParts(Door.CLIENT, job).parts()).isEmpty();
    PartPage first = door.jobs().parts(Door.CLIENT, job, 0, 2);
    assertThat(first.parts()).extracting(PartView::name).containsExactly("z.csv", "a.csv");
    door.jobs().deletePart(Door.CLIENT, job, Door.name("stores/a.csv"));
    PartPage second = door.jobs().parts(Door.CLIENT, job, first.next(), 2);
    assertThat(second.parts()).extracting(PartView::name).containsExactly("m.csv", "b.csv");
    PartPage third = door.jobs().parts(Door.CLIENT, job, second.next(), 2);
    assertThat(third.parts()).extracting(PartView::name).containsExactly("c.csv");
    assertThat(third.next()).isNull();
  }

  /** It cannot be resumed, so that none of its bytes are safe before the last. */
  @Test
  void theBytesOfACompressedPartCountAsTheyCome() throws Exception {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write((HEADER + ROW.repeat(1_000)).getBytes(UTF_8));
    }
    byte[] bytes = packed.toByteArray();
    UUID job = door.create(request("May", (long) bytes.length));
    AtomicInteger percent = new AtomicInteger();
    InputStream halting =
        new SequenceInputStream(
            new ByteArrayInputStream(bytes, 0, bytes.length - 9),
            new FilterInputStream(new ByteArrayInputStream(bytes, bytes.length - 9, 9)) {
              @Override
              public int read(byte[] to, int from, int length) throws IOException {
                percent.set(outline(job).percent());
                return super.read(to, from, length);
              }
            });
    PartName name = Door.name("transactions/t.csv");
    PartView part = door.jobs().put(Door.CLIENT, job, name, Encoding.GZIP, true, halting);
    assertThat(percent.get()).isBetween(1, 90);
    assertThat(part.bytes()).isEqualTo(bytes.length);
    assertThat(outline(job).bytes()).isEqualTo(bytes.length);
    door.restart();
    assertThat(outline(job).bytes()).isEqualTo(bytes.length);
  }

  @Test
  void thePercentageFollowsTheBytesOfTheUploadAndNeverFalls() throws IOException {
    UUID job = door.create(request("May", 60_000L));
    assertThat(outline(job).percent()).isZero();
    int before = 0;
    long at = 0;
    byte[] piece = (HEADER + ROW.repeat(100)).getBytes(UTF_8);
    for (int sent = 0; sent < 20; sent++) {
      var name = Door.name("transactions/t.csv");
      var body = new ByteArrayInputStream(piece);
      PartView part =
          sent == 0
              ? door.jobs().put(Door.CLIENT, job, name, Encoding.IDENTITY, false, body)
              : door.jobs().patch(Door.CLIENT, job, name, at, false, body);
      at = part.offset();
      piece = ROW.repeat(100).getBytes(UTF_8);
      int now = outline(job).percent();
      int half = (int) (45 * at / 60_000);
      assertThat(now).isBetween(Math.max(1, half), 2 * half + 1).isGreaterThanOrEqualTo(before);
      before = now;
    }
    assertThat(before).isGreaterThanOrEqualTo(40);
    // The client begins the part anew: fewer bytes are safe, and no less is shown.
    door.jobs().cancel(Door.CLIENT, job, "enough");
    assertThat(door.finished(job).outline().percent()).isBetween(before, 99);
  }
}
