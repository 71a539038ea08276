package dev.roastery.cli.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.Installed;
import dev.roastery.cli.Outcome;
import dev.roastery.embedded.sample.Progress;
import dev.roastery.embedded.sample.SampleDataset;
import dev.roastery.embedded.sample.SampleSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the commands of a client print and cannot is never lost in silence. */
class LostOutputTest {

  @TempDir private Path folder;

  @Test
  void everyCommandOfAClientEndsWith41WhenItsOutputCannotBeWritten() throws Exception {
    Path set = folder.resolve("set");
    new SampleDataset(new SampleSettings(1_000, 12, 4), set, Progress.UNWATCHED).write(2);
    try (Service service = Service.dev(folder)) {
      Outcome done = service.submit(set, "--watch", "--quiet").await(Service.LIMIT);
      assertThat(done.code()).as(done.err()).isZero();
      String job = service.newest().id();

      List<String> commands = new ArrayList<>(List.of("jobs", "workers", "submit " + set));
      for (String command : List.of("status", "watch", "events", "results")) {
        commands.add(command + " " + job);
        commands.add(command + " " + job + " --json");
      }
      for (String command : commands) {
        Outcome outcome = toFullDisk(service, command);
        assertThat(outcome.code()).as(command + ": " + outcome.err()).isEqualTo(41);
        assertThat(outcome.err()).contains("cannot write to standard output: No space left");
      }
    }
  }

  private Outcome toFullDisk(Service service, String words) throws Exception {
    List<String> command = new ArrayList<>(List.of("sh", "-c", "exec \"$@\" > /dev/full", "sh"));
    command.addAll(Installed.roastery(Files.createDirectories(folder.resolve("tmp"))));
    command.addAll(List.of(words.split(" ")));
    command.add("--gateway=" + service.url());
    return Outcome.start(folder, Map.of(), command).await(Service.LIMIT);
  }
}
