package dev.roastery.cli.place;

import dev.roastery.cli.Main;
import dev.roastery.common.storage.location.StoreLocation;
import dev.roastery.common.storage.location.StoreOptions;
import dev.roastery.common.storage.object.ObjectStore;
import dev.roastery.common.storage.object.StoreException;
import dev.roastery.input.source.DatasetFolder;
import dev.roastery.input.source.ObjectFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Reads what a user has given for a folder: a path, {@code file:///FOLDER} or {@code s3://…}. */
public final class Places {

  private static final String BUCKETS = "s3://";
  private static final String FILES = "file://";

  private final CommandSpec spec;
  private final StoreOptions options;

  public Places(CommandSpec spec, StoreOptions options) {
    this.spec = spec;
    this.options = options;
  }

  /** Whether that is in a bucket, and not on this machine. */
  public static boolean isBucket(@Nullable String given) {
    return given != null && given.startsWith(BUCKETS);
  }

  /** Whether a gateway that is given that reads it itself, where it is. */
  public static boolean isAddress(@Nullable String given) {
    return isBucket(given) || (given != null && given.startsWith(FILES));
  }

  /** A dataset, of which there must be something. */
  public DatasetFolder dataset(String given) throws IOException {
    if (isBucket(given)) {
      ObjectFolder objects = ObjectFolder.list(store(given), name(given));
      if (objects.isEmpty()) {
        objects.close();
        throw usage("there is no object whose address begins with " + name(given) + "/");
      }
      return objects;
    }
    Path folder = folder(given);
    checkFolder(folder);
    return DatasetFolder.of(folder);
  }

  private void checkFolder(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      throw usage("no such folder: " + folder);
    }
    if (!Files.isDirectory(folder)) {
      throw usage(folder + " is a file; DIR must be the folder that contains the tables");
    }
    try (Stream<Path> files = Files.list(folder)) {
      if (files.findAny().isEmpty()) {
        throw usage(
            folder
                + " is empty; './roastery generate --out "
                + folder
                + "' generates a dataset there");
      }
    }
  }

  /** A folder of this machine. */
  public Path folder(String given) {
    if (given.startsWith(FILES) && location(given) instanceof StoreLocation.Folder(Path folder)) {
      return folder;
    }
    try {
      return Path.of(given);
    } catch (InvalidPathException e) {
      throw usage("not a valid folder path: " + e.getReason());
    }
  }

  /** A store in a bucket; the caller closes it. */
  public ObjectStore store(String address) throws StoreException {
    return location(address).open(environment());
  }

  /** An address without its options, and without a slash at its end: as messages have it. */
  public static String name(String address) {
    return address.replaceFirst("\\?.*$", "").replaceFirst("/+$", "");
  }

  private StoreLocation location(String address) {
    try {
      return options.location(address, environment());
    } catch (IllegalArgumentException e) {
      throw usage(String.valueOf(e.getMessage()));
    }
  }

  private Map<String, String> environment() {
    return ((Main) spec.root().userObject()).environment();
  }

  private ParameterException usage(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }
}
