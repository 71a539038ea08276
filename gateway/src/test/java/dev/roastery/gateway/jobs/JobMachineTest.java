package dev.roastery.gateway.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.broker.Delivery;
import dev.roastery.common.fault.CrashPoint;
import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message;
import dev.roastery.common.message.MessageCodec;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.storage.Disk;
import dev.roastery.common.storage.FileDisk;
import dev.roastery.common.workflow.engine.Host;
import dev.roastery.gateway.collect.ResultDigest;
import dev.roastery.gateway.collect.ResultSink;
import dev.roastery.gateway.jobs.service.JobEvent;
import dev.roastery.gateway.jobs.service.JobRequest;
import dev.roastery.gateway.jobs.service.JobState;
import dev.roastery.gateway.jobs.service.PartName;
import dev.roastery.gateway.jobs.upload.PartStatus;
import dev.roastery.testkit.workflow.SimulatedHost;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The job core on one thread, where time passes when the test says so. */
class JobMachineTest {

  private static final long START = 1_700_000_000_000L;
  private static final URI RECEIVER = URI.create("https://example.org/done");

  @TempDir private Path folder;
  private SimulatedHost host;
  private MachineTrial trial;

  @BeforeEach
  void start() throws IOException {
    startAfter(Duration.ZERO);
  }

  /** Another life of the gateway. */
  private void startAfter(Duration down) throws IOException {
    long now = host == null ? START : host.nowMillis() + down.toMillis();
    host = new SimulatedHost(now);
    trial = new MachineTrial(folder, host);
    trial.machine.start();
    host.settle();
  }

  private void pass(Duration time) {
    host.pass(time.toMillis());
  }

  private UUID running(URI webhook) {
    UUID job =
        trial.machine.create("ann", MachineTrial.request(false, webhook), null).job().record().id();
    trial.send(job);
    trial.machine.seal(job);
    host.settle();
    assertThat(trial.facts(job).state()).isEqualTo(JobState.RUNNING);
    return job;
  }

  private void store(UUID job) {
    trial.machine.stored(new JobId(job, 1), "tpv-by-store", new ResultDigest("abc", 3, 40));
    host.settle();
  }

  private void answer(UUID job, PartitionName partition) {
    Message gone = new Message.Gone(new JobId(job, 1), partition.toString());
    boolean[] acknowledged = {false};
    new PartitionMessages(trial.machine, host)
        .take(
            new Delivery("roastery.gateway", 1, MessageCodec.encode(gone)),
            () -> acknowledged[0] = true);
    assertThat(acknowledged[0])
        .as("acknowledged before it is on record")
        .isEqualTo(trial.facts(job).state().isTerminal());
    host.settle();
    assertThat(acknowledged[0]).isTrue();
  }

  private long sent(String type) {
    return trial.sent.stream().filter(parcel -> parcel.type().equals(type)).count();
  }

  private UUID failed(URI webhook) {
    UUID job = running(webhook);
    trial.machine.fail(new JobId(job, 1), "bad luck");
    host.settle();
    trial.facts(job).routes().all().forEach(partition -> answer(job, partition));
    assertThat(trial.facts(job).state()).isEqualTo(JobState.FAILED);
    return job;
  }

  @Test
  void aFailedJobRunsOnceMoreAsItsNextAttemptAndCompletes() throws IOException {
    UUID job = failed(RECEIVER);
    List<JobEvent> before = trial.machine.events(job, 0);
    long jobs = sent("JOB");

    trial.machine.retry(job);
    host.settle();

    assertThat(trial.facts(job).state()).isEqualTo(JobState.CREATED);
    assertThat(trial.facts(job).id()).isEqualTo(new JobId(job, 2));
    assertThat(trial.facts(job).parts()).isEmpty();
    assertThat(trial.facts(job).reason()).isNull();
    assertThat(sent("JOB")).isEqualTo(2 * jobs);
    assertThat(trial.sent.getLast().job()).isEqualTo(job + "#2");
    trial.machine.retry(job); // the answer to the first call was lost
    startAfter(Duration.ofMinutes(1));
    assertThat(trial.facts(job).attempt()).isEqualTo(2);
    trial.send(job);
    trial.machine.seal(job);
    host.settle();
    trial.machine.stored(new JobId(job, 2), "tpv-by-store", new ResultDigest("abc", 3, 40));
    host.settle();
    assertThat(trial.facts(job).state()).isEqualTo(JobState.COMPLETED);
    assertThat(trial.notified).extracting(Notification::id).containsExactly("job_" + job + "_2");
    List<JobEvent> all = trial.machine.events(job, 0);
    assertThat(all).startsWith(before.toArray(JobEvent[]::new));
    assertThat(all.subList(before.size(), all.size()))
        .extracting(JobEvent::kind)
        .containsExactly(
            "retried",
            "part_started",
            "part_completed",
            "part_started",
            "part_completed",
            "sealed",
            "running",
            "result_stored",
            "notifying",
            "notified",
            "completed");
    assertThatThrownBy(() -> trial.machine.retry(job)).hasMessageContaining("it has its results");
  }

  @Test
  void theEventsOfAnOpenAttemptFollowThoseOfTheEarlierOnes() throws IOException {
    UUID job = failed(null);
    List<JobEvent> before = trial.machine.events(job, 0);
    trial.machine.retry(job);
    host.settle();
    for (int life = 0; life < 2; life++) {
      assertThat(trial.machine.events(job, 0))
          .hasSize(before.size() + 1)
          .startsWith(before.toArray(JobEvent[]::new));
      assertThat(trial.machine.events(job, before.size()))
          .extracting(JobEvent::seq)
          .containsExactly(before.size() + 1L);
      assertThat(trial.machine.events(job, 2).getFirst().seq()).isEqualTo(3);
      startAfter(Duration.ofMinutes(1));
    }
  }

  @Test
  void whatIsLateOfAnEarlierAttemptChangesNothing() {
    UUID job = failed(null);
    JobId first = new JobId(job, 1);
    trial.machine.retry(job);
    host.settle();
    PartName part = new PartName("stores", "t.csv");
    assertThatThrownBy(() -> trial.machine.part(first, part, false, 100))
        .hasMessageContaining("attempt 1 has ended");
    trial.send(job);
    trial.machine.seal(job);
    host.settle();
    JobFacts running = trial.facts(job);
    assertThat(running.state()).isEqualTo(JobState.RUNNING);

    PartitionName partition = running.routes().all().getFirst();
    boolean[] acknowledged = {false, false};
    PartitionMessages messages = new PartitionMessages(trial.machine, host);
    messages.take(
        delivery(new Message.Fail(first, partition.toString(), "late")),
        () -> acknowledged[0] = true);
    messages.take(
        delivery(new Message.Gone(first, partition.toString())), () -> acknowledged[1] = true);
    trial.machine.fail(first, "late");
    trial.machine.lost(first, "late");
    trial.machine.stored(first, "tpv-by-store", new ResultDigest("old", 1, 1));
    ResultStore store = new ResultStore(new FileDisk(folder), trial.machine);
    ResultSink.Result late = store.open(first, "tpv-by-store");
    late.append(ByteBuffer.wrap(new byte[] {'a'}));
    late.stored(new ResultDigest("old", 1, 1));
    assertThatThrownBy(
            () -> trial.machine.partCompleted(first, part, new PartStatus(9, 9, 0, 0, 9)))
        .hasMessageContaining("attempt 1 has ended");
    assertThatThrownBy(() -> trial.machine.deletePart(first, part))
        .hasMessageContaining("attempt 1 has ended");
    host.settle();

    assertThat(acknowledged).containsOnly(true);
    assertThat(trial.facts(job).state()).isEqualTo(JobState.RUNNING);
    assertThat(trial.facts(job).eventCount()).isEqualTo(running.eventCount());
    assertThat(trial.facts(job).results()).isEmpty();
    assertThat(folder.resolve("jobs/" + job + "/results")).doesNotExist();
  }

  @Test
  void aStepThatIsLateDeletesNoFilesOfTheNextAttempt() throws IOException {
    SlowHost slow = new SlowHost(host);
    UUID job = failingWithItsLastStepHeld(slow);
    pass(Duration.ofHours(1));
    assertThat(trial.facts(job).state()).as("it was repeated").isEqualTo(JobState.FAILED);
    assertThat(trial.discarded).containsExactly(job);
    trial.machine.retry(job);
    host.settle();

    slow.held.getFirst().run();

    assertThat(trial.discarded).containsExactly(job);
  }

  private UUID failingWithItsLastStepHeld(SlowHost slow) throws IOException {
    trial = new MachineTrial(folder, slow);
    UUID job = running(null);
    trial.machine.fail(new JobId(job, 1), "bad luck");
    host.settle();
    List<PartitionName> partitions = trial.facts(job).routes().all();
    partitions.subList(1, partitions.size()).forEach(partition -> answer(job, partition));
    slow.startsUntilHeld = 3; // remove, tell, finish
    answer(job, partitions.getFirst());
    assertThat(slow.held).hasSize(1);
    assertThat(trial.facts(job).state()).isEqualTo(JobState.FAILING);
    return job;
  }

  @Test
  void noAttemptBeginsWhileAStepIsStillDeletingFilesOfTheOneBefore() throws IOException {
    SlowHost slow = new SlowHost(host);
    UUID job = failingWithItsLastStepHeld(slow);
    String deleting = "is FAILED: files of it are still being deleted; try again in a moment";
    trial.whileDiscarding =
        () -> {
          trial.whileDiscarding = () -> {};
          pass(Duration.ofHours(1));
          assertThat(trial.facts(job).state()).as("it was repeated").isEqualTo(JobState.FAILED);
          assertThatThrownBy(() -> trial.machine.retry(job)).hasMessageContaining(deleting);
          assertThatThrownBy(() -> trial.machine.remove(job)).hasMessageContaining(deleting);
        };

    slow.held.getFirst().run();

    assertThat(trial.discarded).as("both").containsExactly(job, job);
    assertThat(trial.facts(job).attempt()).isEqualTo(1);
    trial.machine.retry(job);
    assertThat(trial.facts(job).attempt()).isEqualTo(2);
  }

  @Test
  void aDeletionThatARetryHasOvertakenIsRefusedAndTheJobIsStillThere() throws IOException {
    SlowHost slow = new SlowHost(host);
    trial = new MachineTrial(folder, slow);
    UUID job = failed(null);
    slow.postsUntilOther = 1;
    slow.beforePost = () -> trial.machine.retry(job);

    assertThatThrownBy(() -> trial.machine.remove(job))
        .hasMessageContaining("only a finished job can be deleted");

    assertThat(trial.facts(job).attempt()).isEqualTo(2);
    assertThat(trial.facts(job).state()).isEqualTo(JobState.CREATED);
  }

  @Test
  void aRetryThatADeletionHasOvertakenIsRefused() throws IOException {
    SlowHost slow = new SlowHost(host);
    trial = new MachineTrial(folder, slow);
    UUID job = failed(null);
    slow.postsUntilOther = 2; // the request has come to the engine, and is not decided yet
    slow.beforePost = () -> trial.machine.remove(job);

    assertThatThrownBy(() -> trial.machine.retry(job)).hasMessageContaining("there is no job");

    assertThat(trial.machine.record(job)).isEmpty();
    assertThat(folder.resolve("jobs")).isEmptyDirectory();
  }

  /** Holds one step for as long as the test likes. */
  private static final class SlowHost implements Host {

    private final SimulatedHost host;
    private final List<Runnable> held = new ArrayList<>();
    private int startsUntilHeld;

    /** What another thread does before the engine gets a task. */
    private Runnable beforePost = () -> {};

    private int postsUntilOther;

    SlowHost(SimulatedHost host) {
      this.host = host;
    }

    @Override
    public Runnable start(Runnable step) {
      if (--startsUntilHeld != 0) {
        return host.start(step);
      }
      held.add(step);
      return () -> {};
    }

    @Override
    public long nowMillis() {
      return host.nowMillis();
    }

    @Override
    public void post(Runnable task) {
      if (--postsUntilOther == 0) {
        beforePost.run();
      }
      host.post(task);
    }

    @Override
    public Runnable at(long atMillis, Runnable task) {
      return host.at(atMillis, task);
    }

    @Override
    public <T> T await(CompletableFuture<T> answer) {
      return host.await(answer);
    }

    @Override
    public void together(List<Runnable> tasks) {
      host.together(tasks);
    }
  }

  private static Delivery delivery(Message message) {
    return new Delivery("roastery.gateway", 1, MessageCodec.encode(message));
  }

  @Test
  void aJobIsRejectedOnlyWhileItWaitsForItsApproval() {
    UUID job =
        trial.machine.create("ann", MachineTrial.request(true, null), null).job().record().id();
    assertThatThrownBy(() -> trial.machine.reject(job, "wrong month"))
        .hasMessageContaining("the job does not wait for approval");
    trial.send(job);
    trial.machine.seal(job);
    host.settle();
    assertThat(trial.facts(job).state()).isEqualTo(JobState.WAITING_FOR_APPROVAL);

    trial.machine.reject(job, "wrong month");
    trial.machine.reject(job, "wrong month"); // the answer to the first call was lost

    host.settle();
    trial.facts(job).routes().all().forEach(partition -> answer(job, partition));
    assertThat(trial.facts(job).state()).isEqualTo(JobState.CANCELLED);
    assertThat(trial.facts(job).reason()).isEqualTo("rejected: wrong month");
    assertThat(trial.kinds(job)).filteredOn("cancelling"::equals).hasSize(1);
    UUID other = trial.create();
    assertThatThrownBy(() -> trial.machine.reject(other, "x"))
        .hasMessageContaining("the job needs no approval");
  }

  @Test
  void aRunningJobWhoseMessagesAreLostFailsUnlessItHasItsResults() {
    UUID uploading = trial.create();
    trial.machine.lost(new JobId(uploading, 1), "purged");
    assertThat(trial.facts(uploading).isEnding()).isFalse();
    UUID whole = running(null);
    assertThat(trial.machine.awaitsResults(whole)).isTrue();
    assertThat(trial.machine.awaitsResults(uploading)).isFalse();
    host.post(() -> trial.machine.lost(new JobId(whole, 1), "purged")); // in the same moment
    store(whole);
    assertThat(trial.facts(whole).state()).isEqualTo(JobState.COMPLETED);

    UUID job = running(null);
    trial.machine.lost(new JobId(job, 1), "purged");

    assertThat(trial.facts(job).state()).isEqualTo(JobState.FAILING);
    assertThat(trial.facts(job).reason()).isEqualTo("purged");
  }

  @Test
  void aMessageToTheGatewayThatCannotBeReadFailsTheJobThatItsLabelNames() {
    UUID job = running(null);
    UUID other = running(null);
    boolean[] acknowledged = {false, false};
    PartitionMessages messages = new PartitionMessages(trial.machine, host);
    byte[] rubbish = {1, 2, 3};
    messages.take(
        new Delivery("roastery.gateway", 1, rubbish, job.toString()), () -> acknowledged[0] = true);
    messages.take(
        new Delivery("roastery.gateway", 2, rubbish, "nobody's"), () -> acknowledged[1] = true);
    host.settle();

    assertThat(acknowledged).containsOnly(true);
    assertThat(trial.facts(job).reason())
        .startsWith("gateway: a message of this job in queue roastery.gateway cannot be read: ");
    assertThat(trial.facts(other).state()).isEqualTo(JobState.RUNNING);
  }

  @Test
  void aJobGoesItsWholeWayOnOneThread() {
    UUID job = running(null);
    store(job);
    assertThat(trial.kinds(job))
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
  }

  /** The volume fails once in the middle: the job is hidden, and deleted by the next request. */
  @Test
  void aDeletionThatFailedHalfwayIsDoneByTheNextOne() throws IOException {
    boolean[] fails = {false};
    FileDisk real = new FileDisk(folder);
    Disk disk =
        (Disk)
            Proxy.newProxyInstance(
                Disk.class.getClassLoader(),
                new Class<?>[] {Disk.class},
                (_, method, arguments) -> {
                  if (fails[0] && method.getName().equals("syncDirectory")) {
                    throw new IOException("no answer from the disk");
                  }
                  return method.invoke(real, arguments);
                });
    trial = new MachineTrial(disk, host, CrashPoints.none());
    trial.machine.start();
    UUID job = running(null);
    store(job);
    assertThat(trial.facts(job).state()).isEqualTo(JobState.COMPLETED);

    fails[0] = true;
    assertThatThrownBy(() -> trial.machine.remove(job)).hasMessageContaining("try again later");
    assertThat(trial.machine.find(job)).as("it may have its files, or not").isEmpty();
    assertThat(trial.machine.record(job)).isPresent();
    fails[0] = false;
    trial.machine.remove(job);

    assertThat(trial.machine.record(job)).isEmpty();
    assertThat(folder.resolve("jobs")).isEmptyDirectory();
  }

  /** Its first file is safe: a second one that a crash tears would be left behind. */
  @Test
  void aResultThatComesAgainIsNotWrittenAgain() throws IOException {
    UUID job = trial.create();
    trial.send(job);
    ResultStore store = new ResultStore(new FileDisk(folder), trial.machine);
    JobId id = new JobId(job, 1);
    ResultSink.Result first = store.open(id, "tpv-by-store");
    first.append(ByteBuffer.wrap(new byte[] {'a'}));
    first.stored(new ResultDigest("abc", 3, 40));
    host.settle();

    store.open(id, "tpv-by-store").append(ByteBuffer.wrap(new byte[] {'b'}));

    assertThat(folder.resolve("jobs/" + job + "/results")).isDirectoryNotContaining("glob:**.part");
  }

  @Test
  void aJobEndsOnlyWhenEveryPartitionHasAnsweredEvenOverRestarts() throws IOException {
    UUID job = running(null);
    trial.machine.cancel(job, "x");
    host.settle();
    List<PartitionName> partitions = trial.facts(job).routes().all();
    for (PartitionName partition : partitions) {
      assertThat(trial.facts(job).state()).isEqualTo(JobState.CANCELLING);
      startAfter(Duration.ofMinutes(1));
      answer(job, partition);
      answer(job, partition);
    }
    assertThat(trial.facts(job).state()).isEqualTo(JobState.CANCELLED);
    assertThat(trial.kinds(job)).filteredOn("partition_clean"::equals).hasSize(partitions.size());
  }

  @Test
  void onlyPartitionsThatHaveNotAnsweredAreAskedAgain() {
    UUID job = running(null);
    trial.machine.cancel(job, "x");
    host.settle();
    List<PartitionName> partitions = trial.facts(job).routes().all();
    long first = sent("ABORT");
    assertThat(first).isEqualTo(partitions.size());
    answer(job, partitions.getFirst());
    assertThat(sent("ABORT")).as("an answer is no reason to ask").isEqualTo(first);
    pass(Duration.ofMinutes(11));
    assertThat(sent("ABORT")).isEqualTo(first + partitions.size() - 1);
  }

  @Test
  void aBrokerThatConfirmsNothingHoldsTheJobAndNothingElse() {
    UUID other = running(null);
    trial.confirms = false;
    UUID job = trial.create();
    trial.send(job);
    trial.machine.seal(job);
    host.settle();
    assertThat(trial.facts(job).state()).isEqualTo(JobState.UPLOADING);
    trial.confirms = true;
    store(other);
    assertThat(trial.facts(other).state()).isEqualTo(JobState.COMPLETED);
    List<Runnable> late = new ArrayList<>(trial.unconfirmed);
    late.forEach(Runnable::run);
    host.settle();
    assertThat(trial.facts(job).state()).isEqualTo(JobState.RUNNING);
  }

  @Test
  void aJobWithAllItsResultsCannotBeCancelledNorFail() {
    trial.receiver = Optional.of("The notification failed: no.");
    UUID job = running(RECEIVER);
    store(job);
    assertThat(trial.facts(job).state()).isEqualTo(JobState.NOTIFYING);
    assertThatThrownBy(() -> trial.machine.cancel(job, "late"))
        .hasMessageContaining("can no longer be cancelled");
    trial.machine.fail(new JobId(job, 1), "late");
    assertThat(trial.facts(job).state()).isEqualTo(JobState.NOTIFYING);
  }

  @Test
  void aReceiverThatRefusesIsNotifiedEightTimesInAQuarterOfAnHour() {
    trial.receiver = Optional.of("The notification failed: it answered 500.");
    UUID job = running(RECEIVER);
    store(job);
    pass(Duration.ofMinutes(20));
    assertThat(trial.notified).hasSize(8).allMatch(trial.notified.getFirst()::equals);
    assertThat(trial.kinds(job)).endsWith("notifying", "notify_failed", "completed");
    assertThat(trial.machine.events(job, 0))
        .anyMatch(event -> event.text().equals(trial.receiver.orElseThrow()));
  }

  @Test
  void aReceiverThatRecoversIsNotifiedOnce() {
    trial.receiver = Optional.of("The notification failed: it answered 500.");
    UUID job = running(RECEIVER);
    store(job);
    pass(Duration.ofSeconds(5));
    assertThat(trial.notified).hasSize(3);
    trial.receiver = Optional.empty();
    pass(Duration.ofMinutes(20));
    assertThat(trial.notified).hasSize(4);
    assertThat(trial.kinds(job)).endsWith("notifying", "notified", "completed");
  }

  /** Each try is counted before it is made; the last words are the gateway's. */
  @Test
  void aReceiverThatKillsTheGatewayEachTimeIsNotRetriedForEver() throws IOException {
    UUID job = running(RECEIVER);
    int kills = 0;
    for (; kills < 20 && !trial.facts(job).state().isTerminal(); kills++) {
      host = new SimulatedHost(host.nowMillis());
      trial =
          new MachineTrial(
              folder,
              host,
              point -> {
                if (point == CrashPoint.NOTIFIED_BEFORE_COMPLETE) {
                  throw new SimulatedHost.Killed();
                }
              });
      try {
        trial.machine.start();
        store(job);
        pass(Duration.ofMinutes(20));
      } catch (SimulatedHost.Killed _) {
        // again
      }
    }
    assertThat(kills).isEqualTo(9);
    startAfter(Duration.ZERO);
    assertThat(trial.kinds(job)).endsWith("notifying", "notify_failed", "completed");
  }

  @Test
  void aSilentJobExpiresHoweverOftenTheGatewayIsStarted() throws IOException {
    UUID job = trial.create();
    host.settle();
    int starts = 0;
    while (trial.facts(job).state() == JobState.CREATED) {
      pass(Duration.ofHours(1));
      startAfter(Duration.ofMinutes(1));
      starts++;
    }
    assertThat(starts).isBetween(24, 31);
    assertThat(trial.kinds(job)).containsExactly("created", "expiring");
  }

  @Test
  void aPieceOfAPartKeepsTheJobAlive() {
    UUID job = trial.create();
    host.settle();
    for (int day = 0; day < 5; day++) {
      pass(Duration.ofHours(23));
      trial.machine.active(job);
    }
    assertThat(trial.facts(job).state()).isEqualTo(JobState.CREATED);
    pass(Duration.ofHours(25));
    assertThat(trial.facts(job).state()).isEqualTo(JobState.EXPIRING);
  }

  @Test
  void aStallIsReportedOnceUntilThePartitionMovesAgain() throws IOException {
    UUID job = running(null);
    for (List<String> now :
        List.of(List.of("a"), List.of("a"), List.of("a", "b"), List.<String>of(), List.of("a"))) {
      trial.machine.stalled(job, now);
      host.settle();
    }
    assertThat(trial.kinds(job)).filteredOn("stalled"::equals).hasSize(3);
    assertThat(trial.facts(job).isStalled()).isTrue();
    startAfter(Duration.ZERO);
    trial.machine.stalled(job, List.of("a"));
    host.settle();
    assertThat(trial.kinds(job)).filteredOn("stalled"::equals).hasSize(3);
  }

  @Test
  void theSameKeyIsTheSameJobAndAnotherRequestWithItIsRefused() {
    JobRequest request = MachineTrial.request(false, null);
    UUID job = trial.machine.create("ann", request, "k").job().record().id();
    JobMachine.Creation again = trial.machine.create("ann", request, "k");
    assertThat(again.existed()).isTrue();
    assertThat(again.job().record().id()).isEqualTo(job);
    assertThatThrownBy(() -> trial.machine.create("ann", MachineTrial.request(true, null), "k"))
        .hasMessageContaining("was used for another request");
    assertThat(trial.machine.create("bob", request, "k").existed()).isFalse();
  }
}
