package dev.roastery.common.journal.objects;

import dev.roastery.common.journal.format.FileKind;
import dev.roastery.common.storage.object.ListedObject;
import dev.roastery.common.storage.object.PatientStore;
import dev.roastery.common.storage.object.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names of the objects in a partition's epochs, as the store lists them. That is a hint: what
 * is listed may be gone. But what is listed was there once, so that all that is made before it must
 * have been there too.
 */
record ListedEpochs(NavigableMap<Long, List<String>> names) {

  private static final Pattern FILE = Pattern.compile(".*/epoch-([1-9][0-9]{0,17})/([^/]+)");

  static ListedEpochs of(PatientStore store, EpochNames names) throws StoreException {
    NavigableMap<Long, List<String>> epochs = new TreeMap<>();
    for (ListedObject object : store.list(names.partition() + "/epoch-")) {
      Matcher file = FILE.matcher(object.name().text());
      if (file.matches()) {
        epochs
            .computeIfAbsent(Long.valueOf(file.group(1)), _ -> new ArrayList<>())
            .add(file.group(2));
      }
    }
    return new ListedEpochs(epochs);
  }

  Set<Long> epochs() {
    return names.keySet();
  }

  /** Ascending. */
  List<Long> of(FileKind kind, long epoch) {
    return kind.positions(names.getOrDefault(epoch, List.of()));
  }

  /** Less than 0 when there is none. */
  long nextAfter(FileKind kind, long epoch, long position) {
    return of(kind, epoch).stream().filter(each -> each > position).findFirst().orElse(-1L);
  }
}
