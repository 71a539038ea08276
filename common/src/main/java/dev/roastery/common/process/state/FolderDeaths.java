package dev.roastery.common.process.state;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.pipeline.PartitionName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** The file {@code PARTITION.deaths} of a volume. */
public record FolderDeaths(Path volume) implements DeathRecord {

  @Override
  public List<String> of(PartitionName partition) throws IOException {
    Path file = file(partition);
    return Files.notExists(file) ? List.of() : Files.readAllLines(file);
  }

  @Override
  public void add(PartitionName partition, String line) throws IOException {
    Files.writeString(
        file(partition), line + "\n", UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  @Override
  public void forget(PartitionName partition) throws IOException {
    Files.deleteIfExists(file(partition));
  }

  @Override
  public String where(PartitionName partition) {
    return file(partition).toString();
  }

  private Path file(PartitionName partition) {
    return volume.resolve(partition + ".deaths");
  }
}
