package dev.roastery.cli.service;

import dev.roastery.cli.CommandFailure;
import dev.roastery.cli.ExitCode;
import dev.roastery.common.storage.location.StoreLocation;
import dev.roastery.common.storage.object.ObjectDisk;
import dev.roastery.common.storage.object.ObjectStore;
import dev.roastery.common.storage.object.PatientStore;
import dev.roastery.common.storage.object.StoreException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The partitions in an object store, as it lists them: one whose objects are all gone is not among
 * them. A store that does not answer ends the command, instead of being waited for.
 */
record PartitionObjects(ObjectStore store, ObjectDisk disk) implements StatePlace {

  static PartitionObjects open(StoreLocation location, Map<String, String> environment)
      throws StoreException {
    ObjectStore store = location.openExisting(environment);
    PatientStore asked =
        new PatientStore(
            store,
            PatientStore.STANDARD_PAUSES,
            () -> ThreadLocalRandom.current().nextLong(),
            new Unanswered(),
            Runnable::run);
    return new PartitionObjects(store, new ObjectDisk(asked));
  }

  private static final class Unanswered implements PatientStore.Listener {

    @Override
    public void away(String why) {
      throw new CommandFailure(
          ExitCode.UNREACHABLE, why + "; check the address, and try again when the store answers");
    }

    @Override
    public void back() {
      // It is never waited for.
    }
  }

  @Override
  public List<Found> partitions() throws IOException {
    List<Found> found =
        disk.list("").stream().map(this::partition).flatMap(Optional::stream).toList();
    if (found.isEmpty()) {
      throw new CommandFailure(
          ExitCode.INVALID,
          "found no partition in " + store + ": name the place given to --state of the workers");
    }
    return found;
  }

  private Optional<Found> partition(String directory) {
    return Found.named(directory).map(name -> new Found(directory, disk, directory, name));
  }

  @Override
  public void close() {
    store.close();
  }
}
