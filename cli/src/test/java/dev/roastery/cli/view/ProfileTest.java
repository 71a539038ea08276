package dev.roastery.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ProfileTest {

  @Test
  void amountsThatTheGatewayDoesNotKnowAreNotShownAsZero() throws IOException {
    String open =
        """
        {"id":"a","attempt":1,"state":"RUNNING","created":"2026-05-01T10:00:00Z",
         "elapsedMillis":1000,"rows":1,"bytes":1,"partsTotal":0,"parts":[],
         "stages":[{"stage":"joiner","partitions":[{"partition":"joiner-0"}]}],
         "waits":[],"takeovers":[]}
        """;
    assertThat(printed(open)).contains("joiner", "not known yet").doesNotContain("0 rows", "CPU");
    String over = open.replace("\"rows\"", "\"finished\":\"2026-05-01T10:00:01Z\",\"rows\"");
    assertThat(printed(over)).contains("not known").doesNotContain("yet", "0 rows", "CPU");
  }

  @Test
  void aTakeoverHasItsTimeUnlessTheGatewayWasAway() throws IOException {
    String moved =
        """
        {"id":"a","attempt":1,"state":"RUNNING","created":"2026-05-01T10:00:00Z",
         "elapsedMillis":1000,"rows":1,"bytes":1,"partsTotal":0,"parts":[],"stages":[],"waits":[],
         "takeovers":[{"at":"2026-05-01T10:00:02Z","partition":"joiner-0","from":"a","to":"b"%s}]}
        """;
    assertThat(printed(moved.formatted(",\"millis\":400")))
        .contains("survived after 2.0 s: joiner-0 moved from a to b, back after 0.4 s");
    assertThat(printed(moved.formatted("")))
        .contains("survived after 2.0 s: joiner-0 moved from a to b while the gateway was away");
  }

  private static String printed(String profile) throws IOException {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    new Profile(new ObjectMapper().readTree(profile), 100).print(out, JobStatus.Parts.COUNTED);
    return text.toString();
  }
}
