package dev.roastery.common.storage.object;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects the objects of a {@link FileStore} whose names begin so. */
final class FileListing extends SimpleFileVisitor<Path> {

  private final Path root;
  private final Path unfinished;
  private final String prefix;
  private final List<ListedObject> all = new ArrayList<>();

  /**
   * @param unfinished the folder of files that are not objects yet
   */
  FileListing(Path root, Path unfinished, String prefix) {
    this.root = root;
    this.unfinished = unfinished;
    this.prefix = prefix;
  }

  @Override
  public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes is) {
    return folder.equals(unfinished) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
  }

  @Override
  public FileVisitResult visitFile(Path file, BasicFileAttributes is) {
    String name = root.relativize(file).toString();
    if (is.isRegularFile() && name.startsWith(prefix) && ObjectName.isName(name)) {
      all.add(new ListedObject(new ObjectName(name), is.size()));
    }
    return FileVisitResult.CONTINUE;
  }

  /** It is gone already, or not to be read: a list is a hint. */
  @Override
  public FileVisitResult visitFileFailed(Path file, IOException e) {
    return FileVisitResult.CONTINUE;
  }

  @Override
  public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e) {
    return FileVisitResult.CONTINUE;
  }

  List<ListedObject> sorted() {
    all.sort(Comparator.comparing(ListedObject::name));
    return List.copyOf(all);
  }
}
