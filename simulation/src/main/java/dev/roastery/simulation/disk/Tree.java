package dev.roastery.simulation.disk;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The names and files of a volume, and in order of time all changes of names not synced yet. */
final class Tree {

  private final DirectoryInode root = new DirectoryInode();
  private final List<NameChange> unsynced = new ArrayList<>();

  boolean createDirectory(String path) throws IOException {
    DirectoryInode parent = parent(path);
    Inode there = child(parent, path);
    if (there == null) {
      change(NameChange.creation(parent, leaf(path), new DirectoryInode()));
    } else if (there instanceof FileInode) {
      throw new FileAlreadyExistsException(path);
    }
    return there == null;
  }

  FileInode create(String path) throws IOException {
    DirectoryInode parent = parent(path);
    if (child(parent, path) != null) {
      throw new FileAlreadyExistsException(path);
    }
    FileInode file = new FileInode(new byte[0]);
    change(NameChange.creation(parent, leaf(path), file));
    return file;
  }

  List<String> list(String path) throws IOException {
    return switch (find(path)) {
      case null -> List.of();
      case DirectoryInode directory -> directory.names().list();
      case FileInode _ -> throw new NotDirectoryException(path);
    };
  }

  FileInode file(String path) throws IOException {
    if (find(path) instanceof FileInode file) {
      return file;
    }
    throw new NoSuchFileException(path);
  }

  boolean exists(String path) {
    return find(path) != null;
  }

  void rename(String from, String to) throws IOException {
    DirectoryInode directory = parent(from);
    if (parent(to) != directory) {
      throw new IllegalArgumentException(
          "'" + from + "' and '" + to + "' are not in one directory");
    }
    Inode moved = child(directory, from);
    if (moved == null) {
      throw new NoSuchFileException(from);
    }
    Inode replaced = child(directory, to);
    if (replaced == moved) {
      return;
    }
    if (replaced instanceof DirectoryInode
        || (replaced != null && moved instanceof DirectoryInode)) {
      throw new FileAlreadyExistsException(to);
    }
    change(new NameChange(directory, leaf(from), leaf(to), moved));
  }

  void delete(String path) throws IOException {
    Inode found = find(path);
    if (found == null) {
      return;
    }
    if (found instanceof DirectoryInode directory && directory.names().size() > 0) {
      throw new DirectoryNotEmptyException(path);
    }
    change(NameChange.deletion(parent(path), leaf(path)));
  }

  void sync(String path) throws IOException {
    if (!(find(path) instanceof DirectoryInode directory)) {
      throw new NoSuchFileException(path);
    }
    directory.sync();
    unsynced.removeIf(change -> change.directory() == directory);
  }

  /** The changes of names that a power loss may undo, oldest first. */
  List<NameChange> unsynced() {
    return unsynced;
  }

  /** Starts again from the durable names and these changes. */
  void reboot(List<NameChange> kept) {
    kept.forEach(change -> change.directory().applyDurably(change));
    unsynced.forEach(change -> change.directory().reboot());
    unsynced.clear();
  }

  /** Visits all files, with the last part of their paths. */
  void forEachFile(BiConsumer<String, FileInode> visitor) {
    visit(root, visitor);
  }

  List<String> paths() {
    List<String> paths = new ArrayList<>();
    collect(root, "", paths);
    return paths;
  }

  private void change(NameChange change) {
    change.directory().change(change);
    unsynced.add(change);
  }

  private static void visit(DirectoryInode directory, BiConsumer<String, FileInode> visitor) {
    DirectoryEntries names = directory.names();
    for (int i = 0; i < names.size(); i++) {
      switch (names.inode(i)) {
        case FileInode file -> visitor.accept(names.name(i), file);
        case DirectoryInode child -> visit(child, visitor);
      }
    }
  }

  private static void collect(DirectoryInode directory, String prefix, List<String> paths) {
    DirectoryEntries names = directory.names();
    for (int i = 0; i < names.size(); i++) {
      String path = prefix + names.name(i);
      switch (names.inode(i)) {
        case FileInode _ -> paths.add(path);
        case DirectoryInode child -> collect(child, path + "/", paths);
      }
    }
  }

  private @Nullable Inode find(String path) {
    return find(path, path.length());
  }

  /** What the first part of a path leads to; the empty path is the volume itself. */
  private @Nullable Inode find(String path, int end) {
    Inode inode = root;
    int from = 0;
    while (from < end && inode != null) {
      int slash = path.indexOf('/', from);
      int to = slash < 0 ? end : Math.min(slash, end);
      inode = inode instanceof DirectoryInode d ? d.names().find(path, from, to) : null;
      from = to + 1;
    }
    return inode;
  }

  private DirectoryInode parent(String path) throws IOException {
    if (find(path, Math.max(0, path.lastIndexOf('/'))) instanceof DirectoryInode directory) {
      return directory;
    }
    throw new NoSuchFileException(path);
  }

  private static @Nullable Inode child(DirectoryInode parent, String path) {
    return parent.names().find(path, path.lastIndexOf('/') + 1, path.length());
  }

  private static String leaf(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
