package dev.roastery.gateway.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.roastery.common.workflow.Event;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The facts as they are in the logs of jobs: a change of their bytes is no accident. */
class JobFactFormatTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final List<JobFact> EACH =
      List.of(
          new JobFact.Created(),
          new JobFact.PartStarted("stores", "s.csv", 0, true),
          new JobFact.PartCompleted("stores", "s.csv", 10, 1, 2, 30, 4, 12),
          new JobFact.PartDeleted("stores", "t.csv", 1),
          new JobFact.RowsRejected("stores", "s.csv", 2),
          new JobFact.Sealed(1),
          new JobFact.Approved(),
          new JobFact.Running(),
          new JobFact.ResultStored("tpv-by-store", "5ha", 3, 70),
          new JobFact.Notifying(),
          new JobFact.Notified(),
          new JobFact.NotifyFailed("no answer"),
          new JobFact.Completed(),
          new JobFact.Failing("a bad row"),
          new JobFact.Cancelling("a mistake"),
          new JobFact.Expiring("no data received"),
          new JobFact.PartitionClean("aggregator-0"),
          new JobFact.Failed(),
          new JobFact.Cancelled(),
          new JobFact.Expired(),
          new JobFact.Retried(2),
          new JobFact.Stalled("aggregator-0 waits for batch 3"),
          new JobFact.PartitionMoved("aggregator-0", "aggregator@a-1-2", "aggregator@b-3-4", 5, 6),
          new JobFact.Moving("aggregator-0 waits for batch 3"),
          new JobFact.Shown(42),
          new JobFact.Reprieved(1_700_000_000_000L),
          new JobFact.SourceFound("stores", "s.csv", "stores/s.csv", "\"5a\"", 12, 0, 0),
          new JobFact.SourcesListed(1, 12),
          new JobFact.Delivered(1),
          new JobFact.DeliveryFailed("no answer"));

  @Test
  void aPartThatWorkersReadSaysSo() throws IOException {
    JobFact found = new JobFact.SourceFound("sales", "s.csv", "s.csv", "7", 90_000_000, 8, 21);
    String line =
        "{\"kind\":\"source_found\",\"table\":\"sales\",\"part\":\"s.csv\",\"object\":\"s.csv\","
            + "\"etag\":\"7\",\"bytes\":90000000,\"run\":8,\"headerBytes\":21}";
    assertThat(Event.FactRecorded.of(found).fact().toString()).isEqualTo(line);
    assertThat(JSON.readValue(line, JobFact.class)).isEqualTo(found);
  }

  @Test
  void eachFactIsWrittenAndReadAsInTheGoldenFile() throws IOException {
    assertThat(EACH)
        .hasSameSizeAs(JobFact.class.getAnnotation(JsonSubTypes.class).value())
        .extracting(Object::getClass)
        .doesNotHaveDuplicates();
    List<String> lines = golden();
    assertThat(EACH)
        .extracting(fact -> Event.FactRecorded.of(fact).fact().toString())
        .isEqualTo(lines);
    for (int at = 0; at < lines.size(); at++) {
      assertThat(JSON.readValue(lines.get(at), JobFact.class)).isEqualTo(EACH.get(at));
    }
  }

  private static List<String> golden() throws IOException {
    try (InputStream in = JobFactFormatTest.class.getResourceAsStream("facts.jsonl")) {
      return new String(in.readAllBytes(), UTF_8).lines().toList();
    }
  }
}
