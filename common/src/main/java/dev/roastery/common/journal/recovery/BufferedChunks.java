package dev.roastery.common.journal.recovery;

import dev.roastery.common.fault.Fatal;
import dev.roastery.common.journal.format.DamagedException;
import dev.roastery.common.journal.format.EpochFiles;
import dev.roastery.common.journal.format.FileKind;
import dev.roastery.common.storage.FailStop;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import java.util.TreeMap;

/**
 * The chunks that a recovery has found good, each read again when it is asked for: together they
 * may be more than memory holds. For that the new owner gives their segments a name of its own.
 */
final class BufferedChunks extends AbstractList<byte[]> implements RandomAccess {

  private static final int AHEAD_BYTES = 256 << 10;

  private final EpochFiles files;
  private final List<Place> places = new ArrayList<>();
  private long bytes;
  private byte[] ahead = {};
  private String aheadPath = "";

  /** Knows when a later owner has deleted what is read here. */
  private FailStop guard = new FailStop(() -> false);

  private long aheadAt;

  private record Place(long segment, long offset, int length) {}

  /** The new owner's names of segments, which an older owner can no longer delete. */
  private final Map<Long, String> taken = new TreeMap<>();

  BufferedChunks(EpochFiles files) {
    this.files = files;
  }

  void add(long segment, long offset, int length) {
    places.add(new Place(segment, offset, length));
    bytes += length;
  }

  long bytes() {
    return bytes;
  }

  void readBy(FailStop owner) {
    guard = owner;
  }

  /** Gives the segments that chunks are in a name in another epoch, if they have none there. */
  void takeOver(String to, List<String> there, FailStop newOwner) throws DamagedException {
    guard = newOwner;
    for (Place place : places) {
      if (!taken.containsKey(place.segment())) {
        String name = FileKind.SEGMENT.fileName(place.segment());
        String mine = name + FileKind.TAKEN + files.epoch();
        if (!there.contains(mine)) {
          files.link(name, to + "/" + mine);
        }
        taken.put(place.segment(), to + "/" + mine);
      }
    }
  }

  /** Small chunks that follow each other share a call of the disk. */
  private byte[] read(String path, long offset, int length) {
    if (length >= AHEAD_BYTES) {
      return piece(path, offset, length);
    }
    long within = offset - aheadAt;
    if (!path.equals(aheadPath) || within < 0 || within + length > ahead.length) {
      ahead = piece(path, offset, AHEAD_BYTES);
      aheadPath = path;
      aheadAt = offset;
      within = 0;
    }
    int from = (int) within;
    return Arrays.copyOfRange(ahead, from, Math.min(ahead.length, from + length));
  }

  private byte[] piece(String path, long offset, int bytesMax) {
    return guard.reading(path, () -> files.disk().read(path, offset, bytesMax));
  }

  @Override
  public int size() {
    return places.size();
  }

  @Override
  public byte[] get(int index) {
    Place place = places.get(index);
    String path =
        taken.getOrDefault(place.segment(), files.path(FileKind.SEGMENT, place.segment()));
    byte[] chunk = read(path, place.offset(), place.length());
    if (chunk.length != place.length()) {
      DamagedException cut =
          JournalReader.corrupt(
              path + " at offset " + place.offset(), "shorter than it was a moment ago");
      throw new Fatal(cut.reason(), String.valueOf(cut.getMessage()), cut);
    }
    return chunk;
  }
}
