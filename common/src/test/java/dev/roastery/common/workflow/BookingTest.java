package dev.roastery.common.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.fault.CrashPoint;
import dev.roastery.common.journal.MemoryDisk;
import dev.roastery.testkit.workflow.WorkflowTrial;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The booking in its five scenarios: what is logged, and that a crash anywhere changes nothing. */
class BookingTest {

  /** How it goes, how it ends, and what has happened in the world by then. */
  enum Scenario {
    ALL_WELL("BOOKED", "reserve_flight reserve_hotel charge"),
    NO_MONEY("COMPENSATED", "reserve_flight reserve_hotel cancel_hotel cancel_flight"),
    NO_ROOM("NO_ROOM", "reserve_flight cancel_flight"),
    CHARGE_DOWN("COMPENSATED", "reserve_flight reserve_hotel cancel_hotel cancel_flight"),
    HOTEL_SHAKY("BOOKED", "reserve_flight reserve_hotel charge");

    private final String end;
    private final String effects;

    Scenario(String end, String effects) {
      this.end = end;
      this.effects = effects;
    }

    Booking booking() {
      return switch (this) {
        case ALL_WELL -> new Booking();
        case NO_MONEY ->
            new Booking().when("charge", _ -> Outcome.error("insufficient_funds", "12 missing"));
        case NO_ROOM -> new Booking().when("reserve_hotel", _ -> Outcome.error("full", ""));
        case CHARGE_DOWN -> new Booking().failing("charge", Integer.MAX_VALUE);
        case HOTEL_SHAKY -> new Booking().failing("reserve_hotel", 2);
      };
    }

    /** The events, one word or two each. */
    List<String> golden() {
      return switch (this) {
        case ALL_WELL ->
            List.of(
                "started",
                "start reserve_flight 1",
                "completed reserve_flight",
                "start reserve_hotel 1",
                "completed reserve_hotel",
                "start charge 1",
                "completed charge",
                "end BOOKED");
        case NO_MONEY ->
            List.of(
                "started",
                "start reserve_flight 1",
                "completed reserve_flight",
                "start reserve_hotel 1",
                "completed reserve_hotel",
                "start charge 1",
                "error charge insufficient_funds",
                "failed COMPENSATED",
                "start cancel_hotel 1",
                "completed cancel_hotel",
                "start cancel_flight 1",
                "completed cancel_flight",
                "end COMPENSATED");
        case NO_ROOM ->
            List.of(
                "started",
                "start reserve_flight 1",
                "completed reserve_flight",
                "start reserve_hotel 1",
                "error reserve_hotel full",
                "failed NO_ROOM",
                "start cancel_flight 1",
                "completed cancel_flight",
                "end NO_ROOM");
        case CHARGE_DOWN ->
            List.of(
                "started",
                "start reserve_flight 1",
                "completed reserve_flight",
                "start reserve_hotel 1",
                "completed reserve_hotel",
                "start charge 1",
                "EXCEPTION charge +1000",
                "start charge 2",
                "EXCEPTION charge +2000",
                "start charge 3",
                "EXCEPTION charge +4000",
                "start charge 4",
                "EXCEPTION charge +8000",
                "start charge 5",
                "MAX_RETRIES charge",
                "failed COMPENSATED",
                "start cancel_hotel 1",
                "completed cancel_hotel",
                "start cancel_flight 1",
                "completed cancel_flight",
                "end COMPENSATED");
        case HOTEL_SHAKY ->
            List.of(
                "started",
                "start reserve_flight 1",
                "completed reserve_flight",
                "start reserve_hotel 1",
                "EXCEPTION reserve_hotel +1000",
                "start reserve_hotel 2",
                "EXCEPTION reserve_hotel +2000",
                "start reserve_hotel 3",
                "completed reserve_hotel",
                "start charge 1",
                "completed charge",
                "end BOOKED");
      };
    }
  }

  @ParameterizedTest
  @EnumSource
  void itsEventsAreTheGoldenOnes(Scenario scenario) {
    WorkflowTrial trial = new WorkflowTrial(new MemoryDisk());
    Booking booking = scenario.booking();

    trial.having(booking.workflow()).start("a", "booking", "Ada").awaitEnd("a", scenario.end);

    assertThat(trial.history("a").stream().map(BookingTest::words).toList())
        .isEqualTo(scenario.golden());
    assertThat(trial.history("a")).extracting(Logged::seq).isEqualTo(seqs(scenario));
    assertThat(trial.heard()).isEqualTo(seqs(scenario).stream().map(seq -> "a " + seq).toList());
    assertThat(String.join(" ", booking.effects())).isEqualTo(scenario.effects);
  }

  @Test
  void aControlledErrorIsOneAttempt() {
    WorkflowTrial trial = new WorkflowTrial(new MemoryDisk());
    Booking booking = Scenario.NO_MONEY.booking();

    trial.having(booking.workflow()).start("a", "booking", "Ada").awaitEnd("a", "COMPENSATED");

    assertThat(booking.calls()).filteredOn("charge"::equals).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void aKillAtAnyCrashPointChangesNeitherEndNorEffects(Scenario scenario) {
    for (CrashPoint point : points()) {
      assertThat(survivesAt(scenario, point, UnaryOperator.identity())).isGreaterThan(2);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aPowerLossAtAnyCrashPointChangesNeitherEndNorEffects(Scenario scenario) {
    for (CrashPoint point : points()) {
      survivesAt(scenario, point, disk -> disk.afterPowerLoss(MemoryDisk.all()));
    }
    assertThat(survivesAt(scenario, CrashPoint.WORKFLOW_EVENT_APPENDED, BookingTest::withTornTail))
        .isEqualTo(scenario.golden().size());
  }

  private static List<CrashPoint> points() {
    return Stream.of(CrashPoint.values())
        .filter(point -> point.name().startsWith("WORKFLOW_"))
        .toList();
  }

  /** Dies at each passing of the point, one after the other; returns how many there are. */
  private static int survivesAt(
      Scenario scenario, CrashPoint point, UnaryOperator<MemoryDisk> loss) {
    int nth = 1;
    while (dies(scenario, point, nth, loss)) {
      nth++;
    }
    return nth - 1;
  }

  private static boolean dies(
      Scenario scenario, CrashPoint point, int nth, UnaryOperator<MemoryDisk> loss) {
    Booking booking = scenario.booking();
    WorkflowTrial trial = new WorkflowTrial(new MemoryDisk()).having(booking.workflow());
    trial.crashingAt(point, nth).start("a", "booking", "Ada").pass(Duration.ofHours(1));
    boolean died = trial.crashed();
    if (died) {
      trial.restart(disk -> loss.apply((MemoryDisk) disk), Duration.ofSeconds(3));
    }

    trial.awaitEnd("a", scenario.end);

    assertThat(String.join(" ", booking.effects()))
        .as("%s at %s:%d", scenario, point, nth)
        .isEqualTo(scenario.effects);
    assertThat(booking.eachEffectHasOneKey()).isTrue();
    assertThat(trial.troubles()).isEmpty();
    return died;
  }

  /** Half of an event that was being appended when the power went. */
  private static MemoryDisk withTornTail(MemoryDisk disk) {
    MemoryDisk after = disk.afterPowerLoss(MemoryDisk.all());
    String last = after.files().getLast();
    byte[] whole = after.bytesOf(last);
    byte[] torn = Arrays.copyOf(whole, whole.length + 40);
    System.arraycopy(whole, 0, torn, whole.length, 40);
    after.replace(last, torn);
    return after;
  }

  private static List<Long> seqs(Scenario scenario) {
    return Stream.iterate(1L, seq -> seq + 1).limit(scenario.golden().size()).toList();
  }

  private static String words(Logged logged) {
    return switch (logged.event()) {
      case Event.ExecutionStarted _ -> "started";
      case Event.NodeStarted event -> "start " + event.node() + " " + event.attempt();
      case Event.NodeCompleted(String node, Outcome.ControlledError error) ->
          "error " + node + " " + error.code();
      case Event.NodeCompleted event -> "completed " + event.node();
      case Event.NodeFailed event when event.isFinal() -> event.reason() + " " + event.node();
      case Event.NodeFailed event -> {
        long pause = event.retryAtMillis() - logged.atMillis();
        yield event.reason() + " " + event.node() + " +" + pause;
      }
      case Event.ExecutionFailed event -> "failed " + event.end();
      case Event.ExecutionCompleted event -> "end " + event.end();
      case Event.Checkpointed _,
          Event.NodeWaiting _,
          Event.NodeWoken _,
          Event.SignalReceived _,
          Event.FactRecorded _,
          Event.CancelRequested _ ->
          logged.event().toString();
    };
  }
}
