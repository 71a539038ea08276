package dev.roastery.cli.trace;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Every attack in the document on security has tests that exist. */
class SecurityTest {

  @Test
  void everyAttackIsTraced() throws IOException {
    try (var ids =
        Objects.requireNonNull(SecurityTest.class.getResourceAsStream("security-ids.txt"))) {
      assertThat(
              TraceDocument.of("docs/security.md")
                  .problems(new String(ids.readAllBytes(), UTF_8).lines().toList()))
          .isEmpty();
    }
  }
}
