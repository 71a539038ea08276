package dev.roastery.common.partition;

import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.fault.RetryPolicy;
import dev.roastery.common.journal.PersistenceSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartitionSettingsTest {

  private static PartitionSettings settings(
      int group, int prefetch, long stalled, long renewal, int deaths) {
    return new PartitionSettings(
        group,
        prefetch,
        stalled,
        renewal,
        RetryPolicy.defaults(),
        deaths,
        PersistenceSettings.standard());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0|64|1|1|1| groupMax is 0: choose 1 to the prefetch, 64",
        "65|64|1|1|1| groupMax is 65: choose 1 to the prefetch, 64",
        "1|0|1|1|1| prefetch is 0: choose 1 to 256",
        "1|257|1|1|1| prefetch is 257: choose 1 to 256",
        "1|1|0|1|1| stalledAfterMillis is 0: choose at least 1",
        "1|1|1|0|1| deedRenewalMillis is 0: choose 1 to 1200000",
        "1|1|1|1200001|1| RabbitMQ closes a channel that holds a delivery for 30 minutes",
        "1|1|1|1|0| poisonDeaths is 0: choose at least 1",
      })
  void whatDoesNotFitTogetherIsRefusedInASentence(
      int group, int prefetch, long stalled, long renewal, int deaths, String sentence) {
    assertThatThrownBy(() -> settings(group, prefetch, stalled, renewal, deaths))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("a partition's settings: ")
        .hasMessageContaining(sentence);
  }

  @Test
  void theLimitsThemselvesAreRight() {
    assertThatNoException().isThrownBy(() -> settings(256, 256, 1, 1_200_000, 1));
    assertThatNoException().isThrownBy(PartitionSettings::defaults);
  }
}
