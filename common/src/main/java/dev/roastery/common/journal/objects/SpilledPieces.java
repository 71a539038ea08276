package dev.roastery.common.journal.objects;

import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.journal.format.DamagedException;
import dev.roastery.common.spill.BlockCache;
import dev.roastery.common.spill.SpilledFile;
import dev.roastery.common.storage.Disk;
import dev.roastery.common.storage.object.Content;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.object.PatientStore;
import dev.roastery.common.storage.object.StoreException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.HashMap;
import java.util.Map;

/**
 * Spilled files, of any length, as objects of {@value #PIECE_BYTES} bytes: so little of one that
 * grows is in memory. A file keeps its name from epoch to epoch. Blocks that were read last are
 * kept, because records are short, and calls of a store are not.
 */
final class SpilledPieces {

  static final int PIECE_BYTES = 4 << 20;
  private static final int BLOCK_BYTES = 256 << 10;
  private static final long BLOCKS_BYTES_MAX = 8 << 20;

  private final PatientStore store;
  private final EpochNames names;
  private final Map<String, Integer> pieces = new HashMap<>();

  private final BlockCache blocks = new BlockCache(BLOCKS_BYTES_MAX);

  SpilledPieces(PatientStore store, EpochNames names) {
    this.store = store;
    this.names = names;
  }

  /** The file exists, from an earlier epoch. */
  void know(SpilledFile file) {
    pieces.put(file.name(), count(file));
  }

  private static int count(SpilledFile file) {
    return Math.toIntExact((file.length() + PIECE_BYTES - 1) / PIECE_BYTES);
  }

  /** Whether it is there, as long as it should be. Its records have checksums of their own. */
  void check(SpilledFile file) throws DamagedException, StoreException {
    int last = count(file) - 1;
    for (int piece = 0; piece <= last; piece++) {
      long length = piece < last ? PIECE_BYTES : file.length() - (long) last * PIECE_BYTES;
      ObjectName name = names.spilled(file.name(), piece);
      if (store.sizeOfExisting(name).orElse(-1L) != length) {
        throw new DamagedException(
            FatalReason.SNAPSHOT_CORRUPT, name + ": a snapshot refers to it, and it is gone");
      }
    }
  }

  Disk.File create(String file) {
    return new Growing(file);
  }

  byte[] read(String file, long offset, int bytesMax) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream(bytesMax);
    while (all.size() < bytesMax) {
      long at = offset + all.size();
      byte[] block = block(file, at / BLOCK_BYTES);
      int within = (int) (at % BLOCK_BYTES);
      if (within >= block.length) {
        break;
      }
      all.write(block, within, Math.min(block.length - within, bytesMax - all.size()));
    }
    return all.toByteArray();
  }

  private byte[] block(String file, long block) throws IOException {
    BlockCache.Place place = new BlockCache.Place(file, block);
    byte[] there = blocks.get(place);
    if (there == null) {
      there = fetch(file, block * BLOCK_BYTES);
      blocks.put(place, there);
    }
    return there;
  }

  private byte[] fetch(String file, long offset) throws IOException {
    ObjectName name = names.spilled(file, (int) (offset / PIECE_BYTES));
    return store
        .getExisting(name, offset % PIECE_BYTES, BLOCK_BYTES)
        .orElseThrow(() -> new NoSuchFileException(name.text()));
  }

  void delete(String file) throws IOException {
    Integer count = pieces.remove(file);
    for (int piece = 0; piece < (count == null ? 1 : count); piece++) {
      store.deleteSoon(names.spilled(file, piece));
    }
    blocks.forget(file);
  }

  /** Nobody reads it before all of it is forced. */
  private final class Growing implements Disk.File {

    private final String file;
    private final ByteArrayOutputStream piece = new ByteArrayOutputStream();

    Growing(String file) {
      this.file = file;
      pieces.put(file, 0);
    }

    @Override
    public void append(ByteBuffer bytes) throws IOException {
      while (bytes.hasRemaining()) {
        byte[] part = new byte[Math.min(bytes.remaining(), PIECE_BYTES - piece.size())];
        bytes.get(part);
        piece.writeBytes(part);
        if (piece.size() == PIECE_BYTES) {
          store();
        }
      }
    }

    private void store() throws StoreException {
      int number = pieces.merge(file, 1, Integer::sum) - 1;
      store.put(names.spilled(file, number), Content.of(piece.toByteArray()));
      piece.reset();
    }

    /** Whole pieces are safe already. */
    @Override
    public void force() {
      // The rest follows when the file is closed, before anything refers to it.
    }

    @Override
    public void close() throws IOException {
      if (piece.size() > 0) {
        store();
      }
    }
  }
}
