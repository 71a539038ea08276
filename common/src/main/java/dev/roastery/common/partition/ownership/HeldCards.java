package dev.roastery.common.partition.ownership;

import dev.roastery.common.partition.ownership.OwnerCard.Claim;
import dev.roastery.common.partition.ownership.OwnerCard.Deed;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The owner cards that a node holds unacknowledged: at most one claim, the latest deed, and its own
 * new deed. A card is released only when a better one is held, so the queue never runs empty.
 */
public final class HeldCards {

  private final LongConsumer acknowledge;
  private @Nullable Held<Claim> claim;
  private @Nullable Held<Deed> deed;

  /** This node's own deed, delivered, and perhaps not confirmed yet. */
  private @Nullable Held<Deed> own;

  private long confirmedSerial;

  private record Held<C extends OwnerCard>(long tag, C card) {}

  public HeldCards(LongConsumer acknowledge) {
    this.acknowledge = acknowledge;
  }

  public void keep(long tag, Claim fresh) {
    claim = instead(claim, new Held<>(tag, fresh));
  }

  public void keep(long tag, Deed fresh) {
    if (notBetter(fresh, deed)) {
      acknowledge.accept(tag);
    } else {
      deed = instead(deed, new Held<>(tag, fresh));
    }
  }

  /** The latest deed that came. */
  public @Nullable Deed deed() {
    return deed == null ? null : deed.card();
  }

  /** This node's own deed has come. */
  public void keepOwn(long tag, Deed fresh) {
    if (notBetter(fresh, own) || notBetter(fresh, deed)) {
      acknowledge.accept(tag);
    } else {
      own = instead(own, new Held<>(tag, fresh));
    }
  }

  /** The broker has confirmed this node's own deed of that serial number. */
  public void confirmed(long serial) {
    confirmedSerial = Math.max(confirmedSerial, serial);
  }

  /**
   * True once this node holds its deed and the deed is confirmed. Only then is the deed safe, even
   * if the broker crashes now, and all other cards may be released ({@link #settle}).
   */
  public boolean ownIsSafe() {
    return own != null && own.card().serial() <= confirmedSerial;
  }

  /** Lets go of all but this node's own deed. */
  public void settle() {
    if (own != null) {
      deed = instead(deed, own);
      own = null;
    }
    if (claim != null) {
      acknowledge.accept(claim.tag());
      claim = null;
    }
  }

  private static boolean notBetter(Deed fresh, @Nullable Held<Deed> held) {
    return held != null && !fresh.newerThan(held.card());
  }

  private <C extends OwnerCard> Held<C> instead(@Nullable Held<C> old, Held<C> fresh) {
    if (old != null) {
      acknowledge.accept(old.tag());
    }
    return fresh;
  }
}
