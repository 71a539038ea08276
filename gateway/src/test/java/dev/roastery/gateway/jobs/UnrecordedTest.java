package dev.roastery.gateway.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message;
import dev.roastery.testkit.workflow.SimulatedHost;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the log has of heartbeats and messages that come when they cannot be recorded. */
class UnrecordedTest {

  @TempDir private Path folder;
  private final SimulatedHost host = new SimulatedHost(1_700_000_000_000L);

  /** A gateway with many open jobs ends: heartbeats are still being heard. */
  @Test
  void aGatewayThatEndsSaysNothingOfWhatIsUnderWay() throws IOException {
    MachineTrial trial = new MachineTrial(folder, host);
    trial.machine.start();
    UUID job = trial.create();
    Message message = new Message.Fail(new JobId(job, 1), "aggregator-0", "no memory");
    CompletableFuture<?> underWay = trial.machine.deliver(message);
    trial.machine.close();
    host.settle();

    Throwable late = catchThrowable(underWay::join);
    assertThat(late).isInstanceOf(CompletionException.class);
    assertThat(Unrecorded.sentence("a stall", late)).isEmpty();
  }

  @Test
  void anyOtherFailureIsASentenceWithoutTheNamesOfClasses() {
    Throwable full =
        new CompletionException(
            new UncheckedIOException(new IOException("No space left on device")));
    assertThat(Unrecorded.sentence("a stall", full).orElseThrow())
        .startsWith("cannot record a stall now: ")
        .endsWith("No space left on device")
        .doesNotContain("CompletionException");
  }
}
