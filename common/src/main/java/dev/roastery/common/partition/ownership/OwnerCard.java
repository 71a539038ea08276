package dev.roastery.common.partition.ownership;

import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A card in a partition's owner queue. The queue's single active consumer, which holds a delivered
 * card, may own the partition. The card of a dead holder returns to the queue and reaches a living
 * peer at once, even when no data is being sent. Cards are text, so that people can read them.
 */
public sealed interface OwnerCard {

  /**
   * A node asks for the partition. The claim wakes the next node in line. When it is delivered back
   * to the node that sent it, it proves that this node still held its place in line at that time.
   */
  record Claim(String nonce) implements OwnerCard {
    @Override
    public String text() {
      return "claim " + nonce;
    }
  }

  /**
   * The node that prefers the partition asks its owner to hand it over. No node holds this card;
   * the preferring node repeats it.
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
