package dev.roastery.embedded.infer;

import dev.roastery.common.fault.JobFailure;
import dev.roastery.common.query.language.Tables;
import dev.roastery.input.infer.Heads;
import dev.roastery.input.infer.PartHead;
import dev.roastery.input.infer.TableEvidence;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What is known of the tables of a folder: first what the heads of the files say, and then, of the
 * columns that are looked at, what all rows say. Columns are given by table.
 */
final class KnownTables {

  private final Heads heads;
  private final SortedMap<String, TableEvidence> evidence;

  /** The columns of which all rows have been looked at, of each table all of whose are known. */
  private final SortedMap<String, Set<String>> certain = new TreeMap<>();

  KnownTables(Heads heads) {
    this.heads = heads;
    this.evidence = new TreeMap<>(heads.tables());
    evidence.forEach((table, columns) -> {
      if (heads.areAll(List.of(table))) {
        certain.put(table, new TreeSet<>(columns.names()));
      } else if (heads.nameAll(table)) {
        certain.put(table, new TreeSet<>());
      }
    });
  }

  Set<String> names() {
    return evidence.keySet();
  }

  /** A question of that table alone is refused if its files have nothing in common. */
  void requireCommonHeaders(String table) {
    heads.requireCommonHeaders(table);
  }

  List<PartHead> heads(String table) {
    return heads.of(table);
  }

  private TableEvidence of(String table) {
    return Objects.requireNonNull(evidence.get(table));
  }

  Tables tables() {
    return new Tables(names().stream().map(table -> of(table).spec(table)).toList());
  }

  /** The same, but of other columns than these only the names; they are text, which fits all. */
  Tables tables(Map<String, Set<String>> needed) {
    return new Tables(
        names().stream()
            .map(table -> of(table).spec(table, needed.getOrDefault(table, Set.of())))
            .toList());
  }

  /** The columns of a table that cannot be used, as far as is known. */
  List<String> nested(String table) {
    return of(table).nested();
  }

  boolean isNested(String table, String column) {
    return of(table).isNested(column);
  }

  void refuseNested(Map<String, Set<String>> columns) {
    columns.forEach((table, names) ->
        names.stream()
            .filter(column -> isNested(table, column))
            .findFirst()
            .ifPresent(column -> {
              throw new JobFailure(
                  "column %s of table %s has objects or lists as values, so it cannot be used"
                      .formatted(column, table));
            }));
  }

  /** Whether more rows may make less of one of them than it seems to be now. */
  boolean haveOpen(Map<String, Set<String>> columns) {
    return columns.entrySet().stream()
        .anyMatch(
            each -> each.getValue().stream().anyMatch(column -> isOpen(each.getKey(), column)));
  }

  /** Whether all rows of these columns have been looked at, and their tables have no others. */
  boolean areCertain(Map<String, Set<String>> columns) {
    return columns.entrySet().stream()
        .allMatch(each -> {
          Set<String> known = certain.get(each.getKey());
          return known != null && known.containsAll(each.getValue());
        });
  }

  /**
   * Those of the tables that may have columns which nobody knows yet, and none of their columns.
   */
  Map<String, Set<String>> withUnknownColumns(Set<String> tables) {
    Map<String, Set<String>> unknown = new TreeMap<>();
    tables.stream()
        .filter(table -> !certain.containsKey(table))
        .forEach(table -> unknown.put(table, Set.of()));
    return unknown;
  }

  /** The same, and all columns of the tables that may become less when all rows are looked at. */
  Map<String, Set<String>> withOpenColumns(Set<String> tables) {
    Map<String, Set<String>> open = withUnknownColumns(tables);
    for (String table : tables) {
      Set<String> columns = new TreeSet<>(of(table).names());
      columns.removeIf(column -> !isOpen(table, column));
      if (!columns.isEmpty()) {
        open.put(table, columns);
      }
    }
    return open;
  }

  /** Whether more rows may make less of a column than it seems to be now. */
  boolean isOpen(String table, String column) {
    return !areCertain(Map.of(table, Set.of(column))) && of(table).isOpen(column);
  }

  /** Looks at all rows of the tables of which these columns are not certain. */
  void look(Map<String, Set<String>> columns, AllRows.Reading reading) throws InterruptedException {
    Map<String, AllRows.Wanted> wanted = new TreeMap<>();
    columns.forEach((table, names) -> {
      if (!areCertain(Map.of(table, names))) {
        wanted.put(table, new AllRows.Wanted(names, of(table).names()));
      }
    });
    AllRows.look(heads, wanted, reading)
        .forEach((table, better) -> evidence.put(table, of(table).with(better)));
    wanted.forEach((table, looked) ->
        certain.computeIfAbsent(table, _ -> new TreeSet<>()).addAll(looked.columns()));
  }
}
