package dev.roastery.common.storage.object;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import dev.roastery.common.storage.FileDisk;
import dev.roastery.common.storage.IoReason;
import dev.roastery.common.storage.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Objects as files below a folder of this machine: for tests, and for a service on one machine. An
 * object is written to a file of its own in {@code .unfinished} and forced. Then a create gives it
 * its name by {@code link}, which the file system refuses if the name is taken, and a put by {@code
 * rename}; at last the folder is forced. So also many processes on this machine keep the contract.
 * On a network file system whose clients cache folders, they do not. What a process that was killed
 * leaves in {@code .unfinished} is never read. Folders stay when their objects are deleted: to
 * delete one would race with a create.
 *
 * <p>Who finds a file forces its folder before he believes in it: its creator may not have got so
 * far, and a loss of power would take it back.
 */
public final class FileStore implements ObjectStore {

  private static final String UNFINISHED = ".unfinished";

  private final Path root;
  private final Path unfinished;

  /** Creates the folder if there is none. */
  public FileStore(Path root) throws StoreException {
    this.root = root.toAbsolutePath().normalize();
    this.unfinished = this.root.resolve(UNFINISHED);
    try {
      createFolders(unfinished);
    } catch (IOException e) {
      throw trouble("cannot use the folder " + root, e);
    }
  }

  private FileStore(Path root, Path unfinished) {
    this.root = root;
    this.unfinished = unfinished;
  }

  /** One that is there, and may be there to be read only: creates nothing by itself. */
  public static FileStore existing(Path root) throws StoreException {
    Path folder = root.toAbsolutePath().normalize();
    if (!Files.isDirectory(folder)) {
      throw new StoreRefusedException(folder + " is not a directory", null);
    }
    return new FileStore(folder, folder.resolve(UNFINISHED));
  }

  @Override
  public Creation create(ObjectName name, Content content) throws StoreException {
    Path file = root.resolve(name.text());
    try {
      if (Files.exists(file)) {
        FileDisk.forceFolder(folderOf(file));
        return new Creation.ExistsAlready();
      }
      Path written = write(content);
      try {
        return link(written, file);
      } finally {
        Files.deleteIfExists(written);
      }
    } catch (AccessDeniedException | NotDirectoryException e) {
      throw trouble("cannot create " + name, e);
    } catch (IOException e) {
      return new Creation.Unknown(IoReason.of(e));
    }
  }

  private static Creation link(Path written, Path file) throws IOException {
    createFolders(folderOf(file));
    try {
      Files.createLink(file, written);
      FileDisk.forceFolder(folderOf(file));
      return new Creation.Created();
    } catch (FileAlreadyExistsException _) {
      FileDisk.forceFolder(folderOf(file));
      return new Creation.ExistsAlready();
    }
  }

  @Override
  public void put(ObjectName name, Content content) throws StoreException {
    Path file = root.resolve(name.text());
    try {
      Path written = write(content);
      createFolders(folderOf(file));
      Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
      FileDisk.forceFolder(folderOf(file));
    } catch (IOException e) {
      throw trouble("cannot write " + name, e);
    }
  }

  private Path write(Content content) throws IOException {
    Path file = unfinished.resolve(UUID.randomUUID().toString());
    try (InputStream in = content.open();
        FileChannel channel =
            FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      in.transferTo(Channels.newOutputStream(channel));
      channel.force(false);
      return file;
    } catch (IOException e) {
      Files.deleteIfExists(file);
      throw e;
    }
  }

  @Override
  public Got get(ObjectName name, ByteRange range, ETag etag) throws StoreException {
    Path file = root.resolve(name.text());
    FileChannel channel = null;
    try {
      BasicFileAttributes before;
      BasicFileAttributes opened;
      do { // until what was opened is what was looked at
        if (channel != null) {
          channel.close();
        }
        before = Files.readAttributes(file, BasicFileAttributes.class);
        if (!before.isRegularFile()) {
          return new Got.Absent();
        }
        channel = FileChannel.open(file, StandardOpenOption.READ);
        opened = Files.readAttributes(file, BasicFileAttributes.class);
      } while (!tag(before).equals(tag(opened)));
      FileDisk.forceFolder(folderOf(file));
      Got got = answer(channel, tag(opened), range, etag);
      channel = got instanceof Got.Found ? null : channel;
      return got;
    } catch (NoSuchFileException | NotDirectoryException _) {
      return new Got.Absent();
    } catch (IOException e) {
      throw trouble("cannot read " + name, e);
    } finally {
      close(channel);
    }
  }

  private static Got answer(FileChannel channel, ETag is, ByteRange range, ETag wanted)
      throws IOException {
    if (!wanted.isAny() && !wanted.equals(is)) {
      return new Got.Changed();
    }
    long size = channel.size();
    if (!range.isWhole() && range.from() >= size) {
      return new Got.PastEnd();
    }
    channel.position(range.from());
    long length = Math.min(range.length(), size - range.from());
    return new Got.Found(is, size, new BoundedStream(Channels.newInputStream(channel), length));
  }

  private static ETag tag(BasicFileAttributes file) {
    String all = file.fileKey() + " " + file.size() + " " + file.lastModifiedTime().to(NANOSECONDS);
    return new ETag("\"" + Sha256.hex(all.getBytes(UTF_8)).substring(0, 32) + "\"");
  }

  @Override
  public void delete(ObjectName name) throws StoreException {
    Path file = root.resolve(name.text());
    try {
      if (Files.isRegularFile(file)) {
        Files.deleteIfExists(file);
        FileDisk.forceFolder(folderOf(file));
      }
    } catch (IOException e) {
      throw trouble("cannot delete " + name, e);
    }
  }

  @Override
  public List<ListedObject> list(String prefix) throws StoreException {
    FileListing listing = new FileListing(root, unfinished, prefix);
    try {
      Files.walkFileTree(root, listing);
    } catch (IOException e) {
      throw trouble("cannot list " + root, e);
    }
    return listing.sorted();
  }

  @Override
  public void close() {
    // Files are open only as long as somebody reads them.
  }

  private static Path folderOf(Path file) {
    Path folder = file.getParent();
    return folder == null ? file : folder;
  }

  /** Their names survive a power loss, up to the first that was there already. */
  private static void createFolders(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      createFolders(folderOf(folder));
      Files.createDirectories(folder);
      FileDisk.forceFolder(folderOf(folder));
    }
  }

  private static StoreException trouble(String what, IOException e) {
    String sentence = what + ": " + IoReason.of(e);
    return e instanceof AccessDeniedException || e instanceof NotDirectoryException
        ? new StoreRefusedException(sentence, e)
        : new StoreAwayException(sentence, e);
  }

  private static void close(@Nullable FileChannel channel) throws StoreAwayException {
    if (channel != null) {
      try {
        channel.close();
      } catch (IOException e) {
        throw new StoreAwayException("cannot close a file: " + IoReason.of(e), e);
      }
    }
  }

  @Override
  public String toString() {
    return "file://" + root;
  }
}
