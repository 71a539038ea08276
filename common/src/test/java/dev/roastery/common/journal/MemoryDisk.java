package dev.roastery.common.journal;

import dev.roastery.common.storage.Disk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A disk in memory that knows what is safe. Fault model: a kill keeps everything; a power loss
 * keeps what was forced, and of the rest any prefix or trashed bytes of each file, and any subset
 * of the directory operations. Any call can be made to fail, or to be the last one.
 */
public final class MemoryDisk implements Disk {

  /** The process dies here. */
  public static final class Killed extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** What a power loss does to what was not forced. */
  public interface Loss {
    /** What becomes of a file's unforced bytes. */
    byte[] tail(byte[] unforced);

    /** Whether a directory operation that was not synced is there afterwards. */
    boolean keepsOperation();
  }

  private sealed interface Node {}

  private static final class Content implements Node {
    private byte[] bytes = {};
    private int safe;
  }

  private static final class Directory implements Node {
    private final SortedMap<String, Node> now = new TreeMap<>();
    private final SortedMap<String, Node> safe = new TreeMap<>();
    private final List<Consumer<SortedMap<String, Node>>> pending = new ArrayList<>();

    private void change(Consumer<SortedMap<String, Node>> operation) {
      operation.accept(now);
      pending.add(operation);
    }
  }

  private final Directory root;
  private int calls;
  private int failingCall;
  private boolean failureIsDeath;
  private Consumer<String> beforeRead = _ -> {};

  public MemoryDisk() {
    this(new Directory());
  }

  private MemoryDisk(Directory root) {
    this.root = root;
  }

  /** The nth call from now on fails with an exception; an append has written half by then. */
  public void failAtCall(int nth) {
    failingCall = calls + nth;
    failureIsDeath = false;
  }

  /** The process dies at the nth call from now on; an append has written half by then. */
  public void dieAtCall(int nth) {
    failingCall = calls + nth;
    failureIsDeath = true;
  }

  public int calls() {
    return calls;
  }

  /** Runs before every read of a file, with its path: what another process does meanwhile. */
  public void beforeRead(Consumer<String> action) {
    beforeRead = action;
  }

  public MemoryDisk afterKill() {
    return new MemoryDisk((Directory) copy(root));
  }

  public MemoryDisk afterPowerLoss(Loss loss) {
    return new MemoryDisk((Directory) lose(root, loss));
  }

  /** Only what was forced. */
  public static Loss all() {
    return new Loss() {
      @Override
      public byte[] tail(byte[] unforced) {
        return new byte[0];
      }

      @Override
      public boolean keepsOperation() {
        return false;
      }
    };
  }

  /** Each unforced thing kept, dropped, cut or trashed, by chance. */
  public static Loss some(Random random) {
    return new Loss() {
      @Override
      public byte[] tail(byte[] unforced) {
        return switch (random.nextInt(3)) {
          case 0 -> unforced;
          case 1 -> Arrays.copyOf(unforced, random.nextInt(unforced.length + 1));
          default -> trashed(unforced, random);
        };
      }

      @Override
      public boolean keepsOperation() {
        return random.nextBoolean();
      }
    };
  }

  private static byte[] trashed(byte[] bytes, Random random) {
    byte[] trashed = bytes.clone();
    int sector = 16;
    for (int at = 0; at < trashed.length; at += sector) {
      if (random.nextBoolean()) {
        Arrays.fill(trashed, at, Math.min(at + sector, trashed.length), (byte) random.nextInt());
      }
    }
    return trashed;
  }

  private static Node copy(Node node) {
    return switch (node) {
      case Content file -> content(file.bytes);
      case Directory directory -> {
        Directory copy = new Directory();
        directory.now.forEach((name, entry) -> copy.now.put(name, copy(entry)));
        copy.safe.putAll(copy.now);
        yield copy;
      }
    };
  }

  private static Node lose(Node node, Loss loss) {
    return switch (node) {
      case Content file -> {
        byte[] tail = loss.tail(Arrays.copyOfRange(file.bytes, file.safe, file.bytes.length));
        byte[] kept = Arrays.copyOf(file.bytes, file.safe + tail.length);
        System.arraycopy(tail, 0, kept, file.safe, tail.length);
        yield content(kept);
      }
      case Directory directory -> {
        SortedMap<String, Node> names = new TreeMap<>(directory.safe);
        directory.pending.stream()
            .filter(_ -> loss.keepsOperation())
            .forEach(operation -> operation.accept(names));
        Directory copy = new Directory();
        names.forEach((name, entry) -> copy.now.put(name, lose(entry, loss)));
        copy.safe.putAll(copy.now);
        yield copy;
      }
    };
  }

  private static Content content(byte[] bytes) {
    Content content = new Content();
    content.bytes = bytes.clone();
    content.safe = bytes.length;
    return content;
  }

  // ---------------------------------------------------------------- for tests that do damage

  /** The bytes of a file themselves: what is changed in them is changed on this disk. */
  public byte[] bytesOf(String path) {
    return ((Content) entry(path)).bytes;
  }

  public void replace(String path, byte[] bytes) {
    ((Content) entry(path)).bytes = bytes;
  }

  /** All files, sorted. */
  public List<String> files() {
    List<String> files = new ArrayList<>();
    collect("", root, files);
    return files;
  }

  private static void collect(String path, Directory directory, List<String> files) {
    directory.now.forEach((name, entry) -> {
      switch (entry) {
        case Content _ -> files.add(path + name);
        case Directory inner -> collect(path + name + "/", inner, files);
      }
    });
  }

  private Node entry(String path) {
    try {
      return directoryOf(path).now.get(nameOf(path));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  // ---------------------------------------------------------------- the port

  @Override
  public boolean createDirectory(String path) throws IOException {
    call();
    Directory parent = directoryOf(path);
    if (parent.now.containsKey(nameOf(path))) {
      return false;
    }
    Directory created = new Directory();
    parent.change(names -> names.put(nameOf(path), created));
    return true;
  }

  @Override
  public List<String> list(String path) throws IOException {
    call();
    return find(path) instanceof Directory directory
        ? List.copyOf(directory.now.keySet())
        : List.of();
  }

  @Override
  public File create(String path) throws IOException {
    call();
    Directory parent = directoryOf(path);
    if (parent.now.containsKey(nameOf(path))) {
      throw new IOException(path + " exists");
    }
    Content created = new Content();
    parent.change(names -> names.put(nameOf(path), created));
    return new OpenFile(created);
  }

  @Override
  public byte[] read(String path) throws IOException {
    call();
    beforeRead.accept(path);
    if (find(path) instanceof Content file) {
      return file.bytes;
    }
    throw new NoSuchFileException(path);
  }

  @Override
  public void rename(String from, String to) throws IOException {
    call();
    Directory parent = directoryOf(from);
    if (!parent.now.containsKey(nameOf(from))) {
      throw new NoSuchFileException(from);
    }
    parent.change(names -> {
      Node moved = names.remove(nameOf(from));
      if (moved != null) {
        names.put(nameOf(to), moved);
      }
    });
  }

  @Override
  public void delete(String path) throws IOException {
    call();
    if (find(path) instanceof Directory directory && !directory.now.isEmpty()) {
      throw new IOException(path + " is not empty");
    }
    if (find(path) != null) {
      directoryOf(path).change(names -> names.remove(nameOf(path)));
    }
  }

  @Override
  public void syncDirectory(String path) throws IOException {
    call();
    if (!(find(path) instanceof Directory directory)) {
      throw new NoSuchFileException(path);
    }
    directory.safe.clear();
    directory.safe.putAll(directory.now);
    directory.pending.clear();
  }

  private final class OpenFile implements File {
    private final Content content;

    private OpenFile(Content content) {
      this.content = content;
    }

    @Override
    public void append(ByteBuffer bytes) throws IOException {
      if (calls + 1 == failingCall) {
        write(bytes, bytes.remaining() / 2);
      }
      call();
      write(bytes, bytes.remaining());
    }

    private void write(ByteBuffer bytes, int count) {
      int before = content.bytes.length;
      content.bytes = Arrays.copyOf(content.bytes, before + count);
      bytes.get(content.bytes, before, count);
    }

    @Override
    public void force() throws IOException {
      call();
      content.safe = content.bytes.length;
    }

    @Override
    public void close() throws IOException {
      call();
    }
  }

  private void call() throws IOException {
    calls++;
    if (calls == failingCall) {
      if (failureIsDeath) {
        throw new Killed();
      }
      throw new IOException("call " + calls + " fails");
    }
  }

  private Node find(String path) {
    Node node = root;
    for (String name : path.isEmpty() ? new String[0] : path.split("/", -1)) {
      node = node instanceof Directory directory ? directory.now.get(name) : null;
    }
    return node;
  }

  private Directory directoryOf(String path) throws IOException {
    String parent = path.substring(0, Math.max(0, path.lastIndexOf('/')));
    if (find(parent) instanceof Directory directory) {
      return directory;
    }
    throw new NoSuchFileException(parent);
  }

  private static String nameOf(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
