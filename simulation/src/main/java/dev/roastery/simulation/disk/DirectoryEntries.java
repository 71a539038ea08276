package dev.roastery.simulation.disk;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The sorted names of a directory. Searched by a region of a path, so that no lookup allocates. */
final class DirectoryEntries {

  private String[] names;
  private Inode[] inodes;
  private int size;

  DirectoryEntries() {
    this(new String[4], new Inode[4], 0);
  }

  private DirectoryEntries(String[] names, Inode[] inodes, int size) {
    this.names = names;
    this.inodes = inodes;
    this.size = size;
  }

  int size() {
    return size;
  }

  String name(int index) {
    return names[index];
  }

  Inode inode(int index) {
    return inodes[index];
  }

  List<String> list() {
    return List.of(Arrays.copyOf(names, size));
  }

  @Nullable Inode find(String path, int from, int to) {
    int index = search(path, from, to);
    return index < 0 ? null : inodes[index];
  }

  void put(String name, Inode inode) {
    int index = search(name, 0, name.length());
    if (index >= 0) {
      inodes[index] = inode;
      return;
    }
    if (size == names.length) {
      names = Arrays.copyOf(names, 2 * size);
      inodes = Arrays.copyOf(inodes, 2 * size);
    }
    int at = -index - 1;
    System.arraycopy(names, at, names, at + 1, size - at);
    System.arraycopy(inodes, at, inodes, at + 1, size - at);
    names[at] = name;
    inodes[at] = inode;
    size++;
  }

  void remove(String name) {
    int index = search(name, 0, name.length());
    if (index >= 0) {
      removeAt(index);
    }
  }

  /** Takes away whatever name this inode has. */
  void remove(Inode inode) {
    for (int i = size - 1; i >= 0; i--) {
      if (inodes[i] == inode) {
        removeAt(i);
      }
    }
  }

  DirectoryEntries copy() {
    return new DirectoryEntries(names.clone(), inodes.clone(), size);
  }

  private void removeAt(int index) {
    size--;
    System.arraycopy(names, index + 1, names, index, size - index);
    System.arraycopy(inodes, index + 1, inodes, index, size - index);
  }

  private int search(String path, int from, int to) {
    int low = 0;
    int high = size - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = compare(names[middle], path, from, to);
      if (order == 0) {
        return middle;
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -low - 1;
  }

  private static int compare(String name, String path, int from, int to) {
    int common = Math.min(name.length(), to - from);
    for (int i = 0; i < common; i++) {
      int order = name.charAt(i) - path.charAt(from + i);
      if (order != 0) {
        return order;
      }
    }
    return name.length() - (to - from);
  }
}
