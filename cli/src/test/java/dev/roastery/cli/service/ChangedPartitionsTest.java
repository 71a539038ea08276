package dev.roastery.cli.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.roastery.cli.Outcome;
import dev.roastery.embedded.sample.Progress;
import dev.roastery.embedded.sample.SampleDataset;
import dev.roastery.embedded.sample.SampleSettings;
import dev.roastery.harness.PrivateBroker;
import dev.roastery.testkit.TestBroker;
import dev.roastery.testkit.oracle.NaiveOracle;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All nodes are started again with other numbers of partitions than before (O18). */
@Tag("broker")
class ChangedPartitionsTest {

  /** More of some stages, fewer of one: {@link Service#node} begins with 2, 1, 1 and 1. */
  private static final String OTHERS = "--partitions=aggregator=1,maximizer=3,absolute=2,joiner=2";

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;

  @Test
  void anOpenJobKeepsItsPartitionsAndANewOneHasTheNewNumber() throws Exception {
    Path set = folder.resolve("set");
    new SampleDataset(new SampleSettings(100_000, 24, 3), set, Progress.UNWATCHED).write(2);
    SortedMap<String, String> right = new TreeMap<>();
    NaiveOracle.results(set).forEach((query, csv) -> right.put(query + ".csv", csv));
    try (PrivateBroker broker = TestBroker.startPrivate(folder.resolve("broker"));
        Service service = Service.overRabbit(folder, broker.uri())) {
      Outcome.Running client =
          service.submit(set, "--watch", "--quiet", "--out=" + folder.resolve("open"));
      String open = service.awaitUploaded(1).id();
      for (Outcome.Running node : service.nodes()) {
        node.process().destroyForcibly().waitFor();
      }

      service.restartAll(OTHERS);

      assertCompletes(client, "open", right);
      assertThat(partitions(open)).isEqualTo(List.of(2, 1, 1, 1));
      Outcome.Running next =
          service.submit(set, "--watch", "--quiet", "--out=" + folder.resolve("next"));
      assertCompletes(next, "next", right);
      assertThat(partitions(service.newest().id())).isEqualTo(List.of(1, 3, 2, 2));
    }
  }

  private void assertCompletes(Outcome.Running client, String out, SortedMap<String, String> right)
      throws Exception {
    Outcome submitted = client.await(Service.LIMIT);
    assertThat(submitted.code()).as(submitted.err()).isZero();
    assertThat(Service.results(folder.resolve(out))).isEqualTo(right);
  }

  /** How many of each stage it has, in the order of the flow, by the gateway's record of it. */
  private List<Integer> partitions(String job) throws IOException {
    Path record = folder.resolve("volume-gateway/jobs").resolve(job).resolve("job.json");
    JsonNode plan = JSON.readTree(JSON.readTree(record.toFile()).required("plan").asText());
    return plan.required("partitions").valueStream().map(JsonNode::asInt).toList();
  }
}
