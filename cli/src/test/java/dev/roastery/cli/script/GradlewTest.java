package dev.roastery.cli.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./gradlew} up to the point where Gradle itself begins. */
class GradlewTest {

  private static final String CACHED =
      ".gradle/wrapper/dists/gradle-9.2.1-bin/hash/gradle-9.2.1/bin/gradle";

  @TempDir Path folder;
  private Checkout checkout;

  @BeforeEach
  void setUp() throws IOException {
    checkout = new Checkout(folder);
  }

  @Test
  void theCachedDistributionRunsInTheProjectWithTheArguments() throws Exception {
    cached("echo \"$PWD: $*\"");

    Outcome outcome = checkout.run("gradlew", "check", "--tests", "a b");

    assertThat(outcome).isEqualTo(new Outcome(0, checkout.root + ": check --tests a b\n", ""));
  }

  @Test
  void theSumOfTheTestsIsTheLastLineAndTheExitCodeIsKept() throws Exception {
    cached("mkdir build; echo '1 passed, 2 failed, 0 skipped' >build/test-summary; echo x; exit 3");

    Outcome outcome = checkout.run("gradlew", "check");

    assertThat(outcome.code()).isEqualTo(3);
    assertThat(outcome.out()).endsWith("x\n1 passed, 2 failed, 0 skipped\n");
  }

  @Test
  void anOldSumIsNotPrinted() throws Exception {
    cached("exit 1");
    Files.createDirectories(checkout.root.resolve("build"));
    Files.writeString(checkout.root.resolve("build/test-summary"), "9 passed, 0 failed, 0 skipped");

    assertThat(checkout.run("gradlew", "check")).isEqualTo(new Outcome(1, "", ""));
  }

  @Test
  void withoutAJdkItSaysHowToGetOne() throws Exception {
    Outcome outcome = checkout.having("JAVA_HOME", "").run("gradlew", "check");

    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.err()).contains("no JDK 25 or newer").contains("Install one");
  }

  @Test
  void anOlderJdkIsNotTaken() throws Exception {
    Path old = folder.resolve("jdk-21");
    Files.createDirectories(old.resolve("bin"));
    Files.createSymbolicLink(old.resolve("bin/javac"), Path.of("/bin/sh"));
    Files.writeString(old.resolve("release"), "JAVA_VERSION=\"21.0.2\"\n");

    assertThat(checkout.having("JAVA_HOME", old.toString()).run("gradlew").code()).isEqualTo(1);
  }

  @Test
  void withoutDownloadAndWithoutDebianItSaysSo() throws Exception {
    Outcome outcome = checkout.run("gradlew", "check");

    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.err())
        .isEqualTo(
            "gradlew: cannot get Gradle: gradle-9.2.1-bin could not be downloaded,"
                + " and without apt-get Debian's cannot be used either.\n");
  }

  @Test
  void aDownloadWithAnotherChecksumIsNotUsed() throws Exception {
    checkout.havingCommand("unzip", "exit 9");
    checkout.havingCommand("curl", "while [ \"$1\" != -o ]; do shift; done; echo evil >\"$2\"");

    Outcome outcome = checkout.run("gradlew", "check");

    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.err()).contains("does not have the SHA-256 of gradle-wrapper.properties");
    assertThat(filesBelowHome()).containsExactly("lock");
  }

  @Test
  void aCacheThatCannotBeWrittenIsNamed() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "in the way");

    Outcome outcome = checkout.having("XDG_CACHE_HOME", file.toString()).run("gradlew", "check");

    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.err()).startsWith("gradlew: cannot write to " + file + "/roastery");
  }

  private void cached(String script) throws IOException {
    checkout.havingScript(
        checkout.root.relativize(checkout.home().resolve(CACHED)).toString(), script);
  }

  private List<String> filesBelowHome() throws IOException {
    try (Stream<Path> files = Files.walk(checkout.home())) {
      return files.filter(Files::isRegularFile).map(f -> f.getFileName().toString()).toList();
    }
  }
}
