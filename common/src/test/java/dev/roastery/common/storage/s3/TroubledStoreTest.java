package dev.roastery.common.storage.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.storage.check.StoreCheck;
import dev.roastery.common.storage.check.StoreCheck.Fitness;
import dev.roastery.harness.store.FakeAnswer;
import dev.roastery.harness.store.FakeFault;
import dev.roastery.harness.store.FakeRequest;
import dev.roastery.testkit.store.FakeS3;
import dev.roastery.testkit.store.MemoryStore;
import dev.roastery.testkit.store.UnfitStores;
import java.io.IOException;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A store in trouble is fit as long as its answers are true: replies are lost, connections break,
 * it says 409 and 503 to what it has done and to what it has not. With all that, of eight who
 * create one object one knows that it is his. Another seed: {@code -Droastery.seed=N}.
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TroubledStoreTest {

  private static final long SEED = Long.getLong("roastery.seed", System.nanoTime());
  private static final FakeAnswer CONFLICT =
      FakeAnswer.error(409, "ConditionalRequestConflict", "try again");
  private static final FakeAnswer BUSY = FakeAnswer.error(503, "SlowDown", "less");

  private final Random chance = new Random(SEED);

  /** One request of ten, and one create of four. */
  private FakeFault fault(FakeRequest request) {
    if (chance.nextInt(request.isConditional() ? 4 : 10) > 0) {
      return new FakeFault.None();
    }
    return switch (chance.nextInt(6)) {
      case 0 -> new FakeFault.ClosedBefore();
      case 1 -> new FakeFault.LostReply();
      case 2 -> new FakeFault.Said(CONFLICT);
      case 3 -> new FakeFault.DoneAndSaid(CONFLICT);
      case 4 -> new FakeFault.DoneAndSaid(BUSY);
      default -> new FakeFault.CutAnswer(chance.nextInt(100));
    };
  }

  private Fitness check(MemoryStore objects) throws IOException {
    S3Limits limits =
        new S3Limits(1 << 20, 20_000, 60_000, 60_000, 12, TestStores.LIMITS.backoff());
    try (FakeS3 fake = FakeS3.over(objects);
        S3Store store = TestStores.of(fake, limits)) {
      fake.faults(this::fault);
      return StoreCheck.run(store, _ -> {});
    }
  }

  @Test
  void aTruthfulStoreInTroubleIsFit() throws IOException {
    System.out.println("-Droastery.seed=" + SEED);
    MemoryStore objects = new MemoryStore();
    assertThat(check(objects)).as("seed %d", SEED).isInstanceOf(Fitness.Fit.class);
    assertThat(objects.list("")).as("seed %d", SEED).isEmpty();
  }

  @Test
  void troubleDoesNotHideThatAStoreIsUnfit() throws IOException {
    System.out.println("-Droastery.seed=" + SEED);
    assertThat(check(UnfitStores.withoutConditions()))
        .as("seed %d", SEED)
        .isInstanceOf(Fitness.Unfit.class);
  }
}
