package dev.roastery.gateway.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.storage.DurableFiles;
import dev.roastery.common.storage.FileDisk;
import dev.roastery.gateway.jobs.service.JobState;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a gateway that has lost its volume leaves in the workers. */
class LostGatewayVolumeTest {

  @TempDir private Path folder;

  @Test
  void workersDiscardAJobThatTheirGatewayDoesNotKnowAndNoOther() throws Exception {
    UUID lost;
    UUID known;
    try (Door door = new Door(folder)) {
      lost = started(door);
      known = started(door);
    }
    DurableFiles.deleteFolder(new FileDisk(folder.resolve("gateway")), "jobs/" + lost);

    try (Door door = new Door(folder)) {
      door.awaitForgotten(lost);
      assertThatThrownBy(() -> door.view(lost)).hasMessageContaining("there is no job");
      for (String table : door.view(known).tables()) {
        if (!table.equals("transactions")) {
          door.put(known, table + "/t.csv", new byte[0]);
        }
      }
      door.jobs().seal(Door.CLIENT, known);
      assertThat(door.finished(known).state()).isEqualTo(JobState.COMPLETED);
    }
  }

  private static UUID started(Door door) throws Exception {
    UUID job = door.create();
    String header = "transaction_id,store_id,payment_method_id,voucher_id,user_id,original_amount,";
    door.put(
        job,
        "transactions/t.csv",
        (header
                + "discount_applied,final_amount,created_at\n"
                + "a,1,1,,1,10.0,0.0,10.0,2024-01-01 08:00:00\n")
            .getBytes(UTF_8));
    return job;
  }
}
