package dev.roastery.cli.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.chaos.ChaosReport.Hit;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What counts as the time of a takeover. */
class ChaosReportTest {

  private static final Fault KILL = new Fault(0, FaultKind.KILL, "joiner-1", 1_000);
  private static final Fault RESTART = new Fault(0, FaultKind.KILL_RESTART, "joiner-2", 0);
  private static final Fault RESET = new Fault(0, FaultKind.RESET, "joiner-2", 0);
  private static final Fault SLOW = new Fault(0, FaultKind.STORE_SLOW, "store", 1_000);
  private static final Fault STORE_RESTART = new Fault(0, FaultKind.STORE_RESTART, "store", 0);

  private final StringWriter out = new StringWriter();
  private final ChaosReport report = new ChaosReport(new PrintWriter(out));

  @Test
  void killsOfOwnersCountTogetherAndOtherFaultsDoNot() {
    for (Fault fault : List.of(KILL, RESTART, RESET)) {
      report.struck(fault, Hit.OWNER, 1);
      report.whole();
    }
    report.struck(KILL, Hit.STAND_BY, 1);
    assertThat(takeovers()).isEqualTo(2);
  }

  @Test
  void aKillWhileTheStoreIsInTroubleDoesNotCount() {
    report.struck(SLOW, Hit.STORE, 1);
    assertThat(report.isBroken()).isFalse();
    report.struck(KILL, Hit.OWNER, 1);
    report.whole();
    report.relieved(SLOW);
    report.struck(KILL, Hit.OWNER, 1);
    report.struck(STORE_RESTART, Hit.STORE, 1);
    report.whole();
    report.struck(KILL, Hit.OWNER, 1);
    report.whole();
    assertThat(takeovers()).isEqualTo(1);
  }

  @Test
  void ofFifteenTakeoversTheLongestIsThe95thPercentileAndOfTwentyTheLastButOne() {
    assertThat(seconds(15).p50()).isEqualTo("8.0 s");
    assertThat(seconds(15).p95()).isEqualTo("15.0 s");
    assertThat(seconds(20).p95()).isEqualTo("19.0 s");
    assertThat(seconds(1).p95()).isEqualTo("1.0 s");
    assertThat(seconds(0).p95()).isEqualTo("-");
  }

  private static DurationStats seconds(int count) {
    DoubleStream durations = IntStream.rangeClosed(1, count).asDoubleStream();
    return DurationStats.of(durations.boxed().toList());
  }

  private int takeovers() {
    report.summary();
    return out.toString()
        .lines()
        .filter(line -> line.startsWith("takeovers after kills of workers: "))
        .map(line -> Integer.parseInt(line.replaceAll(".*: (\\d+),.*", "$1")))
        .findFirst()
        .orElse(0);
  }
}
