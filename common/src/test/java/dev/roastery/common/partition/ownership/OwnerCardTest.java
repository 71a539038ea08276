package dev.roastery.common.partition.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.partition.ownership.OwnerCard.Claim;
import dev.roastery.common.partition.ownership.OwnerCard.Deed;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OwnerCardTest {

  private static final UUID VOLUME = new UUID(1, 2);

  @Test
  void aCardIsTextForPeopleAndComesBackFromItsBytes() {
    Deed deed = new Deed(VOLUME, 7, 3);
    Claim claim = new Claim("worker-1/42");

    assertThat(deed.text()).isEqualTo("deed 00000000-0000-0001-0000-000000000002 7 3");
    assertThat(claim.text()).isEqualTo("claim worker-1/42");
    assertThat(OwnerCard.parse(deed.bytes())).isEqualTo(deed);
    assertThat(OwnerCard.parse(claim.bytes())).isEqualTo(claim);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "claim",
        "claim ",
        "claim a b",
        "Claim a",
        "deed",
        "deed 00000000-0000-0001-0000-000000000002 7",
        "deed 00000000-0000-0001-0000-000000000002 7 3 1",
        "deed 00000000-0000-0001-0000-000000000002 seven 3",
        "deed 00000000-0000-0001-0000-000000000002 7 99999999999999999999",
        "deed not-a-volume 7 3",
        "card 1",
      })
  void whatIsNoCardIsNone(String text) {
    assertThat(OwnerCard.parse(text.getBytes(StandardCharsets.UTF_8))).isNull();
  }

  @Test
  void anythingLongIsNoCard() {
    assertThat(OwnerCard.parse(("claim " + "x".repeat(195)).getBytes(StandardCharsets.UTF_8)))
        .isNull();
    assertThat(OwnerCard.parse(("claim " + "x".repeat(194)).getBytes(StandardCharsets.UTF_8)))
        .isNotNull();
  }

  @Test
  void aDeedIsNewerByItsEpochAndThenByItsSerial() {
    Deed deed = new Deed(VOLUME, 7, 3);
    assertThat(new Deed(VOLUME, 8, 1).newerThan(deed)).isTrue();
    assertThat(new Deed(VOLUME, 7, 4).newerThan(deed)).isTrue();
    assertThat(new Deed(VOLUME, 7, 3).newerThan(deed)).isFalse();
    assertThat(new Deed(VOLUME, 6, 9).newerThan(deed)).isFalse();
  }
}
