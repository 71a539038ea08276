package dev.roastery.cli.service;

import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.storage.Disk;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where workers keep their partitions: below a folder, or in an object store. */
interface StatePlace extends AutoCloseable {

  /** In the order of their paths; none at all is an error, for then the place is the wrong one. */
  List<Found> partitions() throws IOException;

  @Override
  void close();

  /**
   * One partition.
   *
   * @param path for people
   */
  record Found(String path, Disk disk, String directory, PartitionName name) {

    private static final Pattern NAME = Pattern.compile("([a-z]{1,20})-(0|[1-9][0-9]{0,8})");

    /** The partition whose directory has that name, if it is the name of one. */
    static Optional<PartitionName> named(String directory) {
      Matcher name = NAME.matcher(directory);
      return name.matches()
          ? Optional.of(new PartitionName(name.group(1), Integer.parseInt(name.group(2))))
          : Optional.empty();
    }
  }
}
