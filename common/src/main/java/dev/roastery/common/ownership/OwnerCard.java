package dev.roastery.common.ownership;

import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What lies in a partition's owner queue. Whoever holds a delivery of it, as the queue's single
 * active consumer, may own the partition; a dead holder's card returns to the queue and reaches a
 * living peer at once, also when no data is under way. The cards are text, for people to read.
 */
public sealed interface OwnerCard {

  /**
   * A node asks for the partition. It wakes whoever is next in line; and to the node itself, when
   * it comes back, it proves that the place in line was still its own when the claim was delivered.
   */
  record Claim(String nonce) implements OwnerCard {
    @Override
    public String text() {
      return "claim " + nonce;
    }
  }

  /**
   * The node that prefers the partition asks whoever has it to hand it over. Nobody holds this
   * card: it is asked again.
   */
  record Wish(String nonce) implements OwnerCard {
    @Override
    public String text() {
      return "wish " + nonce;
    }
  }

  /**
   * The epoch on that volume counts: its owner has retired all older ones, and will consume only
   * when it holds this card. {@code serial} counts renewals.
   */
  record Deed(UUID volume, long epoch, long serial) implements OwnerCard {
    @Override
    public String text() {
      return "deed " + volume + " " + epoch + " " + serial;
    }

    public boolean newerThan(Deed other) {
      return epoch > other.epoch || (epoch == other.epoch && serial > other.serial);
    }
  }

  String text();

  default byte[] bytes() {
    return text().getBytes(StandardCharsets.UTF_8);
  }

  /** The card that these bytes are, or null when they are none. */
  static @Nullable OwnerCard parse(byte[] bytes) {
    if (bytes.length > 200) {
      return null;
    }
    String[] words = new String(bytes, StandardCharsets.UTF_8).split(" ", -1);
    if (words.length == 2 && words[0].equals("claim") && !words[1].isEmpty()) {
      return new Claim(words[1]);
    }
    if (words.length == 2 && words[0].equals("wish") && !words[1].isEmpty()) {
      return new Wish(words[1]);
    }
    if (words.length == 4 && words[0].equals("deed")) {
      try {
        UUID volume = UUID.fromString(words[1]);
        return new Deed(volume, Long.parseLong(words[2]), Long.parseLong(words[3]));
      } catch (IllegalArgumentException _) {
        return null;
      }
    }
    return null;
  }
}
