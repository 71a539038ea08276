package dev.roastery.cli.chaos;

import dev.roastery.cli.chaos.ChaosReport.Hit;
import dev.roastery.cli.chaos.target.ChaosTarget;
import dev.roastery.common.fault.FatalReason;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Injects the faults of a plan at their times, and watches the cluster in between. One thread. */
final class FaultScheduler {

  /** A node that finds that it is not the owner any more ends itself, and is started again. */
  private static final int FENCED = FatalReason.FENCED.exitCode();

  private static final long LOOK_MILLIS = 100;

  private final ChaosTarget target;
  private final OwnershipWatch ownership;
  private final ChaosReport report;
  private final Set<Fault> lasting = new HashSet<>();

  /** Something to do at a time; of two at the same time relief comes first. */
  private sealed interface Move {
    long atMillis();

    record Relief(Fault fault) implements Move {
      @Override
      public long atMillis() {
        return fault.endMillis();
      }
    }

    record Strike(Fault fault) implements Move {
      @Override
      public long atMillis() {
        return fault.atMillis();
      }
    }
  }

  FaultScheduler(ChaosTarget target, OwnershipWatch ownership, ChaosReport report) {
    this.target = target;
    this.ownership = ownership;
    this.report = report;
  }

  /** Injects faults until the plan is used up or the jobs are done. */
  void carryOut(List<Fault> plan, JobStream jobs) throws IOException, InterruptedException {
    long begin = System.nanoTime();
    for (Move move : moves(plan)) {
      while (System.nanoTime() - begin < Duration.ofMillis(move.atMillis()).toNanos()
          && !jobs.isOver()) {
        look();
      }
      switch (move) {
        case Move.Strike strike when jobs.isOver() -> {}
        case Move.Strike strike -> {
          report.struck(strike.fault(), hit(strike.fault()), jobs.underWay());
          strike(strike.fault());
          lasting.add(strike.fault());
        }
        case Move.Relief relief when lasting.remove(relief.fault()) -> {
          report.relieved(relief.fault());
          relieve(relief.fault());
        }
        case Move.Relief _ -> {}
      }
    }
  }

  /** Whether the jobs end within the limit. */
  boolean awaitEnd(JobStream jobs, Duration limit) throws IOException, InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    while (!jobs.isOver()) {
      if (System.nanoTime() > end) {
        return false;
      }
      look();
    }
    return true;
  }

  private Hit hit(Fault fault) throws InterruptedException {
    if (fault.kind().isOfStore()) {
      return Hit.STORE;
    }
    return target.nodes().contains(fault.victim()) && ownership.ownsNothing(fault.victim())
        ? Hit.STAND_BY
        : Hit.OWNER;
  }

  private static List<Move> moves(List<Fault> plan) {
    List<Move> moves = new ArrayList<>();
    for (Fault fault : plan) {
      moves.add(new Move.Strike(fault));
    }
    for (Fault fault : plan) {
      if (fault.kind().lasts()) {
        // What lasts no time at all is still struck before it is relieved.
        int at = fault.holdMillis() == 0 ? moves.indexOf(new Move.Strike(fault)) + 1 : 0;
        moves.add(at, new Move.Relief(fault));
      }
    }
    moves.sort(Comparator.comparingLong(Move::atMillis));
    return moves;
  }

  /** Whether the cluster becomes whole within the limit. */
  boolean awaitWhole(Duration limit) throws IOException, InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    while (!look()) {
      if (System.nanoTime() > end) {
        return false;
      }
    }
    return true;
  }

  private boolean look() throws IOException, InterruptedException {
    for (ChaosTarget.Ended ended : target.supervise()) {
      ownership.sound(ended.node());
      String sentence = ended.node() + " ended itself with exit code " + ended.exitCode();
      if (ended.exitCode() == FENCED) {
        report.tell(sentence + " and is being restarted");
      } else {
        report.complain(sentence);
      }
    }
    target.spilledBytes().ifPresent(report::spilled);
    boolean isWhole = ownership.isWhole();
    if (isWhole && report.isBroken()) {
      report.whole();
    }
    Thread.sleep(LOOK_MILLIS);
    return isWhole;
  }

  private void strike(Fault fault) throws IOException, InterruptedException {
    String victim = fault.victim();
    switch (fault.kind()) {
      case KILL -> {
        ownership.harmed(victim);
        target.kill(victim);
      }
      case KILL_RESTART, GATEWAY_KILL -> {
        target.kill(victim);
        target.start(victim);
        ownership.sound(victim);
      }
      case PAUSE -> {
        ownership.harmed(victim);
        target.pause(victim);
      }
      case STALL -> {
        ownership.harmed(victim);
        target.stall(victim);
      }
      case RESET -> {
        target.reset(victim);
        ownership.sound(victim);
      }
      case BROKER_RESTART -> {
        target.stop(ChaosTarget.BROKER);
        target.start(ChaosTarget.BROKER);
        target.nodes().forEach(this::heardAnew);
      }
      case BROKER_KILL -> {
        target.kill(ChaosTarget.BROKER);
        target.start(ChaosTarget.BROKER);
        target.nodes().forEach(this::heardAnew);
      }
      case BROKER_PAUSE -> {
        target.pause(ChaosTarget.BROKER);
        target.nodes().forEach(this::heardAnew);
      }
      case STORE_PAUSE -> target.pause(ChaosTarget.STORE);
      case STORE_RESTART -> {
        target.stop(ChaosTarget.STORE);
        target.start(ChaosTarget.STORE);
      }
      case STORE_SLOW -> target.slowStore();
      case POWER -> power();
    }
  }

  /** If it owns partitions, its earlier reports do not count any more. */
  private void heardAnew(String node) {
    if (ownership.isSound(node)) {
      ownership.sound(node);
    }
  }

  private void power() throws IOException, InterruptedException {
    target.kill(ChaosTarget.BROKER);
    for (String part : target.parts()) {
      target.kill(part);
    }
    target.start(ChaosTarget.BROKER);
    if (target.hasStore()) {
      target.start(ChaosTarget.STORE);
    }
    for (String node : target.nodes()) {
      target.mend(node);
      target.start(node);
      ownership.sound(node);
    }
  }

  private void relieve(Fault fault) throws IOException, InterruptedException {
    String victim = fault.victim();
    switch (fault.kind()) {
      case KILL -> {
        target.start(victim);
        ownership.sound(victim);
      }
      case PAUSE -> {
        target.resume(victim);
        ownership.sound(victim);
      }
      case STALL -> {
        target.mend(victim);
        ownership.sound(victim);
      }
      case BROKER_PAUSE -> {
        target.resume(ChaosTarget.BROKER);
        target.nodes().forEach(this::heardAnew);
      }
      case STORE_PAUSE -> target.resume(ChaosTarget.STORE);
      case STORE_SLOW -> target.mend(ChaosTarget.STORE);
      case KILL_RESTART, RESET, BROKER_RESTART, BROKER_KILL, GATEWAY_KILL, STORE_RESTART, POWER ->
          throw new IllegalStateException(fault.kind() + " ended at once");
    }
  }
}
