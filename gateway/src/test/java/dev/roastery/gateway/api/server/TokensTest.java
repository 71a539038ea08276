package dev.roastery.gateway.api.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.share.Share;
import dev.roastery.gateway.api.Gate;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokensTest {

  @TempDir private Path folder;
  private Path file;
  private Gate gate;

  @BeforeEach
  void start() throws Exception {
    file = folder.resolve("tokens");
    Files.writeString(
        file, "# who may come in\n\n" + Tokens.line("ann", "a") + "\n" + Tokens.line("bob", "b"));
    gate = new Gate(folder, file, HttpLimits.defaults());
  }

  @AfterEach
  void stop() {
    gate.close();
  }

  @Test
  void withoutAKnownTokenNothingIsShown() throws Exception {
    HttpResponse<String> without = gate.send("GET", "/v1/jobs", null);

    assertThat(without.statusCode()).isEqualTo(401);
    assertThat(without.headers().firstValue("WWW-Authenticate")).isPresent();
    assertThat(without.body()).contains("/problems/unauthorized");
    assertThat(list("Bearer c")).isEqualTo(401);
    assertThat(list("Bearer ")).isEqualTo(401);
    assertThat(list("Basic a")).isEqualTo(401);
    assertThat(list("Bearer a")).isEqualTo(200);
    assertThat(list("bearer b")).isEqualTo(200);
  }

  @Test
  void theJobsOfOthersAreLikeJobsThatNeverWere() throws Exception {
    UUID id = gate.createJob("Authorization", "Bearer a");
    String unknown = "/v1/jobs/" + new UUID(1, 2);

    HttpResponse<String> other =
        gate.send("GET", "/v1/jobs/" + id, null, "Authorization", "Bearer b");
    HttpResponse<String> none = gate.send("GET", unknown, null, "Authorization", "Bearer b");

    assertThat(other.statusCode()).isEqualTo(404);
    assertThat(other.body().replace(id.toString(), "ID"))
        .isEqualTo(none.body().replace(new UUID(1, 2).toString(), "ID"));
    assertThat(gate.send("GET", "/v1/jobs", null, "Authorization", "Bearer b").body())
        .isEqualTo("{\"jobs\":[]}\n");
  }

  @Test
  void aChangedFileCountsAtOnceAndABrokenOneLetsNobodyIn() throws Exception {
    Files.writeString(file, Tokens.line("bob", "b") + " # only him\n");
    assertThat(list("Bearer a")).isEqualTo(401);
    assertThat(list("Bearer b")).isEqualTo(200);

    Files.writeString(file, "bob 1234\n");
    assertThat(list("Bearer b")).isEqualTo(503);

    Files.writeString(file, Tokens.line("ann", "a") + "\n");
    assertThat(list("Bearer a")).isEqualTo(200);
  }

  /** As an editor or a secret's mount does it, and with the time of the file before. */
  @Test
  void aFileThatIsMovedIntoItsPlaceCountsAtOnce() throws Exception {
    Files.writeString(file, Tokens.line("ann", "a") + "\n");
    assertThat(list("Bearer a")).isEqualTo(200);
    Path next = Files.writeString(folder.resolve("next"), Tokens.line("ann", "c") + "\n");
    Files.setLastModifiedTime(next, Files.getLastModifiedTime(file));
    Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
    assertThat(list("Bearer a")).isEqualTo(401);
    assertThat(list("Bearer c")).isEqualTo(200);

    Files.delete(file);
    assertThat(list("Bearer c")).isEqualTo(503);
    Files.createDirectory(file);
    assertThat(list("Bearer c")).isEqualTo(503);
    Files.delete(file);
    Files.write(file, new byte[] {(byte) 0xff, 0, 10});
    assertThat(list("Bearer c")).isEqualTo(503);
    Files.writeString(file, "");
    assertThat(list("Bearer c")).as("a file of nobody lets nobody in").isEqualTo(401);
  }

  @Test
  void aBrokenFileKeepsTheGatewayFromStarting() throws Exception {
    Path broken = Files.writeString(folder.resolve("broken"), "\nnonsense\n");

    assertThatThrownBy(() -> new Gate(folder, broken, HttpLimits.defaults()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("broken:2: expected a client's name");
  }

  @Test
  void theFileGivesAClientItsWeightAtOnce() throws Exception {
    gate.createJob("Authorization", "Bearer a");
    assertThat(gate.jobs.shares).containsEntry("ann", new Share("ann", 1));

    Files.writeString(
        file,
        Tokens.line("ann", "a")
            + " weight=3 # pays for it\n"
            + Tokens.line("ann", "a2")
            + "\n"
            + Tokens.line("bob", "b")
            + " weight=100\n");
    gate.createJob("Authorization", "Bearer a2");
    gate.createJob("Authorization", "Bearer b");

    assertThat(gate.jobs.shares)
        .containsEntry("ann", new Share("ann", 3))
        .containsEntry("bob", new Share("bob", 100));
  }

  @Test
  void withoutAFileEveryJobHasAShareOfItsOwn() throws Exception {
    try (Gate open = new Gate(folder)) {
      open.createJob();
      assertThat(open.jobs.shares).containsEntry(Tokens.ANONYMOUS, Share.OF_A_JOB);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "101", "-1", "1.5", "x", ""})
  void aBadWeightIsRefusedWithItsLine(String weight) throws Exception {
    Path broken =
        Files.writeString(
            folder.resolve("broken"), "# one\n" + Tokens.line("ann", "a") + " weight=" + weight);

    assertThatThrownBy(() -> Tokens.of(broken, false))
        .isInstanceOf(IOException.class)
        .hasMessageEndingWith(
            "broken:2: the weight is '" + weight + "': choose a whole number from 1 to 100");
  }

  @Test
  void aClientHasOneWeight() throws Exception {
    String twice =
        Tokens.line("ann", "a") + " weight=2\n" + Tokens.line("ann", "b") + " weight=3\n";
    Path broken = Files.writeString(folder.resolve("broken"), twice);

    assertThatThrownBy(() -> Tokens.of(broken, false))
        .hasMessageEndingWith(
            "broken:2: client ann has weight 3 here and 2 before: a client has one weight");
  }

  @Test
  void freshTokensDifferAndALineHasNoToken() {
    assertThat(Tokens.fresh()).hasSize(43).isNotEqualTo(Tokens.fresh());
    assertThat(Tokens.line("ann", "secret")).matches("ann [0-9a-f]{64}");
    assertThatThrownBy(() -> Tokens.line("ann bob", "x"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private int list(String authorization) throws Exception {
    return gate.send("GET", "/v1/jobs", null, "Authorization", authorization).statusCode();
  }
}
