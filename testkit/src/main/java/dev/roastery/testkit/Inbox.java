package dev.roastery.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.broker.Delivery;
import dev.roastery.common.broker.Parcel;
import dev.roastery.common.broker.Transport;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Keeps every callback of a session; acknowledges if asked to. */
public final class Inbox implements Transport.SessionListener {

  private final List<Delivery> deliveries = new CopyOnWriteArrayList<>();
  private final List<String> losses = new CopyOnWriteArrayList<>();
  private volatile Transport.@Nullable Session acknowledging;

  /** A small message with this text in it. */
  public static Parcel parcel(String text) {
    return new Parcel(text.getBytes(UTF_8), "id-" + text, "batch", "job", "sender");
  }

  /** To be called before the session subscribes. */
  public void acknowledgeTo(Transport.Session session) {
    acknowledging = session;
  }

  @Override
  public void delivered(Delivery delivery) {
    deliveries.add(delivery);
    Transport.Session session = acknowledging;
    if (session != null) {
      session.acknowledge(delivery.tag());
    }
  }

  @Override
  public void lost(String reason) {
    losses.add(reason);
  }

  public List<Delivery> deliveries() {
    return List.copyOf(deliveries);
  }

  public List<String> texts() {
    return deliveries.stream().map(delivery -> new String(delivery.body(), UTF_8)).toList();
  }

  public List<String> losses() {
    return List.copyOf(losses);
  }
}
