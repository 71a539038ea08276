package dev.roastery.common.partition;

import dev.roastery.common.ownership.CardHand;
import dev.roastery.common.ownership.OwnerCard;
import dev.roastery.common.ownership.OwnerCard.Claim;
import dev.roastery.common.ownership.OwnerCard.Deed;
import dev.roastery.common.ownership.OwnerCard.Wish;
import dev.roastery.common.partition.PartitionOwner.OwnerPorts;
import dev.roastery.common.transport.Parcel;
import dev.roastery.common.transport.Transport;
import dev.roastery.common.transport.Transport.Session;
import dev.roastery.common.transport.Transport.SessionListener;
import org.jspecify.annotations.Nullable;

/**
 * A node's place in line at a partition's owner queue: a session, the cards that it holds, and the
 * claim that is to come back. When it does, it proves that the place was still this node's. Left
 * once, a place means nothing any more: the next one is another object.
 */
final class PlaceInLine {

  private static final int CARD_PREFETCH = 8;

  /** In place of a nonce: the claim has come back already, and its duplicates mean nothing. */
  private static final String NOT_AWAITED = "";

  private final PartitionName name;
  private final OwnerPorts ports;
  private final CardHand hand = new CardHand(this::acknowledge);
  private @Nullable Session session;
  private @Nullable String nonce;

  PlaceInLine(PartitionName name, OwnerPorts ports) {
    this.name = name;
    this.ports = ports;
  }

  /** Stands in line, at its end. */
  void take(SessionListener listener) {
    Session opened = ports.transport().open(listener);
    session = opened;
    opened.subscribe(name.cardQueue(), CARD_PREFETCH);
  }

  /** Gives the place to the next in line, with all that was delivered to it. */
  void leave() {
    if (session != null) {
      session.close();
      session = null;
    }
  }

  /** Lets the partition's data come, over the same session as the cards. */
  void subscribeToData(int prefetch) {
    if (session != null) {
      session.subscribe(name.queue(), prefetch);
    }
  }

  void acknowledge(long tag) {
    if (session != null) {
      session.acknowledge(tag);
    }
  }

  CardHand hand() {
    return hand;
  }

  /** What was in the queue when this node's turn came, comes before the claim that it sends now. */
  void claimOnce() {
    if (nonce == null) {
      nonce = ports.nonces().get();
      publish(new Claim(nonce));
    }
  }

  /** Another proof is wanted. */
  void claimAgain() {
    nonce = null;
    claimOnce();
  }

  /** Keeps a claim; true when it is the awaited one. */
  boolean proves(long tag, Claim claim) {
    hand.keep(tag, claim);
    if (!claim.nonce().equals(nonce)) {
      claimOnce();
      return false;
    }
    nonce = NOT_AWAITED;
    return true;
  }

  void publish(Claim claim) {
    publish(claim, "CLAIM", () -> {});
  }

  void publish(Wish wish) {
    publish(wish, "WISH", () -> {});
  }

  /** {@code confirmed} runs on this partition's thread. */
  void publish(Deed deed, Runnable confirmed) {
    publish(deed, "DEED", () -> ports.inbox().accept(confirmed));
  }

  private void publish(OwnerCard card, String kind, Runnable confirmed) {
    Parcel parcel = new Parcel(card.bytes(), card.text(), kind, "", name.toString());
    Transport transport = ports.transport();
    transport.publish(name.cardQueue(), parcel, confirmed);
  }
}
