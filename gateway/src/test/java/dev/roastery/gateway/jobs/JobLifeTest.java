package dev.roastery.gateway.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.pipeline.StageKind;
import dev.roastery.common.process.SteadyClock;
import dev.roastery.gateway.jobs.service.Encoding;
import dev.roastery.gateway.jobs.service.JobCounts;
import dev.roastery.gateway.jobs.service.JobEvent;
import dev.roastery.gateway.jobs.service.JobRequest;
import dev.roastery.gateway.jobs.service.JobRequest.QueryChoice;
import dev.roastery.gateway.jobs.service.JobSearch;
import dev.roastery.gateway.jobs.service.JobService;
import dev.roastery.gateway.jobs.service.JobService.Created;
import dev.roastery.gateway.jobs.service.JobState;
import dev.roastery.gateway.jobs.service.JobView;
import dev.roastery.gateway.jobs.service.PartName;
import dev.roastery.gateway.jobs.service.Refusal;
import dev.roastery.input.BadRows;
import dev.roastery.input.MaxBadRows;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job from its creation to each of its ends. */
class JobLifeTest {

  private static final String LOG = "events-0000000000000001";
  private static final String STORES = "store_id,store_name\n1,Uno\n2,Due\n";
  private static final String SALES =
      """
      transaction_id,store_id,final_amount,created_at,user_id
      a,1,80.00,2024-01-05 10:00:00,7
      b,2,20.00,2024-02-05 10:00:00,
      """;
  private static final JobRequest TPV = tpv(BadRows.REFUSE, false);

  @TempDir private Path folder;
  private final MovedClock clock = new MovedClock(Clock.systemUTC());
  private Door door;

  private static JobRequest tpv(BadRows badRows, boolean approval) {
    return new JobRequest(
        "May",
        List.of(new QueryChoice.BuiltIn("tpv-by-store")),
        null,
        badRows,
        MaxBadRows.UNLIMITED,
        approval,
        null);
  }

  @BeforeEach
  void open() {
    door = new Door(folder.resolve("state"), Door.settings(100), clock);
  }

  @AfterEach
  void close() {
    door.close();
  }

  private void send(UUID job) throws IOException {
    door.put(job, "stores/s.csv", STORES.getBytes(UTF_8));
    door.put(job, "transactions/t.csv", SALES.getBytes(UTF_8));
  }

  private UUID sealed(JobRequest request) throws IOException {
    UUID job = door.create(request);
    send(job);
    door.jobs().seal(Door.CLIENT, job);
    return job;
  }

  private List<String> kinds(UUID job) {
    return door.jobs().events(Door.CLIENT, job, 0).stream()
        .map(JobEvent::kind)
        .filter(kind -> !kind.equals("partition_clean"))
        .toList();
  }

  private static Refusal.Kind refused(Callable<?> call) {
    try {
      Object answer = call.call();
      throw new AssertionError("not refused: " + answer);
    } catch (Refusal refusal) {
      return refusal.kind();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void itsHistoryReadsFromItsBeginningToItsEndWithEachThingOnce() throws IOException {
    UUID job = sealed(TPV);
    assertThat(door.finished(job).state()).isEqualTo(JobState.COMPLETED);
    assertThat(kinds(job))
        .containsExactly(
            "created",
            "part_started",
            "part_completed",
            "part_started",
            "part_completed",
            "sealed",
            "running",
            "result_stored",
            "notifying",
            "completed");
    assertThat(door.jobs().events(Door.CLIENT, job, 0)).allMatch(e -> e.text().endsWith("."));
    assertThat(door.jobs().events(Door.CLIENT, job, 9)).hasSize(1);
    assertThat(door.view(job).progress().percent()).isEqualTo(100);
    assertThat(door.results(job))
        .containsOnlyKeys("tpv-by-store")
        .containsEntry(
            "tpv-by-store", "half,store_name,tpv\n2024-H1,Uno,80.00\n2024-H1,Due,20.00\n");
    door.awaitForgotten(job);
    assertThat(door.files(job)).containsExactly(LOG, "job.json", "results/tpv-by-store.csv");
    List<JobEvent> before = door.jobs().events(Door.CLIENT, job, 0);
    door.restart();
    assertThat(door.jobs().events(Door.CLIENT, job, 0)).isEqualTo(before);
    assertThat(door.view(job).parts()).allMatch(JobView.PartView::complete);
  }

  @Test
  void tablesWithoutRowsGiveResultsWithoutRows() throws IOException {
    UUID job = door.create(TPV);
    door.put(job, "stores/s.csv", new byte[0]);
    door.put(job, "transactions/t.csv", SALES.lines().findFirst().orElseThrow().getBytes(UTF_8));
    door.jobs().seal(Door.CLIENT, job);
    assertThat(door.finished(job).state()).isEqualTo(JobState.COMPLETED);
    assertThat(door.results(job)).containsEntry("tpv-by-store", "half,store_name,tpv\n");
  }

  @Test
  void tenTimesTheSameAtOnceIsTenTimesTheSame() throws Exception {
    try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<UUID>> jobs = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        jobs.add(pool.submit(() -> sealed(TPV)));
      }
      for (Future<UUID> job : jobs) {
        assertThat(door.finished(job.get()).state()).isEqualTo(JobState.COMPLETED);
        assertThat(door.results(job.get()).get("tpv-by-store")).contains("2024-H1,Uno,80.00\n");
      }
    }
  }

  @Test
  void theSameKeyIsTheSameJobHoweverManyAskAtOnce() throws Exception {
    Set<UUID> ids;
    try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Created>> all = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        all.add(pool.submit(() -> door.jobs().create(Door.CLIENT, TPV, "key-1")));
      }
      List<Created> created = new ArrayList<>();
      for (Future<Created> each : all) {
        created.add(each.get());
      }
      assertThat(created).filteredOn(each -> !each.existed()).hasSize(1);
      ids = created.stream().map(each -> each.job().id()).collect(Collectors.toSet());
    }
    assertThat(ids).hasSize(1);
    door.restart();
    assertThat(door.jobs().create(Door.CLIENT, TPV, "key-1").existed()).isTrue();
    assertThat(door.jobs().create("bob", TPV, "key-1").existed()).isFalse();
    assertThat(refused(() -> door.jobs().create(Door.CLIENT, JobRequest.standard(), "key-1")))
        .isEqualTo(Refusal.Kind.KEY_REUSED);
  }

  @Test
  void aClientCannotSeeOrChangeTheJobOfAnother() throws IOException {
    UUID job = sealed(TPV);
    door.finished(job);
    JobService jobs = door.jobs();
    PartName part = Door.name("stores/s.csv");
    List<Callable<?>> calls =
        List.of(
            () -> jobs.job("bob", job),
            () ->
                jobs.put(
                    "bob",
                    job,
                    part,
                    Encoding.IDENTITY,
                    true,
                    new ByteArrayInputStream(new byte[0])),
            () -> jobs.patch("bob", job, part, 0, true, new ByteArrayInputStream(new byte[0])),
            () -> jobs.part("bob", job, part),
            () -> jobs.seal("bob", job),
            () -> jobs.approve("bob", job),
            () -> jobs.cancel("bob", job, "no"),
            () -> jobs.events("bob", job, 0),
            () -> jobs.watch("bob", job, () -> {}),
            () -> jobs.result("bob", job, "tpv-by-store"),
            () -> jobs.rejects("bob", job),
            () -> {
              jobs.delete("bob", job);
              return "deleted";
            });
    assertThat(calls).allMatch(call -> refused(call) == Refusal.Kind.NOT_FOUND);
    assertThat(jobs.jobs("bob", JobSearch.newest(10))).isEmpty();
    assertThat(jobs.jobs(Door.CLIENT, JobSearch.newest(10))).hasSize(1);
    assertThat(jobs.jobs(Door.CLIENT, new JobSearch(JobState.FAILED, null, null, 10))).isEmpty();
    assertThat(jobs.jobs(Door.CLIENT, new JobSearch(null, null, job, 10))).isEmpty();
  }

  @Test
  void sealingNamesAllThatIsMissing() throws IOException {
    UUID job = door.create(TPV);
    assertThatThrownBy(() -> door.jobs().seal(Door.CLIENT, job))
        .hasMessageContaining("stores, transactions has no part");
    door.jobs()
        .put(
            Door.CLIENT,
            job,
            Door.name("stores/s.csv"),
            Encoding.IDENTITY,
            false,
            new ByteArrayInputStream(STORES.getBytes(UTF_8)));
    assertThatThrownBy(() -> door.jobs().seal(Door.CLIENT, job))
        .hasMessageContaining("stores/s.csv is not complete")
        .hasMessageContaining("table transactions has no part");
    send(job);
    door.jobs().seal(Door.CLIENT, job);
    door.jobs().seal(Door.CLIENT, job);
    assertThat(kinds(job)).containsOnlyOnce("sealed");
    assertThat(refused(() -> door.put(job, "stores/more.csv", STORES.getBytes(UTF_8))))
        .isEqualTo(Refusal.Kind.CONFLICT);
    door.finished(job);
  }

  @Test
  void aJobThatNeedsApprovalWaitsForItAlsoOverARestart() throws IOException {
    UUID job = sealed(tpv(BadRows.REFUSE, true));
    assertThat(door.view(job).state()).isEqualTo(JobState.WAITING_FOR_APPROVAL);
    door.restart();
    assertThat(door.view(job).state()).isEqualTo(JobState.WAITING_FOR_APPROVAL);
    door.jobs().approve(Door.CLIENT, job);
    assertThat(door.finished(job).state()).isEqualTo(JobState.COMPLETED);
    assertThat(kinds(job)).containsSubsequence("sealed", "approved", "running", "completed");
    UUID other = sealed(TPV);
    assertThat(refused(() -> door.jobs().approve(Door.CLIENT, other)))
        .isEqualTo(Refusal.Kind.CONFLICT);
    door.finished(other);
  }

  @Test
  void aJobThatIsCancelledInAnyStateLeavesNothing() throws IOException {
    UUID created = door.create(TPV);
    UUID uploading = door.create(TPV);
    door.put(uploading, "transactions/t.csv", SALES.getBytes(UTF_8));
    UUID waiting = sealed(tpv(BadRows.REFUSE, true));
    for (UUID job : List.of(created, uploading, waiting)) {
      door.jobs().cancel(Door.CLIENT, job, "changed my mind");
      JobView view = door.finished(job);
      assertThat(view.state()).isEqualTo(JobState.CANCELLED);
      assertThat(view.reason()).isEqualTo("changed my mind");
      assertThat(kinds(job)).endsWith("cancelling", "cancelled").doesNotContain("result_stored");
      door.awaitForgotten(job);
      assertThat(door.files(job)).containsExactly(LOG, "job.json");
      assertThat(refused(() -> door.jobs().cancel(Door.CLIENT, job, "again")))
          .isEqualTo(Refusal.Kind.CONFLICT);
      assertThat(refused(() -> door.put(job, "stores/n.csv", STORES.getBytes(UTF_8))))
          .isEqualTo(Refusal.Kind.CONFLICT);
    }
    door.restart();
    assertThat(door.view(waiting).state()).isEqualTo(JobState.CANCELLED);
    door.awaitForgotten(waiting);
  }

  @Test
  void aJobThatEndedWithoutResultsHasTheSameResultsAtItsNextAttempt() throws IOException {
    UUID whole = sealed(TPV);
    assertThat(door.finished(whole).state()).isEqualTo(JobState.COMPLETED);
    UUID job = door.create(TPV);
    assertThat(refused(() -> door.jobs().retry(Door.CLIENT, job))).isEqualTo(Refusal.Kind.CONFLICT);
    send(job);
    door.put(job, "transactions/more.csv", SALES.getBytes(UTF_8));
    door.jobs().cancel(Door.CLIENT, job, "a part too many");
    door.finished(job);

    JobView retried = door.jobs().retry(Door.CLIENT, job);

    assertThat(retried.attempt()).isEqualTo(2);
    assertThat(retried.parts()).isEmpty();
    door.restart();
    send(job);
    door.jobs().seal(Door.CLIENT, job);
    assertThat(door.finished(job).state()).isEqualTo(JobState.COMPLETED);
    assertThat(door.view(job).attempt()).isEqualTo(2);
    assertThat(door.results(job)).isEqualTo(door.results(whole));
    assertThat(door.view(job).results()).isEqualTo(door.view(whole).results());
    assertThat(refused(() -> door.jobs().retry(Door.CLIENT, job))).isEqualTo(Refusal.Kind.CONFLICT);
    assertThat(refused(() -> door.jobs().retry("bob", job))).isEqualTo(Refusal.Kind.NOT_FOUND);
  }

  @Test
  void aCancelWhileItRunsEndsInOneWayOrTheOther() throws IOException {
    for (int i = 0; i < 10; i++) {
      UUID job = sealed(TPV);
      try {
        door.jobs().cancel(Door.CLIENT, job, "late");
      } catch (Refusal tooLate) {
        assertThat(tooLate.kind()).isEqualTo(Refusal.Kind.CONFLICT);
      }
      JobView view = door.finished(job);
      List<String> kinds = kinds(job);
      if (view.state() == JobState.CANCELLED) {
        assertThat(kinds).endsWith("cancelled").doesNotContain("completed", "notifying");
      } else {
        assertThat(view.state()).isEqualTo(JobState.COMPLETED);
        assertThat(kinds).endsWith("completed").doesNotContain("cancelling");
      }
      door.awaitForgotten(job);
    }
  }

  @Test
  void anAbandonedJobExpiresAndAnActiveOneDoesNot() throws IOException {
    UUID abandoned = door.create(TPV);
    door.put(abandoned, "stores/s.csv", STORES.getBytes(UTF_8));
    clock.pass(Duration.ofHours(20));
    UUID fresh = door.create(TPV);
    clock.pass(Duration.ofHours(5));
    assertThat(door.finished(abandoned).state()).isEqualTo(JobState.EXPIRED);
    assertThat(door.view(abandoned).reason()).startsWith("no data received since");
    door.awaitForgotten(abandoned);
    assertThat(door.files(abandoned)).containsExactly(LOG, "job.json");
    assertThat(door.view(fresh).state()).isEqualTo(JobState.CREATED);
    send(fresh);
    door.jobs().seal(Door.CLIENT, fresh);
    assertThat(door.finished(fresh).state()).isEqualTo(JobState.COMPLETED);
  }

  @Test
  void aJobThatGetsOnlyShortPiecesDoesNotExpire() throws IOException {
    UUID abandoned = door.create(TPV);
    UUID job = door.create(TPV);
    PartName name = Door.name("stores/s.csv");
    byte[] stores = STORES.getBytes(UTF_8);
    for (int at = 0; at < 4; at++) {
      InputStream piece = new ByteArrayInputStream(stores, at, 1);
      if (at == 0) {
        door.jobs().put(Door.CLIENT, job, name, Encoding.IDENTITY, false, piece);
      } else {
        door.jobs().patch(Door.CLIENT, job, name, at, false, piece);
      }
      clock.pass(Duration.ofHours(20));
    }
    assertThat(door.finished(abandoned).state()).isEqualTo(JobState.EXPIRED);
    assertThat(door.view(job).state()).isEqualTo(JobState.UPLOADING);
  }

  @Test
  void afterALongTimeAwayClientsHaveSomeTimeLeft() {
    UUID job = door.create(TPV);
    door.close();
    clock.pass(Duration.ofDays(3));
    door.restart();
    assertThat(door.view(job).state()).isEqualTo(JobState.CREATED);
    clock.pass(Duration.ofHours(7));
    assertThat(door.finished(job).state()).isEqualTo(JobState.EXPIRED);
  }

  /** O08: the machine's clock, not time. */
  @Test
  void aClockThatIsSetByYearsEndsNothingAndKeepsNothingAlive() throws IOException {
    MovedClock machine = new MovedClock(Clock.systemUTC());
    door.close();
    door = new Door(folder.resolve("steady"), Door.settings(100), SteadyClock.since(machine));
    UUID finished = sealed(TPV);
    assertThat(door.finished(finished).state()).isEqualTo(JobState.COMPLETED);
    UUID uploading = door.create(TPV);
    door.put(uploading, "stores/s.csv", STORES.getBytes(UTF_8));
    UUID waiting = sealed(tpv(BadRows.REFUSE, true));
    for (int years : List.of(30, -60)) {
      machine.pass(Duration.ofDays(365L * years));
      UUID meanwhile = sealed(TPV);
      assertThat(door.finished(meanwhile).state()).isEqualTo(JobState.COMPLETED);
      assertThat(door.view(uploading).state()).isEqualTo(JobState.UPLOADING);
      assertThat(door.view(waiting).state()).isEqualTo(JobState.WAITING_FOR_APPROVAL);
      assertThat(door.view(finished).state()).isEqualTo(JobState.COMPLETED);
    }
    door.put(uploading, "transactions/t.csv", SALES.getBytes(UTF_8));
    door.jobs().seal(Door.CLIENT, uploading);
    door.jobs().approve(Door.CLIENT, waiting);
    for (UUID job : List.of(uploading, waiting)) {
      assertThat(door.finished(job).state()).isEqualTo(JobState.COMPLETED);
    }
  }

  /** O08: partitions tell by its id whether a job that they do not know is long over. */
  @Test
  void aJobIsYoungerThanAllBeforeItAlsoWhenTheClockWasSetBackOverARestart() {
    UUID before = door.create(TPV);
    door.close();
    clock.pass(Duration.ofDays(-2_000));
    door.restart();
    UUID after = door.create(TPV);
    assertThat(after.toString()).isGreaterThan(before.toString());
    assertThat(door.view(before).state()).isEqualTo(JobState.CREATED);
  }

  /** O18: the number from its creation, even if nodes serve another number now. */
  @Test
  void anOpenJobKeepsItsPartitionsWhenNewOnesHaveFewerOrMore() throws IOException {
    SortedMap<String, String> expected = resultsOf(sealed(TPV));
    UUID uploading = door.create(TPV);
    door.put(uploading, "transactions/t.csv", SALES.getBytes(UTF_8));
    UUID waiting = sealed(tpv(BadRows.REFUSE, true));

    door.restart(Partitions.oneEach());
    UUID narrow = door.create(TPV);
    door.put(narrow, "transactions/t.csv", SALES.getBytes(UTF_8));
    door.jobs().approve(Door.CLIENT, waiting);
    assertThat(resultsOf(waiting)).isEqualTo(expected);

    door.restart(
        Partitions.oneEach()
            .with(StageKind.AGGREGATOR, 3)
            .with(StageKind.MAXIMIZER, 4)
            .with(StageKind.ABSOLUTE, 2)
            .with(StageKind.JOINER, 3));
    for (UUID job : List.of(uploading, narrow)) {
      door.put(job, "stores/s.csv", STORES.getBytes(UTF_8));
      door.jobs().seal(Door.CLIENT, job);
      assertThat(resultsOf(job)).isEqualTo(expected);
    }
    assertThat(resultsOf(sealed(TPV))).isEqualTo(expected);
  }

  private SortedMap<String, String> resultsOf(UUID job) throws IOException {
    assertThat(door.finished(job).state()).isEqualTo(JobState.COMPLETED);
    return door.results(job);
  }

  @Test
  void aFinishedJobIsKeptForItsTimeAndThenGone() throws IOException {
    UUID job = sealed(TPV);
    JobView view = door.finished(job);
    assertThat(view.outline().expires())
        .isEqualTo(view.outline().updated().plus(Duration.ofDays(7)));
    clock.pass(Duration.ofDays(8));
    await().until(() -> door.jobs().jobs(Door.CLIENT, JobSearch.newest(10)).isEmpty());
    await().until(() -> door.files(job).isEmpty());
  }

  @Test
  void aFinishedJobCanBeDeletedAtOnceAndOnlyThen() throws IOException {
    UUID job = door.create(TPV);
    assertThat(
            refused(() -> {
              door.jobs().delete(Door.CLIENT, job);
              return "deleted";
            }))
        .isEqualTo(Refusal.Kind.CONFLICT);
    send(job);
    door.jobs().seal(Door.CLIENT, job);
    door.finished(job);
    door.jobs().delete(Door.CLIENT, job);
    assertThat(refused(() -> door.view(job))).isEqualTo(Refusal.Kind.NOT_FOUND);
    assertThat(door.files(job)).isEmpty();
    try (var left = Files.list(door.state().resolve("gateway/jobs"))) {
      assertThat(left).isEmpty();
    }
    door.restart();
    assertThat(door.jobs().jobs(Door.CLIENT, JobSearch.newest(10))).isEmpty();
  }

  @Test
  void aClientHasSoManyOpenJobsAndNoMore() {
    for (int i = 0; i < 20; i++) {
      door.create(TPV);
    }
    assertThat(refused(() -> door.create(TPV))).isEqualTo(Refusal.Kind.TOO_MANY);
    door.jobs().create("bob", TPV, null);
    UUID first = door.jobs().jobs(Door.CLIENT, JobSearch.newest(1)).getFirst().id();
    door.jobs().cancel(Door.CLIENT, first, "enough");
    door.finished(first);
    door.create(TPV);
  }

  @Test
  void theCountsAreOfAllClientsJobs() throws IOException {
    UUID finished = sealed(TPV);
    door.finished(finished);
    door.create(TPV);
    door.jobs().create("bob", TPV, null);
    JobCounts census = door.jobs().census();
    assertThat(census.jobs())
        .containsOnlyKeys(JobState.values())
        .containsEntry(JobState.COMPLETED, 1L)
        .containsEntry(JobState.CREATED, 2L)
        .containsEntry(JobState.FAILED, 0L);
    assertThat(census.stalledJobs()).isZero();
    assertThat(census.volume().freeBytes()).isBetween(1L, census.volume().bytes());
  }

  @Test
  void watchersAreNotifiedOfEachChangeUntilTheyLeave() throws Exception {
    UUID job = door.create(TPV);
    AtomicInteger news = new AtomicInteger();
    JobService.Watch watch = door.jobs().watch(Door.CLIENT, job, news::incrementAndGet);
    send(job);
    assertThat(news.get()).isGreaterThanOrEqualTo(4);
    watch.close();
    int heard = news.get();
    door.jobs().cancel(Door.CLIENT, job, "x");
    door.finished(job);
    assertThat(news.get()).isEqualTo(heard);
  }

  @Test
  void aJobWithADamagedLogOrRecordIsIgnoredAndTheOthersResume() throws IOException {
    UUID rotten = sealed(tpv(BadRows.REFUSE, true));
    UUID damaged = door.create(TPV);
    UUID other = door.create(TPV);
    door.close();
    Path jobs = door.state().resolve("gateway/jobs");
    Path log = jobs.resolve(rotten + "/" + LOG);
    byte[] bytes = Files.readAllBytes(log);
    bytes[bytes.length / 3] ^= 1;
    Files.write(log, bytes);
    Files.writeString(jobs.resolve(damaged + "/job.json"), "{");
    door.restart();
    for (UUID alone : List.of(rotten, damaged)) {
      assertThat(refused(() -> door.view(alone))).isEqualTo(Refusal.Kind.NOT_FOUND);
      assertThat(refused(() -> door.jobs().seal(Door.CLIENT, alone)))
          .isEqualTo(Refusal.Kind.NOT_FOUND);
    }
    assertThat(log).hasBinaryContent(bytes);
    send(other);
    door.jobs().seal(Door.CLIENT, other);
    assertThat(door.finished(other).state()).isEqualTo(JobState.COMPLETED);
  }

  @Test
  void heartbeatsSayHowManyBatchesOfAJobTheAggregatorsHave() throws IOException {
    UUID job = sealed(tpv(BadRows.REFUSE, true));
    long sent =
        door.view(job).parts().stream()
            .filter(part -> part.table().equals("transactions"))
            .mapToLong(JobView.PartView::batches)
            .sum();

    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(() ->
            assertThat(door.view(job).progress().stages())
                .filteredOn(stage -> stage.stage().equals("aggregator"))
                .singleElement()
                .satisfies(stage -> {
                  assertThat(stage.received()).isEqualTo(sent).isPositive();
                  assertThat(stage.expected()).isNull(); // no sender has sent END
                }));
  }

  @Test
  void percentNeverFallsOverARestart() throws IOException {
    UUID job = sealed(tpv(BadRows.REFUSE, true));
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> door.view(job).progress().percent() == 90); // the aggregators have all
    door.restart();
    assertThat(door.view(job).progress().percent()).isEqualTo(90);
    door.jobs().approve(Door.CLIENT, job);
    assertThat(door.finished(job).progress().percent()).isEqualTo(100);
    assertThat(door.files(job)).doesNotContain("percent");
    door.restart();
    assertThat(door.view(job).progress().percent()).isEqualTo(100);
  }

  @Test
  void percentNeverFalls() throws IOException {
    UUID job = sealed(TPV);
    int last = 0;
    while (!door.view(job).state().isTerminal()) {
      int now = door.view(job).progress().percent();
      assertThat(now).isGreaterThanOrEqualTo(last);
      last = now;
    }
    assertThat(door.view(job).progress().percent()).isEqualTo(100);
  }

  /** Of a job that failed, a crash of the collector would leave half a result for a week. */
  @Test
  void whatACrashHasLeftOfAResultGoesWithTheEndOfItsJob() throws IOException {
    UUID job = door.create(tpv(BadRows.REFUSE, false));
    Path results = folder.resolve("state/gateway/jobs/" + job + "/results");
    Files.createDirectories(results);
    Path left = Files.writeString(results.resolve(".tpv-by-store.csv.part"), "half a row");
    Path stored = Files.writeString(results.resolve("other.csv"), "a\n1\n");

    assertThat(
            refused(() -> {
              door.put(job, "transactions/t.csv", "no,such,columns\n1,2,3\n".getBytes(UTF_8));
              return job;
            }))
        .isEqualTo(Refusal.Kind.NOT_CSV);
    assertThat(door.finished(job).state()).isEqualTo(JobState.FAILED);
    assertThat(left).doesNotExist();
    assertThat(stored).exists();
  }
}
