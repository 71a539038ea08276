package dev.roastery.common.journal.format;

import dev.roastery.common.fault.FatalReason;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** The kinds of file in an epoch; segments and snapshots are named by a position in the journal. */
public enum FileKind {
  /** A stretch of the chunk buffer. */
  SEGMENT("RSTSEGMT", FatalReason.JOURNAL_CORRUPT),
  /** Everything that the journal says before the position. */
  SNAPSHOT("RSTSNAPS", FatalReason.SNAPSHOT_CORRUPT),
  /** A part of the state that a snapshot refers to; {@link SpillFormat} names it. */
  SPILL("RSTSPILL", FatalReason.SNAPSHOT_CORRUPT),
  /** In an object store: an entry in the log of an epoch's snapshots, named by its number. */
  MANIFEST("RSTMANIF", FatalReason.JOURNAL_CORRUPT),
  /** In an object store: stands where an epoch's next group would, and belongs to the successor. */
  SEAL("RSTSEALS", FatalReason.JOURNAL_CORRUPT);

  /** What a snapshot is called while it is written. */
  public static final String TEMPORARY = ".tmp";

  /** Behind a segment's name, with an epoch: that epoch's segment, taken over to be replayed. */
  public static final String TAKEN = ".of-";

  private static final Pattern POSITION = Pattern.compile("[0-7][0-9a-f]{15}");

  private final long magic;
  private final FatalReason whenDamaged;
  private final String prefix = name().toLowerCase(Locale.ROOT) + "-";

  FileKind(String magic, FatalReason whenDamaged) {
    this.magic = Magic.of(magic);
    this.whenDamaged = whenDamaged;
  }

  long magic() {
    return magic;
  }

  FatalReason whenDamaged() {
    return whenDamaged;
  }

  public String fileName(long position) {
    return prefix + HexFormat.of().toHexDigits(position);
  }

  /** The positions of the files of this kind among these names, ascending. */
  public List<Long> positions(Collection<String> names) {
    return names.stream().filter(this::isNameOf).map(this::position).sorted().toList();
  }

  private boolean isNameOf(String name) {
    return name.startsWith(prefix) && POSITION.matcher(name.substring(prefix.length())).matches();
  }

  private long position(String name) {
    return HexFormat.fromHexDigitsToLong(name, prefix.length(), name.length());
  }
}
