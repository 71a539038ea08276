package dev.roastery.gateway.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceIdsTest {

  private static final UUID JOB = new UUID(1, 2);
  private static final String GIVEN = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

  @Test
  void aJobJoinsTheTraceThatItsClientNames() {
    TraceIds ids = TraceIds.of(JOB, 1, GIVEN);

    assertThat(ids.trace()).isEqualTo("4bf92f3577b34da6a3ce929d0e0e4736");
    assertThat(ids.parent()).isEqualTo("00f067aa0ba902b7");
  }

  @Test
  void aLaterVersionOfTheHeaderMayHaveMore() {
    assertThat(TraceIds.of(JOB, 1, GIVEN.replaceFirst("00", "01") + "-more").parent())
        .isEqualTo("00f067aa0ba902b7");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
        "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\n",
      })
  void whatIsNoTraceparentDoesNotCount(String text) {
    assertThat(TraceIds.of(JOB, 1, text)).isEqualTo(TraceIds.of(JOB, 1, null));
  }

  @Test
  void idsFollowFromTheJobAndItsAttempt() {
    TraceIds ids = TraceIds.of(JOB, 1, null);

    assertThat(ids.trace()).matches("[0-9a-f]{32}");
    assertThat(ids.parent()).isNull();
    assertThat(ids.span("job")).matches("[0-9a-f]{16}");
    assertThat(TraceIds.of(JOB, 1, null)).isEqualTo(ids);
    assertThat(TraceIds.of(JOB, 2, null).trace()).isNotEqualTo(ids.trace());
    assertThat(TraceIds.of(JOB, 2, GIVEN).span("job")).isNotEqualTo(ids.span("job"));
  }
}
