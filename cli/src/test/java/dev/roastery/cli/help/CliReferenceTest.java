package dev.roastery.cli.help;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.Kept;
import dev.roastery.cli.Repository;
import org.junit.jupiter.api.Test;

/** docs/cli.md says what the commands say of themselves. */
class CliReferenceTest {

  @Test
  void theReferenceIsThatOfTheCode() {
    Kept.check(Repository.ROOT.resolve("docs/cli.md"), CliReference.text());
  }

  @Test
  void theListOfDocumentsHasIt() {
    assertThat(Repository.read("docs/README.md")).contains("(cli.md)");
  }
}
