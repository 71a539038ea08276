package dev.roastery.gateway.jobs.upload.host;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.storage.FileDisk;
import dev.roastery.gateway.jobs.service.PartName;
import dev.roastery.gateway.jobs.upload.PartLedger;
import dev.roastery.gateway.jobs.upload.PartStream;
import dev.roastery.gateway.jobs.upload.PartTerms;
import dev.roastery.gateway.jobs.upload.Piece;
import dev.roastery.input.BadRows;
import dev.roastery.input.csv.column.CsvLayout;
import dev.roastery.input.csv.column.CsvLayout.Field;
import dev.roastery.input.csv.column.CsvLayout.Presence;
import dev.roastery.input.csv.column.CsvLimits;
import dev.roastery.input.csv.column.CsvScan;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Semaphore;
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
  private final Semaphore permits = new Semaphore(0);
  private final Processors processors = new Processors(permits, () -> 0, _ -> {});
  private final HeldTransport transport = new HeldTransport();

  /** One batch at a time may be on its way. */
  private final UploadAdmission admission = new UploadAdmission(1);

  private final AtomicReference<String> end = new AtomicReference<>("none");

  private PartTerms terms() {
    return new PartTerms(
        List.of(ARoute.of("texts", SCAN, transport)), BadRows.REFUSE, 0, Piece.LAST);
  }

  private Thread uploads(String name, int bytes) throws IOException {
    FileDisk disk = new FileDisk(Files.createDirectory(folder.resolve(name)));
    disk.createDirectory("parts");
    PartLedger ledger = new PartLedger(new PartName("texts", name), 0, false, disk, "parts");
    ledger.open();
    byte[] csv = ("text\n" + "0123456\n".repeat(bytes / 8)).getBytes(UTF_8);
    return Thread.ofPlatform()
        .daemon()
        .start(() -> {
          try {
            Upload upload = new Upload(new NoJob(), admission, processors, CrashPoints.none());
            PartStream stream = PartStream.fromStart(ledger, terms(), upload::later);
            upload.run(stream, new ByteArrayInputStream(csv));
            end.set("ended");
          } catch (IOException e) {
            end.set(e.toString());
          } finally {
            ledger.close();
          }
        });
  }

  @Test
  void aSmallPartNeedsNone() throws Exception {
    transport.allow(100);
    uploads("small", MIB / 2).join();
    assertThat(end).hasValue("ended");
    assertThat(transport.published()).isEqualTo(2);
  }

  @Test
  void aLargePartWaitsForOneAfterItsFirstMebibyte() throws Exception {
    transport.allow(100);
    Thread upload = uploads("large", 2 * MIB);
    await().until(() -> permits.hasQueuedThreads());
    assertThat(transport.published()).isBetween(3, 4);
    permits.release();
    upload.join();
    assertThat(end).hasValue("ended");
    assertThat(permits.availablePermits()).isEqualTo(1);
  }

  @Test
  void anUploadThatWaitsForItsTurnLeavesItsProcessorToOthers() throws Exception {
    transport.allow(4);
    permits.release();
    Thread upload = uploads("held", 2 * MIB);
    await().until(() -> transport.published() == 5 && upload.getState() == Thread.State.WAITING);
    assertThat(permits.tryAcquire()).isTrue();
    permits.release();
    transport.allow(100);
    upload.join();
    assertThat(end).hasValue("ended");
    assertThat(permits.availablePermits()).isEqualTo(1);
  }
}
