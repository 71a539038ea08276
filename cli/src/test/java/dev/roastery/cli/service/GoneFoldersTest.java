package dev.roastery.cli.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.Outcome;
import dev.roastery.common.fault.FatalReason;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Folders of the volume that somebody deletes while the service runs. */
class GoneFoldersTest {

  @TempDir private Path folder;

  @Test
  void withoutItsFolderOfJobsTheGatewayTakesNoMoreAndSaysSo() throws Exception {
    try (Service service = Service.dev(folder)) {
      String job = create(service).headers().firstValue("Location").orElseThrow();
      delete(folder.resolve("state/gateway/jobs"));

      for (HttpResponse<String> refused :
          List.of(create(service), put(service, job + "/parts/stores/s.csv"))) {
        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.body()).contains("the gateway cannot write to its volume now");
      }
      assertThat(Files.readString(service.gateway().err()))
          .contains("the gateway's volume cannot be written");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"partitions/aggregator-0", "gateway/partitions/collector-0"})
  void withoutAPartitionsFolderTheProcessEndsAndNamesIt(String gone) throws Exception {
    try (Service service = Service.dev(folder)) {
      delete(folder.resolve("state").resolve(gone));
      useIt(service);
      service.gateway().process().destroy(); // at its end at the latest it writes there

      Outcome ended = service.gateway().await(Service.LIMIT);

      assertThat(ended.code()).as(ended.err()).isEqualTo(FatalReason.DISK_UNWRITABLE.exitCode());
      String partition = Path.of(gone).getFileName().toString();
      assertThat(ended.err())
          .contains("DISK_UNWRITABLE: cannot write " + partition)
          .contains("check that the volume is mounted, writable and healthy");
    }
  }

  private static void useIt(Service service) {
    try {
      String job = create(service).headers().firstValue("Location").orElseThrow();
      put(service, job + "/parts/stores/s.csv");
      put(service, job + "/parts/transactions/t.csv");
      service.call(service.to(job + "/seal").POST(BodyPublishers.noBody()));
    } catch (IOException _) {
      // It has ended already.
    }
  }

  private static HttpResponse<String> create(Service service) throws IOException {
    return service.call(
        service.to("/v1/jobs").POST(BodyPublishers.ofString("{\"queries\":[\"tpv-by-store\"]}")));
  }

  private static HttpResponse<String> put(Service service, String part) throws IOException {
    String rows =
        part.contains("stores")
            ? "store_id,store_name\n1,Uno\n"
            : "store_id,final_amount,created_at\n1,0.25,2024-03-01 12:00:00\n";
    return service.call(service.to(part).PUT(BodyPublishers.ofString(rows)));
  }

  private static void delete(Path gone) throws IOException {
    try (Stream<Path> files = Files.walk(gone)) {
      for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }
}
