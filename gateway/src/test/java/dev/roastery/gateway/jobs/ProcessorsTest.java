package dev.roastery.gateway.jobs;

import static org.awaitility.Awaitility.await;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** How many large parts compute at once. */
class ProcessorsTest {

  private final AtomicBoolean several = new AtomicBoolean();
  private final Processors processors = new Processors(3, several::get);
  private final AtomicInteger inside = new AtomicInteger();

  private Thread enters() {
    return Thread.ofPlatform()
        .daemon()
        .start(() -> {
          processors.enter();
          inside.incrementAndGet();
        });
  }

  @Test
  void aJobThatIsAloneHasAsManyAsItCanUse() {
    for (int part = 0; part < 5; part++) {
      enters();
    }
    await().until(() -> inside.get() == 5);
  }

  @Test
  void besideOthersAllButOneAreForLargeParts() {
    several.set(true);
    enters();
    enters();
    await().until(() -> inside.get() == 2);
    Thread third = enters();
    await().until(() -> third.getState() == Thread.State.WAITING);
    processors.leave();
    await().until(() -> inside.get() == 3);
  }

  @Test
  void whenTheOthersAreOverThoseWhoWaitGoOnAsSoonAsOneLeaves() {
    several.set(true);
    enters();
    enters();
    await().until(() -> inside.get() == 2);
    Thread third = enters();
    Thread fourth = enters();
    await().until(() -> third.getState() == Thread.State.WAITING);
    await().until(() -> fourth.getState() == Thread.State.WAITING);
    several.set(false);
    processors.leave();
    processors.leave();
    await().until(() -> inside.get() == 4);
  }

  @Test
  void aMachineWithOneProcessorHasItForThemOneAtATime() {
    Processors single = new Processors(1, () -> true);
    single.enter();
    Thread second = Thread.ofPlatform().daemon().start(single::enter);
    await().until(() -> second.getState() == Thread.State.WAITING);
    single.leave();
    await().until(() -> !second.isAlive());
  }
}
