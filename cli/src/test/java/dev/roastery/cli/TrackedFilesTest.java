package dev.roastery.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a test or a trial leaves in the sources is not committed with them. */
class TrackedFilesTest {

  private static final long BYTES_MAX = 600_000;
  private static final long ALL_BYTES_MAX = 20_000_000;

  private static List<Path> tracked() throws IOException {
    Path root = Repository.ROOT;
    assumeTrue(Files.exists(root.resolve(".git")), "not a checkout");
    Process git =
        new ProcessBuilder("git", "ls-files", "-z")
            .directory(root.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String names = new String(git.getInputStream().readAllBytes(), UTF_8);
    return names
        .lines()
        .flatMap(all -> List.of(all.split("\0")).stream())
        .map(root::resolve)
        .toList();
  }

  @Test
  void noneIsLarge() throws IOException {
    long all = 0;
    for (Path file : tracked()) {
      long bytes = Files.exists(file) ? Files.size(file) : 0;
      assertThat(bytes).as(file + ": data is made by scripts and tests").isLessThan(BYTES_MAX);
      all += bytes;
    }
    assertThat(all).isBetween(1L, ALL_BYTES_MAX);
  }

  @Test
  void rowsAreInResourcesOnly() throws IOException {
    assertThat(tracked())
        .filteredOn(file -> file.toString().matches(".*\\.(csv|ndjson|jsonl|gz|zst)"))
        .isNotEmpty()
        .allMatch(file -> file.toString().contains("/resources/"), "is in a folder of resources");
  }
}
