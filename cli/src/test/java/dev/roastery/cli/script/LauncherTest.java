package dev.roastery.cli.script;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import dev.roastery.cli.Outcome;
import dev.roastery.cli.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./roastery} with the real jars, and a gradlew that only notes that it was called. */
class LauncherTest {

  private static final String BUILD =
      "echo built >>\"$HOME/calls\"; ln -s '%s' \"$(dirname \"$0\")/build/install/lib\""
          .formatted(Repository.ROOT.resolve("build/install/lib").toAbsolutePath());

  private static final String BUILD_AGAIN = "echo built >>\"$HOME/calls\"";

  @TempDir Path folder;
  private Checkout checkout;

  @BeforeEach
  void setUp() throws IOException {
    checkout = new Checkout(folder).havingScript("gradlew", BUILD);
  }

  @Test
  void theFirstStartBuildsAndTheSecondDoesNot() throws Exception {
    Outcome first = checkout.run("roastery", "--version");
    Outcome second = checkout.run("roastery", "--version");

    assertThat(first.code()).isZero();
    assertThat(first.err()).isEqualTo("roastery: building (once)…\n");
    assertThat(first.out()).startsWith("roastery ").contains("JDK ");
    assertThat(second).isEqualTo(new Outcome(0, first.out(), ""));
    assertThat(calls()).isEqualTo(1);
  }

  @Test
  void nodesOfAServiceLetOtherProgramsGoFirst() throws Exception {
    Path jdk = folder.resolve("jdk");
    Files.createDirectories(jdk);
    Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"25\"\n");
    checkout
        .havingScript("../jdk/bin/javac", "exit 1")
        .havingScript("../jdk/bin/java", "nice")
        .having("JAVA_HOME", jdk.toString());
    int usual = niceness("jobs");
    assertThat(niceness("submit")).isEqualTo(usual);
    for (String node : List.of("gateway", "aggregator", "maximizer", "joiner")) {
      assertThat(niceness(node)).as(node).isEqualTo(usual + 10);
    }
    checkout.having("ROASTERY_NICE", "0");
    assertThat(niceness("gateway")).isEqualTo(usual);
  }

  private int niceness(String command) throws Exception {
    Outcome outcome = checkout.run("roastery", command);
    assertThat(outcome.code()).as(outcome.err()).isZero();
    return Integer.parseInt(outcome.out().strip());
  }

  @Test
  void aNewerSourceIsBuiltAndATestIsNot() throws Exception {
    checkout.run("roastery", "--version");
    checkout.havingScript("gradlew", BUILD_AGAIN);

    change("common/src/test/java/ATest.java");
    checkout.run("roastery", "--version");
    assertThat(calls()).isEqualTo(1);

    change("common/src/main/java/A.java");
    checkout.run("roastery", "--version");
    assertThat(calls()).isEqualTo(2);
  }

  @Test
  void startsAtTheSameTimeBuildOnce() throws Exception {
    checkout.havingScript("gradlew", "sleep 0.5\n" + BUILD);
    List<Outcome.Running> starts = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      starts.add(checkout.start("roastery", "--version"));
    }
    for (Outcome.Running start : starts) {
      assertThat(start.await().code()).isZero();
    }
    assertThat(calls()).isEqualTo(1);
  }

  @Test
  void aFailedBuildIsShownAndTheNextStartBuildsAgain() throws Exception {
    checkout.havingScript("gradlew", "echo 'A.java:3: no such thing'; exit 1");
    Outcome failed = checkout.run("roastery", "--version");

    assertThat(failed.code()).isEqualTo(1);
    assertThat(failed.out()).isEmpty();
    assertThat(failed.err()).contains("A.java:3: no such thing").contains("the build failed");

    assertThat(checkout.havingScript("gradlew", BUILD).run("roastery", "--version").code())
        .isZero();
  }

  @Test
  void aBrokenCacheIsNotTalkedAbout() throws Exception {
    checkout.run("roastery", "--version");
    Files.writeString(checkout.root.resolve("build/install/roastery.aot"), "no cache");

    Outcome outcome = checkout.run("roastery", "--version");

    assertThat(outcome.code()).isZero();
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out().lines()).hasSize(2);
  }

  @Test
  void aBrokenCacheIsToldToWhoWantsToKnowMore() throws Exception {
    checkout.run("roastery", "--version");
    Files.writeString(checkout.root.resolve("build/install/roastery.aot"), "no cache");
    String none = checkout.root.resolve("no-set").toString();

    Outcome outcome = checkout.run("roastery", "run", none, "--verbose");

    assertThat(outcome.err().lines()).filteredOn(line -> line.contains("roastery.aot")).hasSize(1);
  }

  @Test
  void withoutAJdkItSaysHowToGetOne() throws Exception {
    Outcome outcome = checkout.having("JAVA_HOME", "").run("roastery", "--version");

    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.err()).startsWith("roastery: no JDK 25 or newer").contains("Install one");
    assertThat(outcome.err().lines()).hasSize(1);
  }

  @Test
  void optionsForTheJvmReachIt() throws Exception {
    Outcome outcome =
        checkout.having("ROASTERY_JAVA_OPTS", "-Xmx64m -showversion").run("roastery", "--help");

    assertThat(outcome.code()).isZero();
    assertThat(outcome.err()).contains("Runtime Environment");
  }

  @Test
  void aZstdPartIsReadWithoutAWordOfTheJvm() throws Exception {
    Path stores = Files.createDirectories(checkout.root.resolve("set/stores"));
    byte[] csv = "store_id,store_name\n1,Uno\n".getBytes(UTF_8);
    Files.write(stores.resolve("stores.csv.zst"), Zstd.compress(csv));
    String query = "{\"name\":\"all\",\"from\":\"stores\",\"select\":[\"store_id\"]}";
    Files.writeString(checkout.root.resolve("all.json"), query);
    checkout.run("roastery", "--version");

    Outcome outcome =
        checkout.run(
            "roastery",
            "run",
            checkout.root.resolve("set").toString(),
            "--query=" + checkout.root.resolve("all.json"),
            "--format=csv",
            "--quiet");

    assertThat(outcome).isEqualTo(new Outcome(0, "store_id\n1\n", ""));
  }

  private void change(String source) throws IOException {
    Path file = checkout.root.resolve(source);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "class A {}");
    // In the future, whatever the resolution of the file system's clock.
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(60)));
  }

  private long calls() throws IOException {
    return Files.readAllLines(checkout.home().resolve("calls")).size();
  }
}
