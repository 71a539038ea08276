package dev.roastery.common.journal.recovery;

import dev.roastery.common.fault.Fatal;
import dev.roastery.common.journal.format.DamagedException;
import dev.roastery.common.journal.format.EpochFiles;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.RandomAccess;

/**
 * The chunks that a recovery has found good, each read again when it is asked for: together they
 * may be more than memory holds.
 */
final class BufferedChunks extends AbstractList<byte[]> implements RandomAccess {

  private final EpochFiles files;
  private final List<Place> places = new ArrayList<>();
  private long bytes;

  private record Place(String path, long offset, int length) {}

  BufferedChunks(EpochFiles files) {
    this.files = files;
  }

  void add(String path, long offset, int length) {
    places.add(new Place(path, offset, length));
    bytes += length;
  }

  long bytes() {
    return bytes;
  }

  @Override
  public int size() {
    return places.size();
  }

  @Override
  public byte[] get(int index) {
    Place place = places.get(index);
    try {
      byte[] chunk = files.read(place.path(), place.offset(), place.length());
      if (chunk.length == place.length()) {
        return chunk;
      }
      throw JournalReader.corrupt(
          place.path() + " at offset " + place.offset(), "shorter than it was a moment ago");
    } catch (DamagedException e) {
      throw new Fatal(e.reason(), String.valueOf(e.getMessage()), e);
    }
  }
}
