package dev.roastery.cli.tables;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.roastery.cli.CommandFailure;
import dev.roastery.cli.ExitCode;
import dev.roastery.cli.Main;
import dev.roastery.cli.Version;
import dev.roastery.cli.output.ProgressBar;
import dev.roastery.cli.output.ProgressBar.Unit;
import dev.roastery.cli.output.ReadFiles;
import dev.roastery.cli.output.Terminal;
import dev.roastery.cli.place.Places;
import dev.roastery.common.fault.JobFailure;
import dev.roastery.common.query.document.Json;
import dev.roastery.common.query.document.JsonWriter;
import dev.roastery.common.query.language.Tables;
import dev.roastery.common.query.language.TablesWriter;
import dev.roastery.common.storage.location.StoreOptions;
import dev.roastery.embedded.infer.Inference;
import dev.roastery.input.BadRows;
import dev.roastery.input.Dataset;
import dev.roastery.input.csv.CsvException;
import dev.roastery.input.source.DatasetFolder;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code roastery tables}: the tables that files are. */
@Command(
    name = "tables",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Finds the tables of a folder of files, and the types of their columns.",
    footer = {"", "How types are found, and what they mean: docs/your-data.md"})
public final class TablesCommand implements Runnable {

  private static final ObjectMapper JSON = new ObjectMapper();

  @Spec private CommandSpec spec = CommandSpec.create();
  @ParentCommand private @Nullable Main main;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "no command given: infer");
  }

  @Command(
      name = "infer",
      mixinStandardHelpOptions = true,
      sortOptions = false,
      description = {
        "Reads all rows of all files of a folder, CSV and JSON lines, and prints a tables"
            + " document.",
        "A file DIR/orders.csv is table orders, and so are all files of a folder DIR/orders/. The"
            + " type of a column is the least that fits all of its values: whole, decimal, date,"
            + " timestamp, or else text. Change what it does not know better, and pass the document"
            + " to run or submit with --tables."
      },
      footer = {
        "",
        "Example: roastery tables infer exports > tables.json",
        "         roastery run exports --tables tables.json --query revenue.json"
      })
  int infer(
      @Parameters(paramLabel = "DIR", description = "Folder with the files, or s3://BUCKET/PREFIX.")
          String given,
      @Mixin StoreOptions stores,
      @Option(
              names = "--ignore",
              paramLabel = "GLOB",
              split = ",",
              defaultValue = "${env:ROASTERY_TABLES_IGNORE}",
              description =
                  "Files not to read, such as '*.txt' or 'sales/2023*'; may be repeated. Without"
                      + " it, a file in a table's folder that cannot be read is an error.")
          List<String> ignored)
      throws IOException, InterruptedException {
    List<String> globs = ignored == null ? List.of() : ignored;
    var err = spec.commandLine().getErr();
    try (DatasetFolder folder = new Places(spec, stores).dataset(given)) {
      int threads = Runtime.getRuntime().availableProcessors();
      Inference inference = new FolderTables(folder, globs).infer(threads, BadRows.REFUSE);
      Dataset dataset = inference.dataset();
      Tables tables;
      try (var progress =
          new ProgressBar(
              Terminal.of(err, environment()), "reading", Unit.BYTES, dataset.bytes())) {
        tables = inference.certainTables(progress::advance);
      }
      if (tables.all().isEmpty()) {
        throw new CommandFailure(ExitCode.JOB_FAILED, folder + " has no file with a column");
      }
      spec.commandLine().getOut().println(document(tables));
      spec.commandLine().getOut().flush();
      err.println(ReadFiles.counted(dataset.files(), 0, dataset.bytes()));
      err.println(TableLines.of(tables, dataset));
      ReadFiles.ignored(inference.unread()).ifPresent(err::println);
      return ExitCode.OK.number();
    } catch (CsvException | JobFailure failure) {
      throw new CommandFailure(ExitCode.JOB_FAILED, String.valueOf(failure.getMessage()));
    }
  }

  private Map<String, String> environment() {
    return main == null ? Map.of() : main.environment();
  }

  /** One column a line, so that people can change it. */
  static String document(Tables tables) throws IOException {
    String compact =
        JsonWriter.write(Json.Obj.of(Json.Field.of("tables", TablesWriter.tables(tables))));
    return JSON.readTree(compact).toPrettyString();
  }
}
