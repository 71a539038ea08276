package dev.roastery.simulation.upload;

import dev.roastery.common.broker.Parcel;
import dev.roastery.common.broker.Transport;
import dev.roastery.simulation.effect.Effect;
import dev.roastery.simulation.effect.Incarnation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * One life of a gateway at the broker; confirmations come when they are asked for, in any order.
 */
final class Uplink implements Transport {

  private final Incarnation life;
  private final Arrivals arrivals;
  private final List<Runnable> unconfirmed = new ArrayList<>();

  Uplink(Incarnation life, Arrivals arrivals) {
    this.life = life;
    this.arrivals = arrivals;
  }

  @Override
  public void publish(String queue, Parcel parcel, Runnable confirmed) {
    life.before(Effect.PUBLISH, queue, parcel.body().length);
    String key = arrivals.arrived(queue, parcel.body());
    unconfirmed.add(() -> {
      arrivals.confirmed(key);
      confirmed.run();
    });
    life.after(Effect.PUBLISH, queue, parcel.body().length);
  }

  /** Any one of them; false when there is none. */
  boolean confirmOne(RandomGenerator random) {
    if (unconfirmed.isEmpty()) {
      return false;
    }
    unconfirmed.remove(random.nextInt(unconfirmed.size())).run();
    return true;
  }

  @Override
  public void declare(Collection<String> queues) {}

  @Override
  public Session open(SessionListener listener) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {}
}
