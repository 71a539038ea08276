package dev.roastery.gateway.jobs.upload.host;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.storage.FileDisk;
import dev.roastery.gateway.jobs.service.PartName;
import dev.roastery.gateway.jobs.service.Refusal;
import dev.roastery.gateway.jobs.upload.PartRoute;
import dev.roastery.gateway.jobs.upload.PartStatus;
import dev.roastery.gateway.jobs.upload.PartStream;
import dev.roastery.gateway.jobs.upload.PartTerms;
import dev.roastery.gateway.jobs.upload.Piece;
import dev.roastery.input.BadRows;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who writes a part, and what is left of it at its end. */
class PartTest {

  private static final PartName NAME = new PartName("stores", "a.csv");

  @TempDir private Path folder;
  private Part part;

  private final HeldTransport transport = new HeldTransport();

  /** Three rows, the second bad, of which the first two are a batch; the third is the tail. */
  @BeforeEach
  void aBatchAndATail() throws IOException {
    FileDisk disk = new FileDisk(folder);
    disk.createDirectory("parts");
    part = new Part(NAME, 0, false, disk, "parts");
    part.open();
    transport.allow(100);
    send("store_id,store_name\n1,Uno\nx,Due\n3,Tre");
  }

  private void send(String csv) throws IOException {
    List<PartRoute> routes = PartRoute.of(ARoute.routes(), "stores", 10, transport);
    PartTerms terms = new PartTerms(routes, BadRows.SKIP, 10, Piece.MORE_TO_COME);
    Upload upload = upload();
    PartStream stream = PartStream.resume(part.ledger(), terms, upload::later);
    upload.run(stream, new ByteArrayInputStream(csv.getBytes(UTF_8)));
  }

  private static Upload upload() {
    return new Upload(
        new NoJob(),
        new UploadAdmission(1),
        new Processors(new Semaphore(1), () -> 0, _ -> {}),
        CrashPoints.none());
  }

  @Test
  void anUploadThatWaitsForOneThatCannotEndGivesUp() throws Exception {
    Upload stuck = upload();
    part.begin(stuck, Duration.ofSeconds(5));
    assertThatThrownBy(() -> part.begin(upload(), Duration.ofMillis(20)))
        .isInstanceOfSatisfying(
            Refusal.class,
            refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.UNAVAILABLE));
    part.end(stuck);
    part.begin(upload(), Duration.ofMillis(20));
    part.close();
  }

  @Test
  void nothingOfACompletePartIsLeftButItsRejects() {
    PartStatus all = part.status();
    part.completed(all);
    assertThat(folder.resolve("parts/stores.0")).doesNotExist();
    assertThat(folder.resolve("parts/stores.0.rejects")).exists();
    assertThat(part.view().complete()).isTrue();
    assertThat(part.view().offset()).isEqualTo(all.offset()).isPositive();
    assertThat(part.view().rejected()).isEqualTo(1);
  }

  @Test
  void whileAnUploadIsUnderWayItsFilesAreDeletedAtItsEndAndTakeNothingBefore() throws Exception {
    Upload upload = upload();
    part.begin(upload, Duration.ofSeconds(5));
    part.discard();
    assertThat(folder.resolve("parts/stores.0")).exists();
    assertThatThrownBy(() -> send("\n4,Quattro\n")).hasMessageContaining("is closed");
    part.end(upload);
    assertThat(folder.resolve("parts/stores.0")).doesNotExist();
    assertThat(part.view().offset()).isZero();
  }
}
