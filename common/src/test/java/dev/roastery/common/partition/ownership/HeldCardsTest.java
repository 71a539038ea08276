package dev.roastery.common.partition.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.partition.ownership.OwnerCard.Claim;
import dev.roastery.common.partition.ownership.OwnerCard.Deed;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A card is let go only when a better one is held: the queue never runs empty. */
class HeldCardsTest {

  private static final UUID VOLUME = new UUID(1, 2);

  private final List<Long> letGo = new ArrayList<>();
  private final HeldCards hand = new HeldCards(letGo::add);

  @Test
  void ofClaimsTheLatestIsHeld() {
    hand.keep(1, new Claim("a"));
    assertThat(letGo).isEmpty();
    hand.keep(2, new Claim("b"));
    assertThat(letGo).containsExactly(1L);
  }

  @Test
  void ofDeedsTheNewestIsHeldInWhateverOrderTheyCome() {
    hand.keep(1, deed(5, 1));
    hand.keep(2, deed(4, 9));
    assertThat(letGo).containsExactly(2L);
    hand.keep(3, deed(5, 2));
    assertThat(letGo).containsExactly(2L, 1L);
    assertThat(hand.deed()).isEqualTo(deed(5, 2));
  }

  @Test
  void theOwnDeedIsSafeWhenItIsHereAndConfirmedInEitherOrder() {
    hand.keepOwn(1, deed(6, 1));
    assertThat(hand.ownIsSafe()).isFalse();
    hand.confirmed(1);
    assertThat(hand.ownIsSafe()).isTrue();

    HeldCards other = new HeldCards(letGo::add);
    other.confirmed(1);
    assertThat(other.ownIsSafe()).isFalse();
    other.keepOwn(1, deed(6, 1));
    assertThat(other.ownIsSafe()).isTrue();
  }

  @Test
  void aConfirmationOfAnEarlierDeedDoesNotMakeALaterOneSafe() {
    hand.keepOwn(1, deed(6, 2));
    hand.confirmed(1);
    assertThat(hand.ownIsSafe()).isFalse();
    hand.confirmed(2);
    hand.confirmed(1);
    assertThat(hand.ownIsSafe()).isTrue();
  }

  @Test
  void onceItIsSafeEverythingElseMayGo() {
    hand.keep(1, new Claim("a"));
    hand.keep(2, deed(5, 1));
    hand.keepOwn(3, deed(6, 1));
    assertThat(letGo).isEmpty();
    hand.confirmed(1);

    hand.settle();
    hand.settle();

    assertThat(letGo).containsExactlyInAnyOrder(1L, 2L);
    assertThat(hand.deed()).isEqualTo(deed(6, 1));
  }

  @Test
  void aRenewedDeedTakesThePlaceOfTheOneBefore() {
    hand.keepOwn(1, deed(6, 1));
    hand.confirmed(1);
    hand.settle();

    hand.keepOwn(2, deed(6, 2));
    assertThat(letGo).isEmpty();
    hand.confirmed(2);
    hand.settle();

    assertThat(letGo).containsExactly(1L);
  }

  @Test
  void aDuplicateOfAnOwnDeedIsLetGoBeforeAndAfterItIsSafe() {
    hand.keepOwn(1, deed(6, 1));
    hand.keepOwn(2, deed(6, 1));
    assertThat(letGo).containsExactly(2L);
    hand.keepOwn(3, deed(6, 2));
    assertThat(letGo).containsExactly(2L, 1L);
    hand.confirmed(2);
    hand.settle();
    letGo.clear();

    hand.keepOwn(4, deed(6, 1));
    hand.keepOwn(5, deed(6, 2));
    assertThat(letGo).containsExactly(4L, 5L);
    assertThat(hand.deed()).isEqualTo(deed(6, 2));
  }

  private static Deed deed(long epoch, long serial) {
    return new Deed(VOLUME, epoch, serial);
  }
}
