package dev.roastery.simulation.broker;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.broker.Delivery;
import dev.roastery.common.broker.Parcel;
import dev.roastery.common.broker.Transport.Session;
import dev.roastery.common.broker.Transport.SessionListener;
import dev.roastery.simulation.effect.EffectHook;
import dev.roastery.simulation.effect.Incarnation;
import java.util.ArrayList;
import java.util.List;

/** A node for tests of the broker: writes down what it is told, and does what the test says. */
final class ANode implements SessionListener {

  final Incarnation life;
  final SimulatedTransport transport;
  final List<Delivery> deliveries = new ArrayList<>();
  final List<String> received = new ArrayList<>();
  final List<String> confirmed = new ArrayList<>();
  final Session session;
  int losses;

  ANode(SimulatedBroker broker, String name) {
    this(broker, name, EffectHook.NONE);
  }

  ANode(SimulatedBroker broker, String name, EffectHook hook) {
    life = new Incarnation(name, hook);
    transport = broker.connect(life);
    session = transport.open(this);
  }

  static Parcel parcel(String body) {
    return new Parcel(body.getBytes(UTF_8), body, "test", "job", "sender");
  }

  void publish(String queue, String... bodies) {
    for (String body : bodies) {
      transport.publish(queue, parcel(body), () -> confirmed.add(body));
    }
  }

  /** Acknowledges what was delivered first and is not acknowledged. */
  void acknowledgeNext() {
    session.acknowledge(deliveries.removeFirst().tag());
  }

  @Override
  public void delivered(Delivery delivery) {
    deliveries.add(delivery);
    received.add(new String(delivery.body(), UTF_8));
  }

  @Override
  public void lost(String reason) {
    losses++;
  }
}
