package dev.roastery.embedded.infer;

import dev.roastery.common.fault.JobFailure;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.query.document.Expect;
import dev.roastery.common.query.language.ColumnSpec;
import dev.roastery.common.query.language.TableSpec;
import dev.roastery.common.query.language.Tables;
import dev.roastery.common.query.plan.JobPlan;
import dev.roastery.embedded.RunReport;
import dev.roastery.input.BadRows;
import dev.roastery.input.Dataset;
import dev.roastery.input.csv.CsvException;
import dev.roastery.input.csv.CsvProblem;
import dev.roastery.input.csv.CsvProblem.Contradiction;
import dev.roastery.input.infer.Heads;
import dev.roastery.input.infer.PartHead;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * The tables of a folder that nobody has described. A type is the least that fits all rows of its
 * column, whatever the heads of the files say: it is either checked on every row by the run that
 * computes with it, or found by looking at every row before.
 */
public final class Inference {

  /** What a column of text might be that a question takes for another. */
  private static final List<ColumnType> TYPES =
      List.of(new ColumnType.Whole(), new ColumnType.Date(), new ColumnType.Timestamp());

  private final Dataset dataset;
  private final KnownTables known;
  private final int threads;
  private final BadRows badRows;

  /** What is asked of the tables; throws when they do not allow that. */
  public interface Question {
    JobPlan ask(Tables tables);
  }

  /** Computes a plan, and throws a CsvException of a Contradiction if the types are wrong. */
  public interface Attempt {
    RunReport run(JobPlan plan, Dataset dataset) throws IOException, InterruptedException;
  }

  private Inference(Dataset dataset, Heads heads, int threads, BadRows badRows) {
    this.dataset = dataset;
    this.known = new KnownTables(heads);
    this.threads = threads;
    this.badRows = badRows;
  }

  /** Reads the heads of all files. */
  public static Inference of(Dataset dataset, int threads, BadRows badRows)
      throws IOException, InterruptedException {
    return new Inference(dataset, Heads.read(dataset, threads), threads, badRows);
  }

  /** The same with shorter heads. */
  public static Inference of(Dataset dataset, int threads, BadRows badRows, int headBytes)
      throws IOException, InterruptedException {
    return new Inference(dataset, Heads.read(dataset, threads, headBytes), threads, badRows);
  }

  /** All that is there, with the tables that have no column. */
  public Dataset dataset() {
    return dataset;
  }

  /**
   * The files that are no part of a table, or of one without a column; and of the others those
   * whose header has names that no column can have.
   */
  public List<String> unread() {
    List<String> unread = new ArrayList<>(dataset.only(known.names()).ignored());
    for (String table : known.names()) {
      for (PartHead head : known.heads(table)) {
        long nameless = head.header().stream().filter(name -> !Expect.isName(name)).count();
        if (nameless > 0) {
          String columns =
              nameless == 1 ? "a column without a name" : nameless + " columns without a name";
          unread.add(columns + ", or with one that is too long, in " + head.part().name());
        }
      }
      nested(table).ifPresent(unread::add);
    }
    return unread;
  }

  /** The columns of a table that cannot be used as far as is known, for people. */
  public Optional<String> nested(String table) {
    List<String> nested = known.nested(table);
    return nested.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "columns with objects or lists in %s (%s)".formatted(table, Dataset.shortened(nested)));
  }

  /** The tables as far as they are known. */
  public Tables tables() {
    return known.tables();
  }

  /** The tables, after all rows of all columns have been looked at. */
  public Tables certainTables(LongConsumer progress) throws InterruptedException {
    while (!known.areCertain(columns(tables()))) {
      look(columns(tables()), progress);
    }
    return tables();
  }

  /** A plan whose types hold for all rows. */
  public JobPlan certainPlan(Question question, LongConsumer progress) throws InterruptedException {
    JobPlan plan = plan(question, progress);
    while (!known.areCertain(columns(plan))) {
      look(columns(plan), progress);
      plan = plan(question, progress);
    }
    return plan;
  }

  /**
   * The report of a run whose types hold for all rows: it begins again when a row contradicts them,
   * after all rows have been looked at, and so at most once.
   */
  public RunReport run(Question question, Attempt attempt, Consumer<String> say)
      throws IOException, InterruptedException {
    LongConsumer progress = _ -> {};
    JobPlan plan = plan(question, progress);
    if (known.haveOpen(columns(plan))) {
      plan = certainPlan(question, progress);
    }
    while (true) {
      try {
        return attempt.run(plan, dataset.only(columns(plan).keySet()));
      } catch (CsvException e) {
        CsvProblem.BadRow row = contradiction(e);
        if (known.areCertain(columns(plan))) {
          throw new JobFailure(row.sentence() + ": the file changed while it was read; run again");
        }
        say.accept(
            row.sentence()
                + "; the first rows were others: looking at all rows, and reading again");
        plan = certainPlan(question, progress);
      }
    }
  }

  /** The same, after all rows have been looked at: so the same question has always one plan. */
  public RunReport runCertain(Question question, Attempt attempt)
      throws IOException, InterruptedException {
    JobPlan plan = certainPlan(question, _ -> {});
    return attempt.run(plan, dataset.only(columns(plan).keySet()));
  }

  private static CsvProblem.BadRow contradiction(CsvException e) {
    if (e.problem() instanceof Contradiction(CsvProblem.BadRow row)) {
      return row;
    }
    throw e;
  }

  /** With the types as far as they are known; columns that it does not need are text. */
  private JobPlan plan(Question question, LongConsumer progress) throws InterruptedException {
    JobPlan plan = answerable(question, progress);
    Map<String, Set<String>> needed = columns(plan);
    known.refuseNested(needed);
    needed.keySet().forEach(known::requireCommonHeaders);
    return question.ask(known.tables(needed));
  }

  /**
   * A question that the types and columns of the heads do not allow may be one that the true ones
   * do.
   */
  private JobPlan answerable(Question question, LongConsumer progress) throws InterruptedException {
    while (true) {
      Tables guess = tables();
      try {
        return question.ask(guess);
      } catch (RuntimeException refused) {
        Map<String, Set<String>> columns = perhapsOthers(question, guess, refused);
        if (known.areCertain(columns)) {
          refuseNested(question, guess);
          throw refused;
        }
        look(columns, progress);
      }
    }
  }

  /** Of what more must be known before the question is refused. */
  private Map<String, Set<String>> perhapsOthers(
      Question question, Tables guess, RuntimeException refused) {
    try {
      return columns(question.ask(retyped(guess, (_, _) -> true, new ColumnType.Text())));
    } catch (RuntimeException alsoRefused) {
      Set<String> named = named(question, guess, refused);
      if (!haveCommonLine(refused, alsoRefused)) {
        return columns(guess.only(named));
      }
      return perhapsTyped(question, guess, refused)
          ? known.withOpenColumns(named)
          : known.withUnknownColumns(named);
    }
  }

  /** The tables that the question names: without one of them it would be refused for that. */
  private static Set<String> named(Question question, Tables guess, RuntimeException refused) {
    Set<String> named = new TreeSet<>();
    for (String table : guess.names()) {
      Set<String> others = new TreeSet<>(guess.names());
      others.remove(table);
      if (!isRefusedAlike(question, guess.only(others), refused)) {
        named.add(table);
      }
    }
    return named;
  }

  /** Whether columns that are text until a value tells their type would be better another. */
  private boolean perhapsTyped(Question question, Tables guess, RuntimeException refused) {
    return TYPES.stream()
        .anyMatch(type -> !isRefusedAlike(question, retyped(guess, known::isOpen, type), refused));
  }

  private static boolean isRefusedAlike(
      Question question, Tables tables, RuntimeException refused) {
    try {
      question.ask(tables);
      return false;
    } catch (RuntimeException other) {
      return String.valueOf(other.getMessage()).equals(refused.getMessage());
    }
  }

  /** A question that columns which cannot be used do not allow is refused for them, not as text. */
  private void refuseNested(Question question, Tables guess) {
    for (ColumnType type : TYPES) {
      Map<String, Set<String>> columns = Map.of();
      try {
        columns = columns(question.ask(retyped(guess, known::isNested, type)));
      } catch (RuntimeException _) {
        // They are not the reason, or not the only one.
      }
      known.refuseNested(columns);
    }
  }

  /** Whether a mistake has nothing to do with types, as a misspelt name has not. */
  private static boolean haveCommonLine(RuntimeException one, RuntimeException other) {
    Set<String> lines = new TreeSet<>(String.valueOf(one.getMessage()).lines().toList());
    return String.valueOf(other.getMessage()).lines().anyMatch(lines::contains);
  }

  /** Those columns of the tables with another type. */
  private static Tables retyped(Tables tables, BiPredicate<String, String> which, ColumnType type) {
    return new Tables(
        tables.all().stream()
            .map(table ->
                new TableSpec(
                    table.name(),
                    table.columns().stream()
                        .map(column ->
                            which.test(table.name(), column.name())
                                ? new ColumnSpec(column.name(), type)
                                : column)
                        .toList(),
                    table.key()))
            .toList());
  }

  private void look(Map<String, Set<String>> columns, LongConsumer progress)
      throws InterruptedException {
    known.look(columns, new AllRows.Reading(threads, badRows, progress));
  }

  private static Map<String, Set<String>> columns(Tables tables) {
    Map<String, Set<String>> columns = new TreeMap<>();
    tables.all().forEach(table -> columns.put(table.name(), new TreeSet<>(table.columnNames())));
    return columns;
  }

  /** The columns that a plan reads. */
  private static Map<String, Set<String>> columns(JobPlan plan) {
    Map<String, Set<String>> columns = new TreeMap<>();
    for (TableSpec table : plan.tables().all()) {
      Set<String> names = new TreeSet<>();
      plan.factColumns(table.name()).forEach(column -> names.add(column.name()));
      plan.referenceColumns(table.name()).forEach(column -> names.add(column.name()));
      columns.put(table.name(), names);
    }
    return columns;
  }
}
