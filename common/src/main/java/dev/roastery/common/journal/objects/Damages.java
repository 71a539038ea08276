package dev.roastery.common.journal.objects;

import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.journal.format.DamagedException;
import dev.roastery.common.journal.format.Origin;
import dev.roastery.common.journal.recovery.VolumeCheck.Damage;
import dev.roastery.common.storage.object.ObjectName;
import java.util.ArrayList;
import java.util.List;

/** What one look at a partition's objects has found, each in one sentence. */
final class Damages {

  private static final String ADVICE = ": restore it, or give the partition up";

  private final List<Damage> found = new ArrayList<>();

  List<Damage> found() {
    return List.copyOf(found);
  }

  /** Only an object that must be there: the caller knows of another one that says so. */
  void missing(ObjectName name, FatalReason reason, String whoNeedsIt) {
    add(reason, name + " is missing, although " + whoNeedsIt);
  }

  void damaged(ObjectName name, FatalReason reason, String how) {
    add(reason, name + " is damaged: " + how);
  }

  private void add(FatalReason reason, String what) {
    found.add(new Damage(reason, what + ADVICE));
  }

  /** Those of a later version or of another partition are whole, and say what to do. */
  void unreadable(ObjectName name, DamagedException why) {
    switch (why.reason()) {
      case FORMAT_TOO_NEW, VOLUME_FOREIGN ->
          found.add(new Damage(why.reason(), String.valueOf(why.getMessage())));
      default -> damaged(name, why.reason(), "its bytes are not those that were written");
    }
  }

  /** The origin of what has the name, if that is the partition's. */
  static Origin own(ObjectName name, Origin origin, String partition) throws DamagedException {
    if (origin.partition().equals(partition)) {
      return origin;
    }
    throw new DamagedException(
        FatalReason.VOLUME_FOREIGN,
        name
            + " belongs to partition "
            + origin.partition()
            + ": it was copied to a wrong name; copy each object to its own");
  }
}
