package dev.roastery.common.journal.objects;

import dev.roastery.common.spill.SpilledFile;
import dev.roastery.common.storage.object.ListedObject;
import dev.roastery.common.storage.object.PatientStore;
import java.io.IOException;
import java.util.Collection;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Deletes what no owner needs any more once a later one has a snapshot of its own. What the list
 * does not show yet is deleted by a later owner, or stays. Claims, logs and seals stay for ever:
 * each of them is what refuses somebody who comes late.
 */
final class ClearedEpochs {

  private static final Pattern SPILLED = Pattern.compile("spill-([0-9]{1,18})-[0-9]{1,18}");

  private final EpochNames names;
  private final long from;
  private final Set<String> needed;

  /**
   * @param from those before it have been cleared
   * @param needed the spilled files that the new owner's snapshot refers to
   */
  ClearedEpochs(EpochNames names, long from, Collection<SpilledFile> needed) {
    this.names = names;
    this.from = from;
    this.needed = needed.stream().map(SpilledFile::name).collect(Collectors.toSet());
  }

  void clearBefore(long epoch, PatientStore store) throws IOException {
    for (long older = from; older < epoch; older++) {
      for (ListedObject object : store.list(names.filesOfJournal(older))) {
        if (!isSeal(object, store)) {
          store.delete(object.name());
        }
      }
    }
    for (ListedObject object : store.list(names.spilled())) {
      if (isVain(object.name().text().substring(names.spilled().length()), epoch)) {
        store.delete(object.name());
      }
    }
  }

  private boolean isVain(String piece, long epoch) {
    Matcher file = SPILLED.matcher(piece.split("\\.", 2)[0]);
    return file.matches()
        && Long.parseLong(file.group(1)) < epoch
        && !needed.contains(file.group());
  }

  private static boolean isSeal(ListedObject object, PatientStore store) throws IOException {
    return object.size() <= Seal.BYTES_MAX
        && store.get(object.name()).flatMap(Seal::of).isPresent();
  }
}
