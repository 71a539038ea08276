package dev.roastery.cli.run;

import dev.roastery.cli.Main;
import dev.roastery.cli.Version;
import dev.roastery.cli.output.ProgressBar;
import dev.roastery.cli.output.ProgressBar.Unit;
import dev.roastery.cli.output.Terminal;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.storage.IoReason;
import dev.roastery.common.storage.NoSpaceException;
import dev.roastery.embedded.sample.SampleDataset;
import dev.roastery.embedded.sample.SampleReport;
import dev.roastery.embedded.sample.SampleSettings;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code roastery generate}: a dataset to try, test and measure with. */
@Command(
    name = "generate",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Generates a sample dataset of coffee-shop sales.",
      "Writes it month by month, from 2023-07 on, to DIR/<table>/<table>_YYYYMM.csv. The same"
          + " options give the same bytes on every machine."
    },
    footer = {"", "For the size of the real dataset, about 3.4 GB: --transactions 14880000"})
public final class GenerateCommand implements Runnable {

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "Folder to write to; created if it does not exist.")
  private Path out = Path.of("");

  @Option(
      names = "--transactions",
      defaultValue = "100000",
      paramLabel = "N",
      description =
          "Number of transactions over all months (${DEFAULT-VALUE}); about 225 bytes each.")
  private long transactions;

  @Option(
      names = "--months",
      defaultValue = "24",
      paramLabel = "N",
      description = "Number of months (${DEFAULT-VALUE}).")
  private int months;

  @Option(
      names = "--seed",
      defaultValue = "1",
      paramLabel = "N",
      description = "Seed of the dataset (${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--force",
      description = "Write even if the folder is not empty; an earlier dataset is replaced.")
  private boolean force;

  @Spec private CommandSpec spec = CommandSpec.create();
  @ParentCommand private @Nullable Main main;

  @Override
  public void run() {
    check("--transactions", transactions, 0, SampleSettings.TRANSACTIONS_MAX);
    check("--months", months, 1, SampleSettings.MONTHS_MAX);
    SampleReport written;
    try {
      written = generate(new SampleSettings(transactions, months, seed));
    } catch (IOException e) {
      throw failure(e, out);
    }
    spec.commandLine()
        .getOut()
        .printf(
            Locale.ROOT,
            "%,d files, %,d rows, %,.1f MB in %s%n",
            written.files(),
            written.rows(),
            written.bytes() / 1e6,
            out);
  }

  private Map<String, String> environment() {
    return main == null ? Map.of() : main.environment();
  }

  private void check(String option, long value, long least, long most) {
    if (value < least || value > most) {
      throw new ParameterException(
          spec.commandLine(), option + " is " + value + ", not from " + least + " to " + most);
    }
  }

  private SampleReport generate(SampleSettings settings) throws IOException {
    checkOut();
    Terminal terminal = Terminal.of(spec.commandLine().getErr(), environment());
    try (var progress =
        new ProgressBar(terminal, "generating", Unit.ROWS, settings.transactions())) {
      var dataset = new SampleDataset(settings, out, progress::advance);
      dataset.clear();
      return dataset.write(Math.min(months, Runtime.getRuntime().availableProcessors()));
    }
  }

  private void checkOut() throws IOException {
    if (Files.exists(out) && !Files.isDirectory(out)) {
      throw new ParameterException(spec.commandLine(), "--out " + out + " is not a directory");
    }
    if (!force && Files.isDirectory(out) && !isEmpty(out)) {
      throw new ParameterException(
          spec.commandLine(),
          "--out "
              + out
              + " is not empty; choose another folder, or use --force to replace the dataset in"
              + " it");
    }
  }

  private static boolean isEmpty(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.findAny().isEmpty();
    }
  }

  /** What a failure to write means to a person. */
  static Fatal failure(IOException failure, Path out) {
    IOException told = NoSpaceException.toldFrom(failure);
    String rest = "; what is in " + out + " is incomplete: ";
    return switch (told) {
      case NoSpaceException _ ->
          new Fatal(
              FatalReason.NO_SPACE,
              "the disk of "
                  + out
                  + " is full"
                  + rest
                  + "free some space and run the command again with --force",
              failure);
      case AccessDeniedException denied ->
          unwritable("no permission to write " + denied.getFile(), failure);
      case FileAlreadyExistsException file ->
          unwritable(file.getFile() + " is a file where a directory is needed", failure);
      default ->
          unwritable(
              "cannot write to "
                  + out
                  + ": "
                  + IoReason.of(told)
                  + rest
                  + "fix that and run the command again with --force",
              failure);
    };
  }

  private static Fatal unwritable(String sentence, IOException failure) {
    return new Fatal(FatalReason.DISK_UNWRITABLE, sentence, failure);
  }
}
