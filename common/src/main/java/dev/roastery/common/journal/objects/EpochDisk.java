package dev.roastery.common.journal.objects;

import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.journal.format.FileKind;
import dev.roastery.common.journal.format.Origin;
import dev.roastery.common.journal.objects.Manifest.Saved;
import dev.roastery.common.storage.Disk;
import dev.roastery.common.storage.FencedException;
import dev.roastery.common.storage.object.Content;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.object.PatientStore;
import dev.roastery.common.storage.object.SettledCreate.Settled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * An owner's epoch as its journal writes it, in objects. A segment takes one group: its force
 * creates the object, or finds the seal of a successor. A snapshot is written when it gets its
 * name, and counts when the log says so. Used by the partition's thread only.
 */
final class EpochDisk implements Disk {

  private final PatientStore store;
  private final ManifestLog log;
  private final EpochNames names;
  private final SpilledPieces spilled;
  private final Origin origin;
  private final Map<String, Content> unnamed = new HashMap<>();

  /** The numbers of the snapshots at each position. */
  private final Map<Long, List<Long>> snapshots = new HashMap<>();

  private long number = 1;

  EpochDisk(ManifestLog log, SpilledPieces spilled, Origin origin) {
    this.store = log.store();
    this.log = log;
    this.names = log.names();
    this.spilled = spilled;
    this.origin = origin;
  }

  /** Whether the log has an entry that this owner did not write. */
  boolean isFenced() throws IOException {
    return log.has(origin.epoch(), number);
  }

  @Override
  public File create(String path) {
    String name = last(path);
    if (name.endsWith(FileKind.TEMPORARY)) {
      return new UnnamedFile(path);
    }
    return isSpilled(name) ? spilled.create(name) : new SegmentFile(new ObjectName(path));
  }

  private static String last(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private static boolean isSpilled(String name) {
    return name.startsWith("spill-");
  }

  @Override
  public void rename(String from, String to) throws IOException {
    long position = position(FileKind.SNAPSHOT, to);
    Content content = unnamed.remove(from);
    if (content == null) {
      throw new IOException(from + " was not written");
    }
    store.put(names.snapshot(origin.epoch(), number), content);
    Manifest manifest = new Manifest(origin, number, new Saved(position));
    if (log.add(origin.epoch(), manifest) instanceof Settled.Others) {
      throw fenced();
    }
    snapshots.computeIfAbsent(position, _ -> new ArrayList<>()).add(number);
    number++;
  }

  private static long position(FileKind kind, String path) {
    return kind.positions(List.of(last(path))).getFirst();
  }

  private FencedException fenced() {
    return new FencedException(
        names.directory(origin.epoch()) + " has ended: another owner goes on from there");
  }

  @Override
  public void delete(String path) throws IOException {
    String name = last(path);
    if (isSpilled(name)) {
      spilled.delete(name);
    } else if (FileKind.SNAPSHOT.positions(List.of(name)).isEmpty()) {
      store.deleteSoon(new ObjectName(path));
    } else {
      List<Long> gone = snapshots.remove(position(FileKind.SNAPSHOT, name));
      for (long each : gone == null ? List.<Long>of() : gone) {
        store.deleteSoon(names.snapshot(origin.epoch(), each));
      }
    }
  }

  /** Of a spilled file; nothing else of an epoch is read by its owner. */
  @Override
  public byte[] read(String path, long offset, int bytesMax) throws IOException {
    return spilled.read(last(path), offset, bytesMax);
  }

  @Override
  public byte[] read(String path) {
    throw new UnsupportedOperationException("no owner reads " + path + " as a whole");
  }

  @Override
  public boolean createDirectory(String path) {
    return false;
  }

  @Override
  public List<String> list(String path) {
    throw new UnsupportedOperationException("a list of " + path + " would be a hint only");
  }

  @Override
  public void syncDirectory(String path) {
    // What the store has told is durable.
  }

  /** One group: made by its force, at once and as a whole. */
  private final class SegmentFile implements File {

    private final ObjectName name;
    private final List<byte[]> parts = new ArrayList<>();
    private boolean isCreated;

    SegmentFile(ObjectName name) {
      this.name = name;
    }

    @Override
    public void append(ByteBuffer bytes) {
      if (isCreated) {
        throw new Fatal(FatalReason.BROKEN_INVARIANT, name + " has its group already");
      }
      byte[] part = new byte[bytes.remaining()];
      bytes.get(part);
      parts.add(part);
    }

    @Override
    public void force() throws IOException {
      if (isCreated) {
        return;
      }
      isCreated = true;
      switch (store.create(name, joined(parts))) {
        case Settled.Mine() -> parts.clear();
        case Settled.Others(byte[] there) -> {
          if (Seal.of(there).isPresent()) {
            throw fenced();
          }
          throw new Fatal(
              FatalReason.BROKEN_INVARIANT,
              name + " has bytes that this owner did not write, and is no seal");
        }
      }
    }

    @Override
    public void close() {
      // What was not forced was not acknowledged.
    }
  }

  private static byte[] joined(List<byte[]> parts) {
    ByteBuffer all = ByteBuffer.allocate(parts.stream().mapToInt(part -> part.length).sum());
    parts.forEach(all::put);
    return all.array();
  }

  /** A snapshot before it has its name; its bytes do not change any more, and are not copied. */
  private final class UnnamedFile implements File {

    private final String path;
    private final List<ByteBuffer> parts = new ArrayList<>();

    UnnamedFile(String path) {
      this.path = path;
    }

    @Override
    public void append(ByteBuffer bytes) {
      parts.add(bytes.duplicate());
      bytes.position(bytes.limit());
    }

    @Override
    public void force() {
      unnamed.put(path, new PartsContent(List.copyOf(parts)));
    }

    @Override
    public void close() {
      parts.clear();
    }
  }
}
