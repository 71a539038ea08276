package dev.roastery.cli.output;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.storage.object.Content;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.object.ObjectStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Results on their way to a bucket: first they are files of a temporary folder, then each is put as
 * a whole object. As in a folder, they replace what an earlier command has left under their names.
 */
final class BucketDelivery {

  private final ObjectStore store;
  private final String address;
  private final ScratchFolder scratch;
  private final Path folder;

  private BucketDelivery(ObjectStore store, String address, ScratchFolder scratch)
      throws IOException {
    this.store = store;
    this.address = address;
    this.scratch = scratch;
    this.folder = scratch.folder("out");
  }

  /** Finds out before the work whether anything can be put there. */
  static BucketDelivery to(ObjectStore store, String address) throws IOException {
    ObjectName trial = new ObjectName("roastery-try-" + UUID.randomUUID());
    store.put(trial, Content.of("to be deleted\n".getBytes(UTF_8)));
    store.delete(trial);
    return new BucketDelivery(store, address, ScratchFolder.make());
  }

  /** Where results are to be written. */
  Path folder() {
    return folder;
  }

  /** Puts all files there, and ends. */
  void deliver() throws IOException {
    try (scratch;
        store) {
      for (Path file : files()) {
        store.put(new ObjectName(file.getFileName().toString()), Content.of(file));
      }
    }
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  @Override
  public String toString() {
    return address;
  }
}
