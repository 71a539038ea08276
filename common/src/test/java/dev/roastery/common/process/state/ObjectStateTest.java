package dev.roastery.common.process.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.storage.object.ObjectDisk;
import dev.roastery.common.storage.object.PatientStore;
import dev.roastery.testkit.store.MemoryStore;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What a worker without a volume makes of its machine. */
class ObjectStateTest {

  private static final int NODES = 1_000;

  @Test
  void anOperatorsNumberIsTaken() {
    assertThat(state(Map.of("HOSTNAME", "pod-1")).number("joiner", 2, NODES)).isEqualTo(2);
  }

  @Test
  void hostsOfDifferentNamesDrawDifferentNumbers() {
    assertThat(drawn(Map.of("HOSTNAME", "pod-1"))).isNotEqualTo(drawn(Map.of("HOSTNAME", "pod-2")));
  }

  /** Only shells and containers set that variable; without it, all hosts drew 0. */
  @Test
  void aMachineThatDoesNotTellItsNameByAVariableDrawsByItsNameToo() {
    Map<String, String> told = Map.of("HOSTNAME", HostName.ofThisMachine());
    assertThat(drawn(Map.of())).isEqualTo(drawn(told));
    assertThat(drawn(Map.of("HOSTNAME", ""))).isEqualTo(drawn(told));
  }

  private static int drawn(Map<String, String> environment) {
    return state(environment).number("joiner", -1, NODES);
  }

  private static ObjectState state(Map<String, String> environment) {
    StoreWatch watch = new StoreWatch();
    PatientStore store =
        new PatientStore(
            new MemoryStore(), PatientStore.STANDARD_PAUSES, new SplittableRandom(1), watch);
    return new ObjectState(new ObjectDisk(store), "in memory", watch, environment);
  }
}
