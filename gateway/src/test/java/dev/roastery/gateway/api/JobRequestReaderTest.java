package dev.roastery.gateway.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.gateway.jobs.service.JobRequest;
import dev.roastery.gateway.jobs.service.JobRequest.QueryChoice;
import dev.roastery.input.BadRows;
import dev.roastery.input.MaxBadRows;
import java.net.URI;
import org.junit.jupiter.api.Test;

class JobRequestReaderTest {

  @Test
  void documentsWithinTheBodyStayAsTheirAuthorWroteThem() {
    String query = "{\n  \"name\": \"a}\\\"\",\r\n  \"x\": {\"y\": 1} }";
    String tables = "{ \"tables\": {} }";
    String body =
        "\uFEFF{\n \"queries\": [\"tpv-by-store\", "
            + query
            + "],\n\"tables\":"
            + tables
            + ", \"badRows\": \"skip\", \"approval\": true, \"webhook\": \"https://h/x\"}";

    assertThat(JobRequestReader.read(body.getBytes(UTF_8), 1 << 20))
        .isEqualTo(
            new JobRequest(
                null,
                java.util.List.of(
                    new QueryChoice.BuiltIn("tpv-by-store"), new QueryChoice.Inline(query)),
                tables,
                BadRows.SKIP,
                true,
                URI.create("https://h/x")));
  }

  @Test
  void theLimitOfBadRowsIsANumberOrAShare() {
    for (String limit : java.util.List.of("7", "\"7\"")) {
      String body = "{\"badRows\":\"skip\",\"maxBadRows\":" + limit + "}";
      assertThat(JobRequestReader.read(body.getBytes(UTF_8), 100).maxBadRows())
          .isEqualTo(new MaxBadRows("7"));
    }
    assertThat(JobRequestReader.read("{\"maxBadRows\":\"5%\"}".getBytes(UTF_8), 100).maxBadRows())
        .isEqualTo(new MaxBadRows("5%"));
    for (String limit : java.util.List.of("true", "-1", "1.5", "\"all\"")) {
      String body = "{\"maxBadRows\":" + limit + "}";
      assertThatThrownBy(() -> JobRequestReader.read(body.getBytes(UTF_8), 100))
          .hasMessageContaining("expected a number of rows or a percentage");
    }
  }

  @Test
  void nothingAtAllIsTheStandardJob() {
    assertThat(JobRequestReader.read(new byte[] {'\n'}, 10)).isEqualTo(JobRequest.standard());
    assertThat(JobRequestReader.read("{}".getBytes(UTF_8), 10)).isEqualTo(JobRequest.standard());
  }
}
