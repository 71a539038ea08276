package dev.roastery.cli.chaos;

import dev.roastery.cli.chaos.target.ChaosTarget;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Draws a plan: the same seed and options give the same faults. Kinds are dealt like cards, so that
 * each occurs once before any occurs again. No target is hit while an earlier fault on it lasts,
 * and every stage keeps a living node: when its last living node is killed, the others are
 * restarted.
 */
public final class FaultPlan {

  private final FaultOptions faultOptions;
  private final List<String> nodes;
  private final RandomGenerator chance;
  private final List<FaultKind> deck = new ArrayList<>();
  private final List<Fault> faults = new ArrayList<>();
  private long nowMillis;

  private FaultPlan(long seed, FaultOptions faultOptions, List<String> nodes) {
    this.faultOptions = faultOptions;
    this.nodes = nodes;
    this.chance = new SplittableRandom(seed);
  }

  /** There must be as many faults as kinds. */
  public static List<Fault> draw(long seed, FaultOptions faultOptions, List<String> nodes) {
    FaultPlan plan = new FaultPlan(seed, faultOptions, nodes);
    for (int number = 0; number < faultOptions.count(); number++) {
      plan.add();
    }
    return List.copyOf(plan.faults);
  }

  private void add() {
    nowMillis += gapMillis();
    FaultKind kind = nextKind();
    List<String> all = faultOptions.victims().getOrDefault(kind, List.of());
    List<String> free = free(all);
    while (free.isEmpty()) {
      nowMillis = firstRelief(all);
      free = free(all);
    }
    String victim = free.get(chance.nextInt(free.size()));
    Fault fault = new Fault(nowMillis, kind, victim, holdMillis(kind));
    faults.add(kind == FaultKind.KILL ? withPeersAlive(fault) : fault);
  }

  private long gapMillis() {
    long every = faultOptions.durations().everyMillis();
    return switch (faultOptions.rhythm()) {
      case PERIODIC -> every;
      case EXPONENTIAL -> Math.round(-every * Math.log(1 - chance.nextDouble()));
    };
  }

  private FaultKind nextKind() {
    if (deck.isEmpty()) {
      deck.addAll(faultOptions.victims().keySet());
      Collections.sort(deck);
      for (int at = deck.size() - 1; at > 0; at--) {
        Collections.swap(deck, at, chance.nextInt(at + 1));
      }
    }
    return deck.removeLast();
  }

  private List<String> free(List<String> victims) {
    return victims.stream()
        .filter(victim -> faults.stream().noneMatch(fault -> holds(fault, victim)))
        .toList();
  }

  private boolean holds(Fault fault, String victim) {
    return fault.victim().equals(victim) && fault.endMillis() > nowMillis;
  }

  private long firstRelief(List<String> victims) {
    return faults.stream()
        .filter(fault -> victims.contains(fault.victim()) && fault.endMillis() > nowMillis)
        .mapToLong(Fault::endMillis)
        .min()
        .orElseThrow();
  }

  private long holdMillis(FaultKind kind) {
    long hold = faultOptions.durations().holdMillis();
    return switch (kind) {
      case KILL -> faultOptions.durations().reviveMillis();
      case PAUSE, STALL, BROKER_PAUSE, STORE_PAUSE, STORE_SLOW -> hold + chance.nextLong(hold);
      case KILL_RESTART, RESET, BROKER_RESTART, BROKER_KILL, GATEWAY_KILL, STORE_RESTART, POWER ->
          0;
    };
  }

  private Fault withPeersAlive(Fault fault) {
    String stage = ChaosTarget.stage(fault.victim());
    List<String> peers =
        nodes.stream()
            .filter(node -> ChaosTarget.stage(node).equals(stage) && !node.equals(fault.victim()))
            .toList();
    if (peers.isEmpty()) {
      return fault.endingAt(nowMillis);
    }
    if (peers.stream().allMatch(this::isDead)) {
      faults.replaceAll(earlier ->
          peers.contains(earlier.victim())
                  && isDead(earlier.victim())
                  && holds(earlier, earlier.victim())
              ? earlier.endingAt(nowMillis)
              : earlier);
    }
    return fault;
  }

  private boolean isDead(String node) {
    return faults.stream().anyMatch(fault -> fault.kind() == FaultKind.KILL && holds(fault, node));
  }
}
