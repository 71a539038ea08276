package dev.roastery.cli.docker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code docker compose up} starts keeps the promise, and keeps to itself. */
@Tag("docker")
class ComposeTest {

  private static final ComposeCluster cluster = new ComposeCluster("compose.yaml");

  @TempDir private Path folder;

  @BeforeAll
  static void up() throws Exception {
    cluster.up();
  }

  /** Whatever a test has killed, also one that failed. */
  @AfterEach
  void upAgain() throws Exception {
    cluster.upAgain();
  }

  /** Everything ends when it is asked to, and nothing is left. */
  @AfterAll
  static void down() throws Exception {
    SortedMap<String, String> ends = new TreeMap<>();
    try {
      cluster.stop();
      for (String service : ComposeCluster.NODES) {
        for (String container : cluster.containers(service)) {
          ends.put(service + " " + container, cluster.inspect(container, "{{.State.ExitCode}}"));
        }
      }
    } finally {
      cluster.down();
    }
    assertThat(ends).hasSize(7);
    assertThat(ends.values()).containsOnly("0");
    assertThat(cluster.remains()).isEmpty();
  }

  @Test
  void twoJobsAtOnceAnswerLikeARunWhileContainersAndProcessesAreKilled() throws Exception {
    ComposeJob first = job("first", 7);
    ComposeJob second = job("second", 8);
    Process submitsFirst = first.submit();
    Process submitsSecond = second.submit();
    first.awaitUpload(submitsFirst);
    second.awaitUpload(submitsSecond);

    List<String> killed = new ArrayList<>();
    List<String> revived = new ArrayList<>(cluster.containers("gateway"));
    for (String worker : ComposeCluster.WORKERS) {
      killed.add(cluster.containers(worker).getFirst());
      revived.add(cluster.containers(worker).getLast());
    }
    cluster.kill(killed);
    cluster.killProcesses(revived);
    assertThat(submitsFirst.isAlive() && submitsSecond.isAlive()).as("killed in time").isTrue();

    for (String container : killed) {
      assertThat(cluster.inspect(container, "{{.State.Running}}")).isEqualTo("false");
      cluster.start(container);
      cluster.awaitHealthy(container);
    }
    for (String container : revived) {
      cluster.awaitHealthy(container);
      assertThat(cluster.inspect(container, "{{.RestartCount}}")).isEqualTo("1");
    }
    assertThat(ComposeJob.ending(submitsFirst)).as(first::said).isZero();
    assertThat(ComposeJob.ending(submitsSecond)).as(second::said).isZero();
    assertThat(first.results("submitted")).hasSize(5).isEqualTo(first.run());
    assertThat(second.results("submitted")).hasSize(5).isEqualTo(second.run());
  }

  @Test
  void aJobCompletesThoughOneWorkerOfEachKindIsKilledAndNeverStarted() throws Exception {
    ComposeJob job = job("job", 9);
    Process submits = job.submit();
    job.awaitUpload(submits);

    List<String> killed = cluster.killOneOfEach();
    assertThat(submits.isAlive()).as("killed in time").isTrue();

    assertThat(ComposeJob.ending(submits)).as(job::said).isZero();
    assertThat(job.results("submitted")).hasSize(5).isEqualTo(job.run());
    for (String container : killed) {
      assertThat(cluster.inspect(container, "{{.State.Running}}")).isEqualTo("false");
    }
  }

  /** Without joiners the job cannot end before the lights go out. */
  @Test
  void aJobThatNobodyWatchesCompletesAfterEverythingWasKilledTheBrokerToo() throws Exception {
    ComposeJob job = job("job", 10);
    cluster.kill(cluster.containers("joiner"));
    assertThat(ComposeJob.ending(job.roastery("submit", "set", job.gateway(), "--quiet")))
        .as(job::said)
        .isZero();
    String id = job.said().strip();
    cluster.kill(cluster.running());
    assertThat(cluster.running()).isEmpty();

    cluster.upAgain();
    assertThat(ComposeJob.ending(job.roastery("watch", id, job.gateway(), "--out=submitted")))
        .as(job::said)
        .isZero();
    assertThat(job.results("submitted")).hasSize(5).isEqualTo(job.run());
  }

  @Test
  void nodesAreNotRootAndWriteToTheirVolumeOnly() throws Exception {
    for (String service : ComposeCluster.NODES) {
      String container = cluster.containers(service).getFirst();
      assertThat(cluster.inside(container, "id -u")).isEqualTo("10001");
      assertThat(
              cluster.inside(
                  container,
                  "for at in / /etc /opt/roastery /run/roastery /var/lib/roastery; do"
                      + " touch $at/probe 2>/dev/null && rm $at/probe && echo $at; done; true"))
          .isEqualTo("/var/lib/roastery");
      assertThat(cluster.inside(container, "grep -E '^(CapEff|NoNewPrivs)' /proc/1/status"))
          .isEqualTo("CapEff:\t0000000000000000\nNoNewPrivs:\t1");
    }
  }

  @Test
  void onlyTheGatewaysDoorIsOpenAndOnlyToThisMachine() throws Exception {
    List<String> open = new ArrayList<>();
    for (String container : cluster.containers()) {
      String ports =
          cluster.inspect(
              container,
              "{{range $port, $at := .NetworkSettings.Ports}}"
                  + "{{range $at}}{{$port}} {{.HostIp}} {{end}}{{end}}");
      if (!ports.isEmpty()) {
        open.add(ports);
      }
    }
    assertThat(open).containsExactly("8080/tcp 127.0.0.1");
  }

  private ComposeJob job(String name, long seed) throws IOException {
    return ComposeJob.generate(cluster, folder.resolve(name), 2_000_000, seed);
  }
}
