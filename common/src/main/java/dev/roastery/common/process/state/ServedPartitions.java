package dev.roastery.common.process.state;

import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.storage.Disk;
import java.io.IOException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The partitions that a node is for: those that jobs have from now on, and those that its volume
 * has from a time when there were more, because a job that is open keeps its own.
 */
public final class ServedPartitions {

  private static final Logger log = LoggerFactory.getLogger(ServedPartitions.class);

  private ServedPartitions() {}

  public static Partitions of(Disk volume, Partitions asked) {
    List<String> names = names(volume);
    Partitions served =
        Partitions.of(asked.pipeline(), stage -> most(names, stage.name(), asked.of(stage)));
    tell(asked, served);
    return served;
  }

  static void tell(Partitions asked, Partitions served) {
    if (!served.equals(asked)) {
      log.info("new jobs have {}; there are more partitions: {} are served", asked, served);
    }
  }

  private static int most(List<String> names, String stage, int asked) {
    return names.stream()
        .filter(name -> name.matches(stage + "-[0-9]{1,5}"))
        .mapToInt(name -> Integer.parseInt(name.substring(stage.length() + 1)) + 1)
        .reduce(asked, Math::max);
  }

  private static List<String> names(Disk volume) {
    try {
      return volume.list("");
    } catch (IOException e) {
      throw new Fatal(FatalReason.DISK_UNREADABLE, "the volume cannot be listed: " + e, e);
    }
  }
}
