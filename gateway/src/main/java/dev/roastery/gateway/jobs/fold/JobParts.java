package dev.roastery.gateway.jobs.fold;

import dev.roastery.gateway.jobs.service.PartName;
import dev.roastery.gateway.jobs.upload.PartStatus;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The parts of an attempt of a job, as its log knows them. Immutable; each change gives the next
 * value. What is complete is summed up as it comes, so that no question looks at thousands of
 * parts.
 *
 * @param all by name
 * @param incomplete those of them that are still coming in
 * @param deleted those that their client took back: their numbers are senders that sent nothing
 * @param complete the sum of the complete parts of each table
 */
public record JobParts(
    SortedMap<PartName, PartFacts> all,
    SortedMap<PartName, PartFacts> incomplete,
    List<PartFacts> deleted,
    SortedMap<String, PartStatus> complete) {

  public static final JobParts NONE =
      new JobParts(
          Collections.emptySortedMap(),
          Collections.emptySortedMap(),
          List.of(),
          Collections.emptySortedMap());

  public JobParts {
    all = Collections.unmodifiableSortedMap(all);
    incomplete = Collections.unmodifiableSortedMap(incomplete);
    deleted = List.copyOf(deleted);
    complete = Collections.unmodifiableSortedMap(complete);
  }

  /** A part of that name, which is not there yet. */
  public JobParts started(PartName name, int attempt, int number, boolean packed) {
    PartFacts part = new PartFacts(name, attempt, number, given() + 1, packed, null);
    return new JobParts(with(all, name, part), with(incomplete, name, part), deleted, complete);
  }

  public JobParts completed(PartName name, PartStatus whole) {
    PartFacts known = required(name);
    SortedMap<String, PartStatus> sums = new TreeMap<>(complete);
    sums.merge(name.table(), whole, PartStatus::plus);
    return new JobParts(
        with(all, name, known.completed(whole)), without(incomplete, name), deleted, sums);
  }

  /** Its number is not given again. */
  public JobParts withdrawn(PartName name) {
    List<PartFacts> more = new ArrayList<>(deleted);
    more.add(required(name));
    return new JobParts(without(all, name), without(incomplete, name), more, complete);
  }

  private PartFacts required(PartName name) {
    PartFacts part = all.get(name);
    if (part == null) {
      throw new IllegalStateException(name + " was not started");
    }
    return part;
  }

  private static <V> SortedMap<PartName, V> with(
      SortedMap<PartName, V> parts, PartName name, V value) {
    SortedMap<PartName, V> more = new TreeMap<>(parts);
    more.put(name, value);
    return more;
  }

  private static <V> SortedMap<PartName, V> without(SortedMap<PartName, V> parts, PartName name) {
    SortedMap<PartName, V> left = new TreeMap<>(parts);
    left.remove(name);
    return left;
  }

  // ---- what is known

  public @Nullable PartFacts part(PartName name) {
    return all.get(name);
  }

  /** How many parts were ever started. */
  public int given() {
    return all.size() + deleted.size();
  }

  public int completeCount() {
    return all.size() - incomplete.size();
  }

  /** How many parts of that table were ever started: the number of the next one. */
  public int numbersGiven(String table) {
    return (int)
        Stream.concat(all.values().stream(), deleted.stream())
            .filter(part -> part.name().table().equals(table))
            .count();
  }

  /** In the order in which they were started, those after that place. */
  public List<PartFacts> page(int afterPlace, int limit) {
    return all.values().stream()
        .filter(part -> part.place() > afterPlace)
        .sorted(Comparator.comparingInt(PartFacts::place))
        .limit(limit)
        .toList();
  }

  /** The number of batches of each part of a table, by the part's number. */
  public long[] batches(String table) {
    long[] batches = new long[Math.max(1, numbersGiven(table))];
    all.values().stream()
        .filter(part -> part.name().table().equals(table))
        .forEach(part -> batches[part.number()] = part.batches());
    return batches;
  }

  /** Of all tables together. */
  public static PartStatus sum(Collection<PartStatus> statuses) {
    return statuses.stream().reduce(PartStatus.NOTHING, PartStatus::plus);
  }

  /** The sums of the tables, with what came in of incomplete parts. */
  public SortedMap<String, PartStatus> sums(Map<PartName, PartStatus> coming) {
    SortedMap<String, PartStatus> sums = new TreeMap<>(complete);
    coming.forEach((name, status) -> sums.merge(name.table(), status, PartStatus::plus));
    return sums;
  }
}
