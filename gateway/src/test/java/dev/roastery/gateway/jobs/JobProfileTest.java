package dev.roastery.gateway.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.roastery.gateway.jobs.service.JobProfile;
import dev.roastery.gateway.jobs.service.JobProfile.PartTime;
import dev.roastery.gateway.jobs.service.JobProfile.StageTime;
import dev.roastery.gateway.jobs.service.JobState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a job took, from a gateway with real workers. */
class JobProfileTest {

  private static final byte[] STORES = rows(40);

  @TempDir private Path folder;

  private static byte[] rows(int count) {
    StringBuilder csv = new StringBuilder("store_id,store_name,street,postal_code,city,state,");
    csv.append("latitude,longitude\n");
    for (int row = 1; row <= count; row++) {
      csv.append(row).append(",Store ").append(row).append(",s,1,c,s,1.5,2.5\n");
    }
    return csv.toString().getBytes(UTF_8);
  }

  private static UUID completed(Door door) throws IOException {
    UUID job = door.create();
    for (String table : door.view(job).tables()) {
      byte[] rows = table.equals("stores") ? STORES : new byte[0];
      door.put(job, table + "/p.csv", rows);
    }
    door.jobs().seal(Door.CLIENT, job);
    assertThat(door.finished(job).state()).isEqualTo(JobState.COMPLETED);
    return job;
  }

  private static JobProfile profile(Door door, UUID job) {
    return door.jobs().profile(Door.CLIENT, job);
  }

  private static StageTime joiner(JobProfile profile) {
    return profile.stages().stream()
        .filter(stage -> stage.stage().equals("joiner"))
        .findFirst()
        .orElseThrow();
  }

  private Path kept(UUID job) {
    return folder.resolve("gateway/jobs/" + job + "/profile.json");
  }

  private void awaitKept(UUID job) {
    await().atMost(Duration.ofSeconds(30)).until(() -> Files.exists(kept(job)));
  }

  @Test
  void itTellsOfPartsAndOfWhatEachPartitionWasGiven() throws IOException {
    try (Door door = new Door(folder)) {
      UUID job = completed(door);
      awaitKept(job);
      JobProfile profile = profile(door, job);

      assertThat(profile.created()).isBeforeOrEqualTo(profile.sealed());
      assertThat(profile.sealed()).isBeforeOrEqualTo(profile.started());
      assertThat(profile.started()).isBeforeOrEqualTo(profile.finished());
      assertThat(profile.elapsedMillis())
          .isEqualTo(Duration.between(profile.created(), profile.finished()).toMillis());
      assertThat(profile.rows()).isEqualTo(40);
      assertThat(profile.bytes()).isEqualTo(STORES.length);
      assertThat(profile.parts())
          .filteredOn(part -> part.table().equals("stores"))
          .singleElement()
          .returns(40L, PartTime::rows)
          .returns((long) STORES.length, PartTime::bytes)
          .satisfies(part -> assertThat(part.finished()).isAfterOrEqualTo(part.started()));
      assertThat(profile.stages())
          .extracting(StageTime::stage)
          .containsExactly("aggregator", "maximizer", "absolute", "joiner", "collector");
      assertThat(joiner(profile).rows()).isGreaterThanOrEqualTo(40);
      assertThat(joiner(profile).partitions())
          .anySatisfy(partition -> {
            assertThat(partition.owner()).startsWith("worker@");
            assertThat(partition.first()).isBeforeOrEqualTo(partition.last());
            assertThat(partition.bytes()).isPositive();
          });
      assertThat(profile.waits()).isEmpty();
      assertThat(profile.takeovers()).isEmpty();
    }
  }

  @Test
  void itSurvivesARestartOfTheGateway() throws IOException {
    try (Door door = new Door(folder)) {
      UUID job = completed(door);
      awaitKept(job);
      JobProfile before = profile(door, job);
      door.restart();

      assertThat(profile(door, job)).isEqualTo(before);
    }
  }

  @Test
  void withoutItsFileItStillTellsWhatTheFactsTell() throws IOException {
    try (Door door = new Door(folder)) {
      UUID job = completed(door);
      awaitKept(job);
      Files.writeString(kept(job), "half a fi");
      door.restart();

      JobProfile profile = profile(door, job);
      assertThat(profile.rows()).isEqualTo(40);
      assertThat(joiner(profile).rows()).as("unknown, and not 0").isNull();
      assertThat(joiner(profile).first()).isNull();
    }
  }
}
