package dev.roastery.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The clients of the gateway. They only call what the gateway offers, in any order that makes
 * sense, and ask again when there was no answer; what they see is checked by {@link Errand}.
 */
final class Client {

  private final World world;
  private final List<Errand> errands = new ArrayList<>();

  private boolean lostPower;

  Client(World world) {
    this.world = world;
    for (int number = 1; number <= world.parameters().sizes().jobs(); number++) {
      errands.add(new Errand(world, number, world.parameters().topology().work(world.random())));
    }
  }

  /** Makes one call for some job, mostly for one that is not done. */
  void step() {
    List<Errand> open = some(errand -> !errand.content());
    List<Errand> from = open.isEmpty() || world.random().nextInt(8) == 0 ? errands : open;
    from.get(world.random().nextInt(from.size())).step();
  }

  private List<Errand> some(Predicate<Errand> which) {
    List<Errand> some = new ArrayList<>(errands.size());
    for (Errand errand : errands) {
      if (which.test(errand)) {
        some.add(errand);
      }
    }
    return some;
  }

  private Errand any(List<Errand> some) {
    return some.get(world.random().nextInt(some.size()));
  }

  /** A client changes its mind about some job. */
  void cancelOne() {
    List<Errand> open = some(errand -> !errand.content());
    if (!open.isEmpty()) {
      any(open).wantCancelled();
    }
  }

  /** A client hangs up in the middle of an upload. */
  void breakOffOne() {
    List<Errand> uploading = some(Errand::uploading);
    if (!uploading.isEmpty()) {
      world.counts().fault(SimulatedFault.UPLOAD_BROKEN_OFF);
      any(uploading).breakOff();
    }
  }

  /** What the gateway had not forced may be lost. */
  void powerLost() {
    lostPower = true;
    errands.forEach(Errand::powerLost);
  }

  boolean hasLostPower() {
    return lostPower;
  }

  /** Whether every job has come to the end that its client wants, or that it has to accept. */
  boolean content() {
    for (Errand errand : errands) {
      if (!errand.content()) {
        return false;
      }
    }
    return true;
  }

  /** At the very end everything still is as it was seen. */
  void checkAll() {
    errands.forEach(Errand::check);
  }

  /** What is missing, in words. */
  List<String> waits() {
    return some(errand -> !errand.content()).stream().map(Errand::toString).toList();
  }
}
