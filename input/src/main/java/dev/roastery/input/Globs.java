package dev.roastery.input;

import dev.roastery.common.fault.JobFailure;
import dev.roastery.input.source.DatasetFolder.Entry;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.PatternSyntaxException;

/** Patterns of files not to read; each applies to a file's name and to its path in the dataset. */
final class Globs {

  private final List<PathMatcher> matchers = new ArrayList<>();

  Globs(List<String> globs) {
    for (String glob : globs) {
      try {
        matchers.add(FileSystems.getDefault().getPathMatcher("glob:" + glob));
      } catch (PatternSyntaxException e) {
        throw new JobFailure("'" + glob + "' is not a pattern like *.txt or sales/2023*");
      }
    }
  }

  /** Whether one is for that file. */
  boolean match(Entry file) {
    Path name = Path.of(file.name());
    Path inside = Path.of(file.path());
    return matchers.stream().anyMatch(g -> g.matches(name) || g.matches(inside));
  }
}
