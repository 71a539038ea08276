package dev.roastery.cli.docker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The second file, docker/store.yaml: workers that can write nowhere, beside a store. */
@Tag("docker")
class StoreComposeTest {

  private static final ComposeCluster cluster =
      new ComposeCluster("compose.yaml", "docker/store.yaml");

  @TempDir private Path folder;

  @BeforeAll
  static void up() throws Exception {
    cluster.upStore();
  }

  @AfterAll
  static void down() throws Exception {
    cluster.down();
    assertThat(cluster.remains()).isEmpty();
  }

  @Test
  void aWorkersContainerReachesTheStoreWithTheKeysThatWereMadeAndTheStoreIsFit() throws Exception {
    for (String worker : ComposeCluster.WORKERS) {
      assertThat(cluster.insteadOf(worker, "store", "check", "s3://roastery/state"))
          .contains("s3://roastery/state at http://store:9000 is fit");
    }
  }

  @Test
  void composeLeavesTheWorkersNothingToWriteTo() throws Exception {
    JsonNode services = new ObjectMapper().readTree(cluster.config()).required("services");
    for (String worker : ComposeCluster.WORKERS) {
      JsonNode service = services.required(worker);
      assertThat(service.required("read_only").asBoolean()).isTrue();
      assertThat(service.path("tmpfs")).isEmpty();
      assertThat(service.required("volumes"))
          .singleElement()
          .satisfies(volume -> assertThat(volume.required("read_only").asBoolean()).isTrue());
      assertThat(service.at("/environment/ROASTERY_STATE").asText())
          .isEqualTo("s3://roastery/state");
    }
    assertThat(services.at("/gateway/volumes")).hasSize(2);
  }

  @Test
  void aJobCompletesOnWorkersThatCanWriteNowhereThoughOneOfEachIsKilled() throws Exception {
    cluster.upAgain();
    ComposeJob job = ComposeJob.generate(cluster, folder.resolve("job"), 1_000_000, 11);
    Process submits = job.submit();
    job.awaitUpload(submits);

    cluster.killOneOfEach();
    assertThat(submits.isAlive()).as("killed in time").isTrue();

    assertThat(ComposeJob.ending(submits)).as(job::said).isZero();
    assertThat(job.results("submitted")).hasSize(5).isEqualTo(job.run());
    for (String worker : ComposeCluster.WORKERS) {
      String container = cluster.containers(worker).getLast();
      assertThat(cluster.inspect(container, "{{.HostConfig.ReadonlyRootfs}}")).isEqualTo("true");
      assertThat(cluster.inspect(container, "{{len .HostConfig.Tmpfs}}")).isEqualTo("0");
    }
  }
}
