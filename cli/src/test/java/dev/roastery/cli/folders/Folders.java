package dev.roastery.cli.folders;

import java.util.List;
import java.util.stream.Stream;

/** All of them. */
final class Folders {

  private Folders() {}

  static List<PublishedFolder> all() {
    return Stream.of(
            FoldersOfBusiness.all(),
            FoldersOfMachines.all(),
            FoldersOfLayouts.all(),
            FoldersOfText.all(),
            FoldersOfNumbers.all())
        .flatMap(List::stream)
        .toList();
  }
}
