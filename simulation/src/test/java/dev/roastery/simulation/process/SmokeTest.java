package dev.roastery.simulation.process;

import dev.roastery.simulation.toy.ToyDataset;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

@Tag("broker")
class SmokeTest {
  @Test
  void smoke(@TempDir(cleanup = CleanupMode.ON_SUCCESS) Path folder) {
    long t = System.nanoTime();
    try (ToyCluster cluster = new ToyCluster(ToyBroker.empty(), folder)) {
      System.out.println("cluster " + (System.nanoTime() - t) / 1000000);
      for (int i = 0; i < 3; i++) {
        t = System.nanoTime();
        ToyProcess worker = cluster.startOwner();
        System.out.println("owner " + (System.nanoTime() - t) / 1000000 + worker.lines());
        t = System.nanoTime();
        ToyDataset dataset = cluster.dataset(100);
        cluster.gateway().send(dataset.messages());
        System.out.println("sent " + (System.nanoTime() - t) / 1000000);
        cluster.assertCompleted(dataset);
        System.out.println("completed " + (System.nanoTime() - t) / 1000000);
        t = System.nanoTime();
        cluster.assertOneCardEach();
        System.out.println("cards " + (System.nanoTime() - t) / 1000000);
        worker.signal("TERM");
        System.out.println(worker.awaitExit() + " " + worker.tail());
      }
    }
  }
}
