package dev.roastery.embedded.sample;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.time.LocalDate;

/** The users who registered in one month, in order of registration. */
record UsersOfMonth(SampleSettings settings, int month, Draws draws) {

  static final String HEADER = "user_id,gender,birthdate,registered_at";

  private static final byte[] FEMALE = "female".getBytes(US_ASCII);
  private static final byte[] MALE = "male".getBytes(US_ASCII);
  private static final LocalDate OLDEST = LocalDate.of(1965, 1, 1);
  private static final int BIRTHDATES = 44 * 365;

  void write(CsvOutput users) throws IOException {
    int first = settings.usersBefore(month) + 1;
    int count = settings.usersBefore(month + 1) - first + 1;
    var hours = new OpeningHours(settings.month(month));
    for (int user = 0; user < count; user++) {
      users.whole(first + user);
      users.comma();
      users.text(draws.oneIn(2) ? FEMALE : MALE);
      users.comma();
      users.text(OLDEST.plusDays(draws.below(BIRTHDATES)).toString().getBytes(US_ASCII));
      users.comma();
      users.text(hours.spell(draws.inOrder(user, count, hours.moments())));
      users.endRow();
    }
  }
}
