package dev.roastery.common.storage.check;

import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.object.SettledCreate.Settled;
import dev.roastery.common.storage.object.StoreAwayException;
import dev.roastery.common.storage.object.StoreException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Several at once: a store that looks first and writes then passes everything but this. */
record RaceProbe(int keys, int racers) implements StoreProbe {

  @Override
  public String claim() {
    return "of %d who create one name at the same moment, one wins (%d names)"
        .formatted(racers, keys);
  }

  @Override
  public void run(TestGround ground) throws StoreException {
    try (ExecutorService threads = Executors.newFixedThreadPool(racers)) {
      for (int key = 0; key < keys; key++) {
        race(ground, ground.name("race-" + key), threads);
      }
    }
  }

  private void race(TestGround ground, ObjectName name, ExecutorService threads)
      throws StoreException {
    CyclicBarrier start = new CyclicBarrier(racers);
    List<Future<Settled>> outcomes = new ArrayList<>();
    for (int racer = 0; racer < racers; racer++) {
      byte[] body = body(ground, racer);
      Callable<Settled> run =
          () -> {
            start.await();
            return ground.settle(name, body);
          };
      outcomes.add(threads.submit(run));
    }
    int winner = -1;
    int winners = 0;
    for (int racer = 0; racer < racers; racer++) {
      if (outcome(outcomes.get(racer)) instanceof Settled.Mine) {
        winner = racer;
        winners++;
      }
    }
    judge(ground, name, winner, winners);
  }

  private void judge(TestGround ground, ObjectName name, int winner, int winners)
      throws StoreException {
    if (winners != 1) {
      throw new UnfitStore(
          "%d of %d who created one name at the same moment were told that it is theirs:"
                  .formatted(winners, racers)
              + " the store does not decide the condition as it writes");
    }
    byte[] there = ground.store().get(name).orElse(new byte[0]);
    if (!Arrays.equals(there, body(ground, winner))) {
      throw new UnfitStore("of several who created one name, one was told so, and another has it");
    }
  }

  private static byte[] body(TestGround ground, int racer) {
    return ground.bytes("racer " + racer);
  }

  private static Settled outcome(Future<Settled> racer) throws StoreException {
    try {
      return racer.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof StoreException store) {
        throw store;
      }
      throw new IllegalStateException("a racer failed", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreAwayException("interrupted in the middle of the check", e);
    }
  }
}
