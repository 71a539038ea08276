package dev.roastery.cli.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.Commands;
import dev.roastery.cli.Outcome;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message;
import dev.roastery.common.message.MessageCodec;
import dev.roastery.embedded.sample.Progress;
import dev.roastery.embedded.sample.SampleDataset;
import dev.roastery.embedded.sample.SampleSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code roastery verify} and {@code roastery quarantine}, over what a run leaves behind. */
class OperatorsToolsTest {

  private static final JobId JOB = new JobId(new UUID(0x7000L, 5), 1);

  @TempDir private Path folder;
  private Path state;

  @BeforeEach
  void aRunsState() throws IOException {
    Path set = folder.resolve("set");
    state = folder.resolve("state");
    new SampleDataset(new SampleSettings(500, 2, 1), set, Progress.UNWATCHED).write(1);
    assertThat(run("run", set.toString(), "--quiet", "--format=json", "--state=" + state).code())
        .isZero();
  }

  private static Outcome run(String... arguments) {
    return Commands.run(Map.of(), arguments);
  }

  private List<Path> files(String like) throws IOException {
    try (Stream<Path> paths = Files.walk(state)) {
      return paths.filter(path -> path.toString().contains(like)).sorted().toList();
    }
  }

  @Test
  void aWholeVolumeIsWhole() {
    Outcome outcome = run("verify", state.toString());

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.code()).isZero();
    assertThat(outcome.out()).contains("/collector-0: 1 epochs, ").doesNotContain("DAMAGED");
  }

  @Test
  void aFlippedByteIsNamedWithItsFileAndNothingIsChanged() throws IOException {
    Path snapshot = files("/snapshot-").getFirst();
    byte[] bytes = Files.readAllBytes(snapshot);
    bytes[bytes.length - 9] ^= 4;
    Files.write(snapshot, bytes);

    Outcome outcome = run("verify", state.toString());

    assertThat(outcome.code()).isEqualTo(45);
    assertThat(outcome.out())
        .contains("DAMAGED", snapshot.getFileName().toString(), "it fails its checksum");
    assertThat(outcome.err()).contains("SNAPSHOT_CORRUPT: 1 damaged places, listed above");
    assertThat(Files.readAllBytes(snapshot)).isEqualTo(bytes);
  }

  @Test
  void aFolderWithoutPartitionsIsRefused() {
    assertThat(run("verify", folder.resolve("set").toString()).code()).isEqualTo(3);
    assertThat(run("verify", folder.resolve("none").toString()).code()).isEqualTo(42);
    assertThat(run("quarantine", "list", folder.resolve("set").toString()).err())
        .contains("found no partition directory at or below");
  }

  private Path quarantined(String name, byte[] message, String reason) throws IOException {
    Path quarantine = files("/joiner-0").getFirst().resolve("quarantine");
    Files.createDirectories(quarantine);
    byte[] line = (reason + "\n").getBytes(UTF_8);
    byte[] all = new byte[line.length + message.length];
    System.arraycopy(line, 0, all, 0, line.length);
    System.arraycopy(message, 0, all, line.length, message.length);
    return Files.write(quarantine.resolve(name), all);
  }

  @Test
  void whatIsInQuarantineIsListedShownAndDropped() throws IOException {
    assertThat(run("quarantine", "list", state.toString()).out())
        .isEqualTo("the quarantine is empty\n");
    byte[] end = MessageCodec.encode(new Message.End(JOB, "tpv-by-store", 0, 1, 3));
    Path first = quarantined("aa11-" + end.length, end, "announces 3 batches, earlier 2");
    Path other = quarantined("ab22-7", "rubbish".getBytes(UTF_8), "not a message");

    assertThat(run("quarantine", "list", state.toString()).out().lines())
        .hasSize(4)
        .anyMatch(line -> line.contains("joiner-0") && line.contains("END 00000000-0000-7000-"))
        .anyMatch(line -> line.contains("ab22-7") && line.contains("not a message: "));
    Outcome shown =
        run("quarantine", "show", state.toString(), "aa", "--out=" + folder.resolve("bytes"));
    assertThat(shown.out()).contains("announces 3 batches, earlier 2", JOB + "/tpv-by-store/0/end");
    assertThat(folder.resolve("bytes")).hasBinaryContent(end);
    assertThat(run("quarantine", "drop", state.toString(), "a").err())
        .contains("more than one entry begins with a");
    assertThat(run("quarantine", "drop", state.toString(), "aa").out()).startsWith("dropped aa11-");
    assertThat(first).doesNotExist();
    assertThat(other).exists();
  }

  @Test
  void whatCannotBeSentAgainStaysInQuarantine() throws IOException {
    Path entry = quarantined("ab22-7", "rubbish".getBytes(UTF_8), "not a message");

    Outcome outcome =
        run(
            "quarantine",
            "retry",
            state.toString(),
            "ab22",
            "--limit=1",
            "--broker=amqp://nobody:nothing@127.0.0.1:1");

    assertThat(outcome.code()).isEqualTo(8);
    assertThat(outcome.err()).contains("the message stays in quarantine");
    assertThat(entry).exists();
  }
}
