package dev.roastery.gateway.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import org.junit.jupiter.api.Test;

class CollectorTest {

  @Test
  void whyATraceWasNotTakenIsToldInWords() throws Exception {
    try (TestCollector answers = new TestCollector();
        Collector there = new Collector(answers.address());
        Collector nobody = new Collector(URI.create("http://127.0.0.1:1"))) {
      assertThatThrownBy(() -> nobody.refusal(new byte[0]))
          .hasMessage("no connection: nothing listens there, or its host is not known");
      answers.answers(400);
      assertThat(there.refusal(new byte[0])).contains("it refuses the trace with status 400");
      answers.answers(302);
      assertThat(there.refusal(new byte[0]))
          .contains("it refuses the trace with status 302: redirects are not followed");
      answers.answers(200);
      assertThat(there.refusal(new byte[0])).isEmpty();
    }
  }
}
