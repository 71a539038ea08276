package dev.roastery.common.broker.rabbit;

import com.rabbitmq.client.Channel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What was published over one channel and has no answer yet. The broker's tags mean nothing on any
 * other channel, so a flight ends with its channel. Guarded by the publisher's lock.
 */
final class InFlight {

  /** A publication, and when it was sent over this channel. */
  record Sent(RabbitPublication publication, long nanos) {}

  private final Channel channel;
  private final NavigableMap<Long, Sent> sent = new TreeMap<>();
  private final Set<Long> returned = new HashSet<>();

  /** Since when the broker refuses a publication, by its number. */
  private final Map<Long, Long> refused = new HashMap<>();

  InFlight(Channel channel) {
    this.channel = channel;
  }

  void send(RabbitPublication publication) throws IOException {
    sent.put(channel.getNextPublishSeqNo(), new Sent(publication, System.nanoTime()));
    publication.over(channel);
  }

  /** The broker had no queue for it; it confirms it nevertheless, a moment later. */
  void returned(long number) {
    returned.add(number);
  }

  boolean takeReturned(RabbitPublication publication) {
    return returned.remove(publication.number());
  }

  void refused(RabbitPublication publication, long nowNanos) {
    refused.putIfAbsent(publication.number(), nowNanos);
  }

  void taken(RabbitPublication publication) {
    refused.remove(publication.number());
  }

  /** For how long the broker has refused the same publication again and again. */
  OptionalLong refusing(long nowNanos) {
    return refused.values().stream().mapToLong(since -> nowNanos - since).max();
  }

  /** What the broker's answer is about; it is not in flight any more. */
  List<RabbitPublication> answered(long tag, ConfirmEvent.Reach reach) {
    NavigableMap<Long, Sent> answered =
        switch (reach) {
          case ALL_UP_TO -> sent.headMap(tag, true);
          case ONE -> sent.subMap(tag, true, tag, true);
        };
    List<RabbitPublication> publications =
        new ArrayList<>(answered.values().stream().map(Sent::publication).toList());
    answered.clear();
    return publications;
  }

  @Nullable Sent oldest() {
    return sent.isEmpty() ? null : sent.firstEntry().getValue();
  }
}
