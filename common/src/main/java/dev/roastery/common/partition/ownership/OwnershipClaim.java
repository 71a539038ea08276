package dev.roastery.common.partition.ownership;

import dev.roastery.common.broker.Parcel;
import dev.roastery.common.broker.Transport;
import dev.roastery.common.broker.Transport.Session;
import dev.roastery.common.broker.Transport.SessionListener;
import dev.roastery.common.partition.ownership.OwnerCard.Claim;
import dev.roastery.common.partition.ownership.OwnerCard.Deed;
import dev.roastery.common.partition.ownership.OwnerCard.Wish;
import dev.roastery.common.partition.ownership.PartitionOwner.OwnerPorts;
import dev.roastery.common.pipeline.PartitionName;
import org.jspecify.annotations.Nullable;

/**
 * A node's place in line at a partition's owner queue: a session, the cards that it holds, and the
 * claim that is to come back. When it does, it proves that the place was still this node's. A place
 * that was left is never used again: the next place is another object.
 */
final class OwnershipClaim {

  private static final int CARD_PREFETCH = 8;

  private final PartitionName name;
  private final OwnerPorts ports;
  private final HeldCards hand = new HeldCards(this::acknowledge);
  private @Nullable Session session;
  private Proof proof = new NotAskedFor();

  /** What this node knows of the claim that proves its place. */
  private sealed interface Proof {}

  private record NotAskedFor() implements Proof {}

  private record Awaited(String nonce) implements Proof {}

  /** The claim has come back; its duplicates mean nothing. */
  private record Given() implements Proof {}

  OwnershipClaim(PartitionName name, OwnerPorts ports) {
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

  HeldCards hand() {
    return hand;
  }

  /** What was in the queue when this node's turn came, comes before the claim that it sends now. */
  void claimOnce() {
    switch (proof) {
      case NotAskedFor _ -> {
        String nonce = ports.nonces().get();
        proof = new Awaited(nonce);
        publish(new Claim(nonce));
      }
      case Awaited _, Given _ -> {}
    }
  }

  /** Another proof is wanted. */
  void claimAgain() {
    proof = new NotAskedFor();
    claimOnce();
  }

  /** Keeps a claim; true when it is the awaited one. */
  boolean proves(long tag, Claim claim) {
    hand.keep(tag, claim);
    if (proof instanceof Awaited(String nonce) && claim.nonce().equals(nonce)) {
      proof = new Given();
      return true;
    }
    claimOnce();
    return false;
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
