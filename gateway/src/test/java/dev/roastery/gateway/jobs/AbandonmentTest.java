package dev.roastery.gateway.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.gateway.jobs.Abandonment.Over;
import dev.roastery.gateway.jobs.Abandonment.Reprieve;
import dev.roastery.gateway.jobs.Abandonment.Waiting;
import org.junit.jupiter.api.Test;

/** When a job that hears nothing is given up. */
class AbandonmentTest {

  @Test
  void aGatewayThatIsUpWaitsTheWholeTimeAndNoLonger() {
    Abandonment up = new Abandonment(100, 0);
    assertThat(up.of(1_000, 0, 1_099)).isEqualTo(new Waiting(1_100));
    assertThat(up.of(1_000, 0, 1_100)).isEqualTo(new Over());
  }

  @Test
  void aTimeThatPassedWhileTheGatewayWasDownGetsAQuarterFromItsStart() {
    Abandonment started = new Abandonment(100, 5_000);
    assertThat(started.of(1_000, 0, 5_000)).isEqualTo(new Reprieve(5_025));
    assertThat(started.of(1_000, 5_025, 5_024)).isEqualTo(new Waiting(5_025));
    assertThat(started.of(1_000, 5_025, 5_025)).isEqualTo(new Over());
  }

  @Test
  void aTimeThatPassesSoonAfterAStartGetsAQuarterToo() {
    Abandonment started = new Abandonment(100, 1_090);
    assertThat(started.of(1_000, 0, 1_090)).isEqualTo(new Waiting(1_100));
    assertThat(started.of(1_000, 0, 1_100)).isEqualTo(new Reprieve(1_115));
  }

  @Test
  void anotherStartInTheSameSilenceGivesNoMore() {
    Abandonment again = new Abandonment(100, 5_020);
    assertThat(again.of(1_000, 5_025, 5_024)).isEqualTo(new Waiting(5_025));
    assertThat(again.of(1_000, 5_025, 5_030)).isEqualTo(new Over());
  }
}
