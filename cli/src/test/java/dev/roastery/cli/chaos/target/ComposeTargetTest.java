package dev.roastery.cli.chaos.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is told to docker, by a docker that writes down its command lines and acts on files. */
class ComposeTargetTest {

  @TempDir private Path folder;
  private Path program;

  @BeforeEach
  void setUp() throws IOException {
    container("id-b", "broker", "1", "");
    container("id-g", "gateway", "1", "\"8080/tcp\": [{\"HostPort\": \"4321\"}]");
    container("id-a", "aggregator", "2", "");
    container("id-x", "something", "1", "");
    program = folder.resolve("docker");
    Files.writeString(
        program,
        """
        #!/bin/sh
        cd '%s'
        echo "$*" >> calls
        case $1 in
          ps) echo id-b; echo id-g; echo id-a; echo id-x ;;
          inspect) shift; printf '['; comma=; for id; do printf '%%s' "$comma"; cat "$id"; comma=,; done; printf ']' ;;
          kill) grep -q running "$2" || { echo "no such container" >&2; exit 1; } ;;
          events) [ ! -e ends ] || cat ends; rm -f ends ;;
        esac
        """
            .formatted(folder));
    assertThat(program.toFile().setExecutable(true)).isTrue();
  }

  @Test
  void theProjectsContainersAreKnownByServiceAndNumberAndNoOthers() throws Exception {
    ComposeTarget target = ComposeTarget.of("shop", docker());
    assertThat(target.nodes()).containsExactly("aggregator-2", "gateway");
    assertThat(target.gateway()).isEqualTo(URI.create("http://127.0.0.1:4321"));
    assertThat(target.partitions()).isEqualTo("aggregator=3");
    assertThat(target.memory()).isEqualTo("4m");
    assertThat(calls().getFirst()).contains("label=com.docker.compose.project=shop");
    assertThat(target.nodeOf(new ObjectMapper().readTree("{\"host\": \"host-id-a\"}")))
        .isEqualTo("aggregator-2");
    assertThat(target.nodeOf(new ObjectMapper().readTree("{\"host\": \"host-id-x\"}"))).isNull();
  }

  @Test
  void eachFaultIsACommandToDocker() throws Exception {
    ComposeTarget target = ComposeTarget.of("shop", docker());
    target.kill("aggregator-2");
    target.start("aggregator-2");
    target.stop("broker");
    target.pause("gateway");
    target.pause("broker");
    target.stall("aggregator-2");
    assertThat(acts())
        .containsExactly(
            "kill id-a",
            "start id-a",
            "stop id-b",
            "pause id-g",
            "pause id-b",
            "network disconnect shop_default id-a");
  }

  @Test
  void aStoreIsPausedRestartedAndSlowedDownAndNeverANode() throws Exception {
    assertThat(ComposeTarget.of("shop", docker()).parts()).doesNotContain("store");
    container("id-x", "store", "1", "");
    ComposeTarget target = ComposeTarget.of("shop", docker());
    assertThat(target.nodes()).containsExactly("aggregator-2", "gateway");
    assertThat(target.parts()).containsExactly("aggregator-2", "gateway", "store");
    target.pause("store");
    target.stop("store");
    target.start("store");
    target.slowStore();
    target.mend("store");
    target.mend("store");
    assertThat(acts())
        .containsExactly(
            "pause id-x",
            "stop id-x",
            "start id-x",
            "update --cpus 0.05 id-x",
            "update --cpus 1.5 id-x");
  }

  @Test
  void whoIsOffTheNetworkIsConnectedUnderItsName() throws Exception {
    ComposeTarget target = ComposeTarget.of("shop", docker());
    Files.writeString(
        folder.resolve("id-a"),
        Files.readString(folder.resolve("id-a")).replace("\"shop_default\": {}", ""));
    target.mend("aggregator-2");
    target.mend("gateway");
    assertThat(acts()).containsExactly("network connect --alias aggregator shop_default id-a");
  }

  @Test
  void whoEndedByItselfIsStartedAndTold() throws Exception {
    ComposeTarget target = ComposeTarget.of("shop", docker());
    ended("id-a", 54);
    assertThat(target.supervise()).containsExactly(new ChaosTarget.Ended("aggregator-2", 54));
    assertThat(acts()).containsExactly("start id-a");
  }

  @Test
  void whoEndedByItselfIsToldThoughItsRestartPolicyWasFaster() throws Exception {
    ComposeTarget target = ComposeTarget.of("shop", docker());
    Files.writeString(folder.resolve("ends"), "id-a 52\nid-g 137\nid-x 1\n");
    assertThat(target.supervise()).containsExactly(new ChaosTarget.Ended("aggregator-2", 52));
    assertThat(target.supervise()).isEmpty();
    assertThat(acts()).isEmpty();
  }

  @Test
  void whoWasAskedToEndIsNotTold() throws Exception {
    ComposeTarget target = ComposeTarget.of("shop", docker());
    target.stop("broker");
    Files.writeString(folder.resolve("ends"), "id-b 0\n");
    target.start("broker");
    assertThat(target.supervise()).isEmpty();
  }

  @Test
  void whoIsDeadAlreadyCanBeKilled() throws Exception {
    ComposeTarget target = ComposeTarget.of("shop", docker());
    ended("id-a", 137);
    target.kill("aggregator-2");
    assertThat(acts()).containsExactly("kill id-a");
  }

  @Test
  void whoIsToBeDeadStaysDeadUntilTheEndWhenAllAreStarted() throws Exception {
    ComposeTarget target = ComposeTarget.of("shop", docker());
    target.kill("aggregator-2");
    ended("id-a", 137);
    assertThat(target.supervise()).isEmpty();
    assertThat(acts()).containsExactly("kill id-a");
    target.cleanUp();
    assertThat(acts())
        .contains("start id-a", "start id-b", "start id-g")
        .doesNotContain("start id-x");
  }

  @Test
  void whatDockerRefusesIsSaidInItsWords() {
    assertThatThrownBy(() -> docker().run("kill", "id-none"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("kill id-none")
        .hasMessageContaining("no such container");
  }

  private Docker docker() {
    return new Docker(program.toString());
  }

  private void ended(String id, int code) throws IOException {
    Files.writeString(
        folder.resolve(id),
        Files.readString(folder.resolve(id))
            .replace("running", "exited")
            .replace("\"ExitCode\": 0", "\"ExitCode\": " + code));
    Files.writeString(folder.resolve("ends"), id + " " + code + "\n");
  }

  private List<String> calls() throws IOException {
    return Files.readAllLines(folder.resolve("calls"));
  }

  /** The calls that change something. */
  private List<String> acts() throws IOException {
    return calls().stream().filter(call -> !call.matches("(ps|inspect|events) .*")).toList();
  }

  private void container(String id, String service, String number, String ports)
      throws IOException {
    Files.writeString(
        folder.resolve(id),
        """
        {"Id": "%s", "State": {"Status": "running", "Paused": false, "ExitCode": 0},
         "HostConfig": {"NanoCpus": 1500000000},
         "Config": {"Hostname": "host-%s", "Env": ["ROASTERY_MEMORY=4m", "ROASTERY_PARTITIONS=aggregator=3"],
          "Labels": {"com.docker.compose.service": "%s", "com.docker.compose.container-number": "%s"}},
         "NetworkSettings": {"Networks": {"shop_default": {}}, "Ports": {%s}}}
        """
            .formatted(id, id, service, number, ports));
  }
}
