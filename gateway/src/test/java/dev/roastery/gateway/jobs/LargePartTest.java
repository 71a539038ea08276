package dev.roastery.gateway.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.roastery.common.wire.ColumnType;
import dev.roastery.gateway.ingest.BadRows;
import dev.roastery.gateway.ingest.CsvLayout;
import dev.roastery.gateway.ingest.CsvLayout.Field;
import dev.roastery.gateway.ingest.CsvLayout.Presence;
import dev.roastery.gateway.ingest.CsvLimits;
import dev.roastery.gateway.ingest.CsvScan;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Large parts compute on the processors that there are for them, small ones on any. */
class LargePartTest {

  private static final int MIB = 1 << 20;
  private static final CsvScan SCAN =
      CsvScan.of(
              new CsvLayout(List.of(new Field("text", new ColumnType.Text(), Presence.NULLABLE))))
          .within(CsvLimits.DEFAULT.batchesOf(MIB / 4));

  @TempDir private Path folder;
  private final Semaphore processors = new Semaphore(0);
  private final Semaphore gate = new Semaphore(0);
  private final AtomicInteger batches = new AtomicInteger();
  private final AtomicReference<String> end = new AtomicReference<>("none");

  private Thread uploads(String name, int bytes) throws IOException {
    Part part =
        new Part(
            new PartName("texts", name), 0, false, Files.createDirectory(folder.resolve(name)));
    part.open();
    PartUpload.Ports ports =
        new PartUpload.Ports(
            BadRows.REFUSE,
            List.of(
                new PartUpload.Stream(
                    SCAN,
                    (_, _, _, confirmed) -> {
                      batches.incrementAndGet();
                      confirmed.run();
                    })),
            new PartUpload.Gate() {
              @Override
              public void enter(long size) throws InterruptedException {
                gate.acquire();
              }

              @Override
              public void leave(long size) {}
            },
            processors,
            () -> {},
            0);
    byte[] csv = ("text\n" + "0123456\n".repeat(bytes / 8)).getBytes(UTF_8);
    return Thread.ofPlatform()
        .daemon()
        .start(() -> {
          try {
            PartUpload upload = new PartUpload(part, ports);
            upload.fromStart();
            upload.read(new ByteArrayInputStream(csv), true);
            end.set("ended");
          } catch (IOException e) {
            end.set(e.toString());
          } finally {
            part.close();
          }
        });
  }

  @Test
  void aSmallPartNeedsNone() throws Exception {
    gate.release(100);
    uploads("small", MIB / 2).join();
    assertThat(end).hasValue("ended");
    assertThat(batches).hasValue(2);
  }

  @Test
  void aLargePartWaitsForOneAfterItsFirstMebibyte() throws Exception {
    gate.release(100);
    Thread upload = uploads("large", 2 * MIB);
    await().until(() -> processors.hasQueuedThreads());
    assertThat(batches.get()).isBetween(3, 4);
    processors.release();
    upload.join();
    assertThat(end).hasValue("ended");
    assertThat(processors.availablePermits()).isEqualTo(1);
  }

  @Test
  void whoWaitsAtTheGateLeavesItsProcessorToOthers() throws Exception {
    gate.release(5);
    processors.release();
    Thread upload = uploads("held", 2 * MIB);
    await().until(() -> gate.hasQueuedThreads() && batches.get() == 5);
    assertThat(processors.tryAcquire()).isTrue();
    processors.release();
    gate.release(100);
    upload.join();
    assertThat(end).hasValue("ended");
    assertThat(processors.availablePermits()).isEqualTo(1);
  }
}
