package dev.roastery.common.workflow;

import static dev.roastery.common.workflow.WorkflowNode.named;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.fault.CrashPoint;
import dev.roastery.common.journal.MemoryDisk;
import dev.roastery.common.workflow.log.Context;
import dev.roastery.common.workflow.log.EventLog;
import dev.roastery.common.workflow.log.ExecutionState;
import dev.roastery.testkit.workflow.WorkflowTrial;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The log: its bytes, its snapshots, what a failing or a damaged disk does to it. */
class StoreTest {

  private static final String FIRST = "workflows/a/events-0000000000000001";

  private final MemoryDisk disk = new MemoryDisk();
  private final WorkflowTrial trial = new WorkflowTrial(disk);

  private static Workflow ticking() {
    return OneStep.of(context ->
        context
                .arrival()
                .filter(
                    arrival -> arrival instanceof Arrival.Signal stop && stop.name().equals("stop"))
                .isPresent()
            ? Outcome.completed()
            : Outcome.await("tick", "stop"));
  }

  private WorkflowTrial ticked(int times) {
    trial.having(ticking()).start("a", "one", "");
    for (int tick = 0; tick < times; tick++) {
      trial.signal("a", "tick", "");
    }
    return trial;
  }

  private static ExecutionState replayed(List<Logged> events) {
    ExecutionState state = new ExecutionState();
    events.forEach(state::apply);
    return state;
  }

  private static List<Long> upTo(long end) {
    return LongStream.rangeClosed(1, end).boxed().toList();
  }

  @Test
  void theLogIsTheGoldenOne() {
    Booking booking = new Booking().when("charge", _ -> Outcome.error("insufficient_funds", "12"));

    trial.having(booking.workflow()).start("a", "booking", "Ada").awaitEnd("a", "COMPENSATED");

    assertThat(new String(disk.bytesOf(FIRST), UTF_8)).isEqualTo(golden("events-v1.txt"));
  }

  @Test
  void theGoldenLogIsReadByEveryVersion() throws IOException {
    disk.createDirectory("workflows");
    disk.createDirectory("workflows/a");
    disk.create(FIRST).append(ByteBuffer.wrap(golden("events-v1.txt").getBytes(UTF_8)));

    trial.having(new Booking().workflow());

    assertThat(trial.context("a"))
        .isEqualTo(new Context(new ExecutionId("a"), "COMPENSATED", 1_000_000, 1_000_000));
    assertThat(trial.history("a")).hasSize(13);
  }

  @Test
  void theStateThatIsReplayedIsTheLiveOneAtEveryEvent() {
    ticked(40).signal("a", "unknown", "x").cancel("a", "enough").awaitEnd("a", "CANCELLED");
    ExecutionState live = new ExecutionState();

    for (Logged event : trial.history("a")) {
      live.apply(event);
      List<Logged> soFar = trial.history("a").subList(0, (int) live.seq());
      assertThat(EventLines.json(replayed(soFar))).isEqualTo(EventLines.json(live));
    }
    assertThat(live.context(new ExecutionId("a"))).isEqualTo(trial.context("a"));
  }

  @Test
  void aSnapshotAndTheEventsSinceGiveTheStateOfAllEvents() throws Exception {
    for (int ticks : new int[] {0, 15, 16, 17, 40, 100}) {
      MemoryDisk ticked = new MemoryDisk();
      WorkflowTrial some = new WorkflowTrial(ticked).having(ticking()).start("a", "one", "");
      for (int tick = 0; tick < ticks; tick++) {
        some.signal("a", "tick", "").signal("a", "other", "" + tick);
      }
      EventLog log = new EventLog(ticked, "workflows", new ExecutionId("a"));

      ExecutionState loaded = log.newestSnapshot();
      log.read(loaded.seq()).forEach(loaded::apply);
      assertThat(EventLines.json(loaded)).isEqualTo(EventLines.json(replayed(log.read(0))));
      assertThat(some.history("a")).extracting(Logged::seq).isEqualTo(upTo(3 + 5L * ticks));
    }
  }

  @Test
  void aStartReadsNoFileBeforeTheSnapshot() {
    ticked(40);
    List<String> files = disk.files();
    assertThat(files.getLast()).startsWith("workflows/a/snapshot-");
    assertThat(files).filteredOn(name -> name.contains("snapshot-")).hasSize(1);
    disk.replace(FIRST, new byte[0]);

    trial.restart().signal("a", "stop", "");

    assertThat(trial.context("a").state()).isEqualTo("DONE");
    assertThatThrownBy(() -> trial.history("a")).hasMessageContaining("are lost");
  }

  @Test
  void withoutItsSnapshotAllEventsGiveTheSameState() {
    ticked(40);
    Context before = trial.context("a");
    String snapshot = disk.files().getLast();
    disk.bytesOf(snapshot)[disk.bytesOf(snapshot).length / 2] ^= 1;

    assertThat(trial.restart().context("a")).isEqualTo(before);
    trial.signal("a", "stop", "").awaitEnd("a", "DONE");
  }

  /** Each call to the disk fails once, at a different moment of an execution's life. */
  @Test
  void aStoreThatFailsOnceAndComesBackLosesNoEventAndLeavesNoGap() {
    int failing = 0;
    boolean failed = true;
    while (failed) {
      MemoryDisk shaky = new MemoryDisk();
      WorkflowTrial some = new WorkflowTrial(shaky);
      Booking booking = new Booking().failing("charge", 1);
      some.having(booking.workflow()).engine();
      shaky.failAtCall(++failing);

      boolean refused = refuses(() -> some.start("a", "booking", "Ada"));
      if (refused) {
        some.start("a", "booking", "Ada");
      }
      some.pass(Duration.ofDays(1));
      shaky.failAtCall(1_000_000);
      some.awaitEnd("a", "BOOKED");

      failed = refused || !some.troubles().isEmpty();
      assertThat(some.history("a").stream().map(Logged::seq).toList()).isEqualTo(upTo(10));
      assertThat(some.heard()).hasSize(10).doesNotHaveDuplicates();
      assertThat(booking.effects()).containsExactly("reserve_flight", "reserve_hotel", "charge");
      assertThat(some.restart().context("a").state()).isEqualTo("BOOKED");
    }
    assertThat(failing).isGreaterThan(20);
  }

  private static boolean refuses(Runnable start) {
    try {
      start.run();
      return false;
    } catch (UncheckedIOException e) {
      assertThat(e).hasMessageContaining("the workflows' store failed");
      return true;
    }
  }

  @Test
  void aSignalThatCannotBeStoredIsRefusedAndMayBeRepeated() {
    ticked(0);
    disk.failAtCall(2);

    assertThatThrownBy(() -> trial.signal("a", "stop", ""))
        .isInstanceOf(UncheckedIOException.class);
    trial.signal("a", "stop", "").awaitEnd("a", "DONE");

    assertThat(trial.history("a").stream().map(Logged::seq).toList()).isEqualTo(upTo(8));
    assertThat(trial.events("a")).filteredOn(Event.SignalReceived.class::isInstance).hasSize(1);
  }

  /** After a cut at any byte, a prefix of the events is left and the execution continues. */
  @Test
  void aTailTornAtAnyByteIsCut() {
    ticked(2).restart().signal("a", "tick", "");
    byte[] last = disk.bytesOf(disk.files().getLast());
    for (int length = 0; length < last.length; length++) {
      MemoryDisk torn = disk.afterKill();
      torn.replace(torn.files().getLast(), Arrays.copyOf(last, length));
      WorkflowTrial after = new WorkflowTrial(torn).having(ticking());

      after.signal("a", "stop", "");

      assertThat(after.troubles()).as("cut at %d", length).isEmpty();
      after.awaitEnd("a", "DONE");
      long events = after.history("a").size();
      assertThat(after.history("a").stream().map(Logged::seq).toList()).isEqualTo(upTo(events));
    }
  }

  @Test
  void aFlippedBitIsRefusedForThatExecutionAloneAndReported() {
    trial.having(new Booking().workflow()).start("a", "booking", "Ada").start("b", "booking", "Bo");
    int length = disk.bytesOf(FIRST).length;
    int tail = new String(disk.bytesOf(FIRST), UTF_8).stripTrailing().lastIndexOf('\n');
    for (int at = 0; at < tail; at += 7) {
      MemoryDisk rotten = disk.afterKill();
      rotten.bytesOf(FIRST)[at] ^= 4;
      byte[] before = rotten.bytesOf(FIRST).clone();
      WorkflowTrial after = new WorkflowTrial(rotten).having(new Booking().workflow());

      assertThat(after.engine().refused()).as("at %d of %d", at, length).hasSize(1);
      assertThat(after.troubles().getFirst()).contains(FIRST + " line ").contains("is ignored");
      assertThat(after.context("b").state()).isEqualTo("BOOKED");
      assertThat(rotten.bytesOf(FIRST)).isEqualTo(before);
      assertThatThrownBy(() -> after.start("a", "booking", "")).hasMessageContaining("is ignored");
    }
  }

  @Test
  void aLostFileIsRefused() throws IOException {
    ticked(3).restart().signal("a", "tick", "");
    trial.restart().signal("a", "tick", "");
    trial.restart();
    disk.delete(disk.files().get(1));

    assertThat(trial.restart().engine().refused().get(new ExecutionId("a"))).contains("are lost");
  }

  @Test
  void aLogOfANewerVersionIsRefusedAndLeftAsItIs() throws IOException {
    disk.createDirectory("workflows");
    disk.createDirectory("workflows/a");
    byte[] head = new EventLines(new ExecutionId("a")).line(new EventLines.Head(2, "a", 1));
    disk.create(FIRST).append(ByteBuffer.wrap(head));

    assertThat(trial.engine().refused().get(new ExecutionId("a"))).contains("newer version");
    assertThat(disk.bytesOf(FIRST)).isEqualTo(head);
  }

  /** A condition of the program's own throws, for one of ten, until it is mended. */
  @Test
  void anExecutionThatDiesIsReloadedWithoutTouchingTheOthers() {
    boolean[] broken = {true};
    Workflow fragile =
        Workflow.named("fragile")
            .node(named("step", context -> Outcome.completed(context.input())))
            .edge("step", result -> fails(broken[0] && result.equals(Outcome.completed("5"))), "B")
            .edge("step", "DONE")
            .success("DONE")
            .success("B")
            .failure("FAILED")
            .build();
    trial.having(fragile);
    for (int n = 0; n < 10; n++) {
      trial.start("n" + n, "fragile", "" + n);
    }
    assertThat(trial.open()).extracting(Context::id).containsExactly(id("n5"));
    assertThat(trial.troubles()).containsExactly(troubleOf("n5"));

    broken[0] = false;
    trial.awaitEnd("n5", "DONE");

    assertThat(trial.troubles()).allMatch(troubleOf("n5")::equals);
    for (int n = 0; n < 10; n++) {
      trial.awaitEnd("n" + n, "DONE");
    }
  }

  private static boolean fails(boolean now) {
    if (now) {
      throw new IllegalStateException("a bug");
    }
    return false;
  }

  private static String troubleOf(String id) {
    return id + ": restarting it from its log after java.lang.IllegalStateException: a bug";
  }

  private static ExecutionId id(String text) {
    return new ExecutionId(text);
  }

  @Test
  void startingTwiceIsStartingOnce() {
    trial.having(new Booking().workflow()).start("a", "booking", "Ada").awaitEnd("a", "BOOKED");
    Context before = trial.context("a");

    assertThat(trial.engine().start(id("a"), "booking", "other")).isEqualTo(before);
    assertThat(trial.restart().engine().start(id("a"), "booking", "")).isEqualTo(before);
  }

  @Test
  void aCrashBeforeTheFirstEventIsSafeLeavesNoTrace() {
    trial.having(new Booking().workflow()).engine();
    disk.dieAtCall(4); // the first append: half of it is written
    assertThatThrownBy(() -> trial.start("a", "booking", "Ada"))
        .isInstanceOf(MemoryDisk.Killed.class);

    trial.restart();

    assertThat(trial.engine().all()).isEmpty();
    assertThat(disk.files()).isEmpty();
    trial.start("a", "booking", "Ada").awaitEnd("a", "BOOKED");
  }

  @Test
  void aRemovedExecutionLeavesNothingEvenIfTheProcessDiesMeanwhile() {
    trial.having(ticking()).start("b", "one", "");
    ticked(40);
    assertThatThrownBy(() -> trial.engine().remove(id("a"))).hasMessageContaining("has not ended");
    trial.cancel("a", "").awaitEnd("a", "CANCELLED");
    MemoryDisk half = disk.afterKill();

    trial.engine().remove(id("a"));
    assertThat(disk.files()).allMatch(name -> name.startsWith("workflows/b/")).isNotEmpty();
    assertThat(trial.restart().engine().all()).extracting(Context::id).containsExactly(id("b"));

    WorkflowTrial dying = new WorkflowTrial(half).having(ticking());
    dying.engine();
    half.dieAtCall(5);
    assertThatThrownBy(() -> dying.engine().remove(id("a"))).isInstanceOf(MemoryDisk.Killed.class);
    assertThat(dying.restart().engine().all()).extracting(Context::id).containsExactly(id("b"));
    assertThat(half.files()).allMatch(name -> name.startsWith("workflows/b/"));
  }

  @Test
  void aRemovalThatFailsMayBeRepeatedWhateverCallOfTheDiskHasFailed() {
    for (int call = 1; call <= 6; call++) {
      MemoryDisk failing = new MemoryDisk();
      WorkflowTrial removing = new WorkflowTrial(failing).having(ticking()).start("a", "one", "");
      removing.cancel("a", "").awaitEnd("a", "CANCELLED");

      failing.failAtCall(call);
      try {
        removing.engine().remove(id("a"));
      } catch (UncheckedIOException _) {
        removing.engine().remove(id("a"));
      }

      assertThat(removing.engine().all()).as("call %d", call).isEmpty();
      assertThat(removing.restart().engine().all()).as("call %d", call).isEmpty();
      assertThat(failing.files()).as("call %d", call).isEmpty();
    }
  }

  @Test
  void afterManyDeathsInARowItStillEnds() {
    Booking booking = new Booking();
    trial.having(booking.workflow().with(node -> node.retrying(Retry.standard().attempts(100))));
    trial.start("b", "booking", "");
    for (int death = 0; death < 10; death++) {
      trial.crashingAt(CrashPoint.WORKFLOW_EVENT_APPENDED, 1 + death % 3);
      trial.start("a", "booking", "Ada").pass(Duration.ofMinutes(5));
      trial.restart(UnaryOperator.identity(), Duration.ofSeconds(1));
    }

    trial.awaitEnd("a", "BOOKED");

    assertThat(booking.eachEffectHasOneKey()).isFalse(); // two executions, each with its own
    assertThat(booking.effects()).hasSize(6);
  }

  private static String golden(String name) {
    try (InputStream file = StoreTest.class.getResourceAsStream(name)) {
      return new String(file.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
