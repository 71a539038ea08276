package dev.roastery.common.query.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import org.junit.jupiter.api.Test;

class DaysTest {

  @Test
  void everyDayOfTenThousandYearsIsTheCalendarsDay() {
    LocalDate end = LocalDate.of(10_000, 1, 1);
    long wrong = 0;
    for (LocalDate date = LocalDate.of(0, 1, 1); date.isBefore(end); date = date.plusDays(1)) {
      long civil = Days.civil(date.toEpochDay());
      long expected =
          (long) date.getYear() << 9 | (long) date.getMonthValue() << 5 | date.getDayOfMonth();
      wrong += civil == expected ? 0 : 1;
    }
    assertThat(wrong).isZero();
  }

  @Test
  void halvesChangeInJuly() {
    assertThat(Days.half(LocalDate.of(2024, 6, 30).toEpochDay())).isEqualTo(2024 * 2);
    assertThat(Days.half(LocalDate.of(2024, 7, 1).toEpochDay())).isEqualTo(2024 * 2 + 1);
  }

  @Test
  void secondsBefore1970BelongToTheDayTheyAreIn() {
    assertThat(Days.ofTimestamp(-1)).isEqualTo(-1);
    assertThat(Days.timeOfDay(-1)).isEqualTo(86_399);
  }
}
