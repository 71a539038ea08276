package dev.roastery.gateway.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A gateway that reads from a bucket and delivers to one is killed once at each moment. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BucketCrashTest {

  private static final int KILLED = 137;

  private Path folder;
  private Path buckets;
  private String unharmed;

  @BeforeAll
  void runUnharmed(@TempDir Path temporary) throws Exception {
    folder = temporary;
    buckets = folder.resolve("buckets");
    StringBuilder csv = new StringBuilder("store_id,final_amount,created_at\n");
    for (int row = 0; row < 400; row++) {
      String amount = row % 90 == 89 ? "much" : row + ".25";
      csv.append(1 + row % 2).append(',').append(amount).append(",2024-03-01 12:00:00\n");
    }
    Path sales = buckets.resolve("in/sales");
    Files.createDirectories(sales.resolve("transactions"));
    Files.writeString(sales.resolve("transactions/t.csv"), csv);
    Files.writeString(sales.resolve("stores.csv"), "store_id,store_name\n1,Uno\n2,Due\n");
    Path work = Files.createDirectory(folder.resolve("unharmed"));
    assertThat(run(work, "")).as(log(work)).isZero();
    unharmed = Files.readString(work.resolve("report"));
    assertThat(unharmed)
        .startsWith("COMPLETED\ncreated\npart_started\npart_started\nsources_listed\n")
        .contains("delivered\n", "_SUCCESS\n", "rejected-rows.csv\n", "tpv-by-store.csv\n");
  }

  private static String log(Path work) throws IOException {
    return Files.readString(work.resolve("log"));
  }

  private int run(Path work, String crash) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-Xmx256m",
            "-cp",
            System.getProperty("java.class.path"),
            BucketProcess.class.getName(),
            work.resolve("state").toString(),
            buckets.toString());
    builder.environment().put("ROASTERY_CRASH", crash);
    File log = work.resolve("log").toFile();
    builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.appendTo(log));
    Process process = builder.start();
    try {
      assertThat(process.waitFor(120, TimeUnit.SECONDS)).as(log(work)).isTrue();
      return process.exitValue();
    } finally {
      process.destroyForcibly();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GATEWAY_JOB_RECORDED_BEFORE_REPLY",
        "GATEWAY_MID_UPLOAD:2",
        "RESULT_STORED_BEFORE_NOTIFY",
        "NOTIFIED_BEFORE_COMPLETE",
        "WORKFLOW_EVENT_APPENDED:4",
        "WORKFLOW_EVENT_APPENDED:7",
        "WORKFLOW_EVENT_APPENDED:10",
        "WORKFLOW_EVENT_APPENDED:14",
        "WORKFLOW_EVENT_APPENDED:18",
        "WORKFLOW_EVENT_APPENDED:20",
        "WORKFLOW_AFTER_STEP:6"
      })
  void aKillAtAnyMomentDoesNotChangeTheEnd(String point) throws Exception {
    Path work = Files.createDirectory(folder.resolve(point.replace(':', '-')));
    assertThat(run(work, point)).as(log(work)).isEqualTo(KILLED);
    assertThat(run(work, "")).as(log(work)).isZero();
    assertThat(Files.readString(work.resolve("report"))).isEqualTo(unharmed);
  }
}
