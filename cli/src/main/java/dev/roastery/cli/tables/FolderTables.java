package dev.roastery.cli.tables;

import dev.roastery.cli.CommandFailure;
import dev.roastery.cli.ExitCode;
import dev.roastery.cli.output.ReadFiles;
import dev.roastery.common.fault.JobFailure;
import dev.roastery.common.query.language.TableSpec;
import dev.roastery.common.query.language.Tables;
import dev.roastery.common.query.plan.Catalog;
import dev.roastery.common.query.plan.JobPlan;
import dev.roastery.embedded.infer.Inference;
import dev.roastery.embedded.infer.Inference.Question;
import dev.roastery.input.BadRows;
import dev.roastery.input.Dataset;
import dev.roastery.input.csv.CsvException;
import dev.roastery.input.infer.PartHead;
import dev.roastery.input.source.DatasetFolder;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Whether the built-in tables are what a folder has. They are, if all queries are built-in ones; or
 * if they answer the queries, and the files of the tables that these need have all their columns.
 */
public final class FolderTables {

  private static final int HEADER_BYTES = 64 << 10;

  private final DatasetFolder folder;
  private final List<String> ignored;
  private final Tables builtIn = Catalog.builtIn().tables();

  public FolderTables(DatasetFolder folder, List<String> ignored) {
    this.folder = folder;
    this.ignored = ignored;
  }

  /** Whether these queries, none of them being the built-in ones, are about the built-in tables. */
  public boolean areBuiltIn(List<String> queries, Question question) {
    if (queries.isEmpty()) {
      return hasSome();
    }
    if (Catalog.builtIn().queryNames().containsAll(queries)) {
      return true;
    }
    JobPlan plan;
    try {
      plan = question.ask(builtIn);
    } catch (CommandFailure refused) {
      if (refused.code() == ExitCode.INVALID) {
        return false;
      }
      throw refused;
    }
    return plan.tables().all().stream().allMatch(table -> presence(table) == Presence.COMPLETE)
        || plan.tables().all().stream().anyMatch(table -> presence(table) == Presence.MISSING);
  }

  private boolean hasSome() {
    return builtIn.all().stream().anyMatch(table -> presence(table) == Presence.COMPLETE);
  }

  /** What there is of a built-in table. */
  private enum Presence {
    /** No file: then whoever needs the table is told so, inferred or not. */
    MISSING,
    /** A file that is something else. */
    OTHER,
    COMPLETE
  }

  private Presence presence(TableSpec table) {
    Dataset found;
    try {
      found = Dataset.find(folder, List.of(table.name()), builtIn.names(), ignored);
    } catch (JobFailure | IOException missing) {
      return Presence.MISSING;
    }
    try {
      Dataset.Part first = found.of(table.name()).getFirst();
      Set<String> names = new HashSet<>(PartHead.names(first, HEADER_BYTES));
      return names.containsAll(table.columnNames()) ? Presence.COMPLETE : Presence.OTHER;
    } catch (CsvException | IOException unreadable) {
      return Presence.OTHER;
    }
  }

  /** Looks at the heads of all files. */
  public Inference infer(int threads, BadRows badRows) throws IOException, InterruptedException {
    return Inference.of(Dataset.discover(folder, ignored), threads, badRows);
  }

  /** Nothing is asked of a folder that the built-in queries are not about. */
  public CommandFailure nothingAsked(Inference inference) {
    Dataset dataset = inference.dataset();
    String tables = TableLines.of(inference.tables(), dataset);
    String found =
        tables.isEmpty()
            ? "nor any other file with a column"
            : """
            but these, by their first rows:
            %s
            %sAsk with --sql "select … from …" or with --query FILE: then every row is checked. \
            'roastery tables infer %s' checks all rows, and writes the tables as a document\
            """
                .formatted(tables, unread(inference), folder);
    return new CommandFailure(
        ExitCode.USAGE, folder + " has no table of the built-in queries, " + found);
  }

  private static String unread(Inference inference) {
    return ReadFiles.ignored(inference.unread()).map(files -> files + "\n").orElse("");
  }
}
