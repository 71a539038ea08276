package dev.roastery.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.gateway.jobs.service.JobState;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The client's own words are those of a gateway of the same version. */
class RemoteJobTest {

  @Test
  void theClientKnowsEveryStateOfAGateway() {
    assertThat(Arrays.stream(RemoteJob.State.values()).map(RemoteJobTest::shown))
        .containsExactlyElementsOf(
            Arrays.stream(JobState.values()).map(RemoteJobTest::shown).toList());
  }

  private static String shown(RemoteJob.State state) {
    return state + " " + state.isTerminal() + " " + state.takesParts();
  }

  private static String shown(JobState state) {
    return state + " " + state.isTerminal() + " " + state.takesParts();
  }
}
