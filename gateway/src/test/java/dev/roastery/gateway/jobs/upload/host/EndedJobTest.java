package dev.roastery.gateway.jobs.upload.host;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.pipeline.topology.JobTopology;
import dev.roastery.common.storage.FileDisk;
import dev.roastery.gateway.jobs.service.Encoding;
import dev.roastery.gateway.jobs.service.PartName;
import dev.roastery.gateway.jobs.service.Refusal;
import dev.roastery.gateway.jobs.upload.Piece;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Path;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job ends while one of its parts comes in: its files are closed under the upload. */
class EndedJobTest {

  private static final PartName NAME = new PartName("stores", "a.csv");

  @TempDir private Path folder;

  @Test
  void anUploadIsToldThatItsJobHasEndedAndNotThatTheVolumeIsBad() throws Exception {
    FileDisk disk = new FileDisk(folder);
    disk.createDirectory("parts");
    Part part = new Part(NAME, 0, false, disk, "parts");
    part.open();
    EndingJob job = new EndingJob(part);
    HeldTransport transport = new HeldTransport();
    transport.allow(100);
    PartReceiver receiver =
        new PartReceiver(
            new UploadLimits(10, 1 << 20, 10),
            transport,
            new UploadAdmission(1 << 20),
            CrashPoints.none());

    InputStream body =
        new SequenceInputStream(
            new ByteArrayInputStream("store_id,store_name\n1,Uno\n".getBytes(UTF_8)),
            new InputStream() {
              @Override
              public int read() {
                job.end();
                return -1;
              }

              @Override
              public int read(byte[] bytes, int from, int length) {
                return read();
              }
            });
    assertThatThrownBy(() -> receiver.put(job, NAME, Encoding.IDENTITY, Piece.LAST, body))
        .isInstanceOfSatisfying(
            Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.CONFLICT));
  }

  private static final class EndingJob extends NoJob {
    private final Part part;
    private volatile boolean ended;

    EndingJob(Part part) {
      this.part = part;
    }

    void end() {
      ended = true;
      part.discard();
    }

    @Override
    public JobTopology routes() {
      return ARoute.routes();
    }

    @Override
    public SortedSet<String> tables() {
      return new TreeSet<>(Set.of("stores"));
    }

    @Override
    public Part part(PartName name, boolean packed, int partsMax) {
      return part;
    }

    @Override
    public void requireParts() {
      if (ended) {
        throw new Refusal(Refusal.Kind.CONFLICT, "the job has ended");
      }
    }
  }
}
