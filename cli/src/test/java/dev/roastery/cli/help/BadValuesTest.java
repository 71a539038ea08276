package dev.roastery.cli.help;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.Commands;
import dev.roastery.cli.Installed;
import dev.roastery.cli.Main;
import dev.roastery.cli.Outcome;
import dev.roastery.cli.view.JobKey;
import dev.roastery.embedded.sample.Progress;
import dev.roastery.embedded.sample.SampleDataset;
import dev.roastery.embedded.sample.SampleSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;

/** Whatever is given to an option, the answer is a sentence of ours and not one of Java. */
class BadValuesTest {

  private static final Pattern OF_JAVA =
      Pattern.compile(
          "java\\.|javax\\.|sun\\.|com\\.|picocli|Exception|Error:|dev\\.roastery|Jackson"
              + "|unexpected error|\\bnull\\b|@[0-9a-f]{6,}|\\$[A-Z]");

  private static final List<String> NONSENSE =
      List.of("nonsense", "", "-1", "99999999999999999999", "1e6", "%", ":", "=", "http://", "\0");

  /**
   * They would start, and not end: what Java alone refuses is tried here, the rest as a process.
   */
  private static final Set<String> SERVICES =
      Set.of("dev", "gateway", "aggregator", "maximizer", "joiner", "chaos");

  @TempDir private Path folder;
  private Set<String> before = Set.of();

  @BeforeEach
  void setUp() throws IOException {
    Files.writeString(folder.resolve("a-file"), "\0\1 neither JSON nor SQL {");
    Path set = folder.resolve("set");
    new SampleDataset(new SampleSettings(20, 1, 1), set, Progress.UNWATCHED).write(1);
    before = filesHere();
  }

  /** A test once wrote to where it was started, and what it wrote was committed. */
  @AfterEach
  void nothingIsWrittenToTheFolderOfTheTests() throws IOException {
    assertThat(filesHere()).isEqualTo(before);
  }

  private static Set<String> filesHere() throws IOException {
    try (Stream<Path> files = Files.list(Path.of(""))) {
      return files.map(Path::toString).collect(Collectors.toCollection(TreeSet::new));
    }
  }

  static List<String> commands() {
    return AllCommands.ofAllGroups().stream()
        .map(command -> GroupedHelp.words(command.getCommandSpec()))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyOptionOfACommandAnswersInWords(String command) {
    CommandSpec spec = spec(command);
    for (ArgSpec bad : spec.args()) {
      if (bad.arity().max() > 0) {
        for (String value : values(bad)) {
          answer(command, spec, bad, value);
        }
      }
    }
  }

  private void answer(String command, CommandSpec spec, ArgSpec bad, String value) {
    String[] line = line(command, spec, bad, value);
    if (SERVICES.contains(command) && isReadable(line)) {
      return;
    }
    Outcome outcome = Commands.run(Map.of("HOME", folder.toString()), line);
    assertInWords(outcome, List.of(line));
  }

  private static boolean isReadable(String[] line) {
    try {
      Main.commandLine(Map.of()).parseArgs(line);
      return true;
    } catch (ParameterException refused) {
      return false;
    }
  }

  static List<String> textsOfServices() {
    return List.of(
        "dev --bind=nonsense",
        "dev --bind=%",
        "dev --memory=nonsense",
        "dev --memory=999999999999999g",
        "dev --job-disk=-1",
        "dev --port=99999",
        "dev --port=-5",
        "dev --tokens=FILE",
        "dev --tls-keystore=FILE",
        "gateway --amqp=nonsense",
        "gateway --amqp=amqp://%",
        "gateway --amqp=http://localhost",
        "gateway --partitions=joiner=0",
        "gateway --partitions=nonsense=1",
        "joiner --amqp=:",
        "joiner --amqp=amqp://localhost:x",
        "joiner --nodes=0",
        "joiner --health-port=99999",
        "joiner --stuck-after=0",
        "chaos --processes --every=nonsense",
        "chaos --processes --memory=nonsense --faults=1",
        "chaos --processes --only=nonsense --dir=FILE");
  }

  /** With a file where their state would be, they cannot start. */
  @ParameterizedTest
  @MethodSource("textsOfServices")
  void aServiceThatCannotStartSaysWhyInWords(String line) throws Exception {
    String file = folder.resolve("a-file").toString();
    List<String> words = new ArrayList<>(Installed.roastery(folder));
    words.addAll(List.of(line.replace("FILE", file).split(" ")));
    if (!line.startsWith("chaos")) {
      words.add("--state=" + file);
    }
    Outcome outcome = Outcome.start(folder, Map.of(), words).await();
    assertInWords(outcome, words);
    assertThat(outcome.code()).as("%s", words).isNotZero();
  }

  private static void assertInWords(Outcome outcome, List<String> line) {
    assertThat(outcome.out() + outcome.err()).as("%s", line).doesNotContainPattern(OF_JAVA);
    if (outcome.code() != 0) {
      assertThat(outcome.err()).as("%s", line).contains("roastery: ");
      assertThat(outcome.code()).as("%s: %s", line, outcome.err()).isNotEqualTo(1);
    }
  }

  /** A command line with all that the command needs, which does no harm, and the bad value. */
  private String[] line(String command, CommandSpec spec, ArgSpec bad, String value) {
    List<String> line = new ArrayList<>(List.of(command.split(" ")));
    for (OptionSpec option : spec.options()) {
      if (option.equals(bad)) {
        line.add(option.longestName() + "=" + value);
      } else if (option.required()) {
        line.add(option.longestName() + "=" + good(option));
      }
    }
    if (command.equals("chaos")) {
      line.add("--processes");
    } else if (command.equals("simulate")) {
      line.addAll(List.of("--seeds=1", "--topology=toy"));
    }
    if (spec.optionsMap().containsKey("--gateway") && !bad.paramLabel().equals("URL")) {
      line.addAll(List.of("--gateway=http://127.0.0.1:1"));
    }
    if (spec.optionsMap().containsKey("--patience") && !bad.paramLabel().equals("TIME")) {
      line.addAll(List.of("--patience=0s"));
    }
    for (PositionalParamSpec positional : spec.positionalParameters()) {
      if (positional.equals(bad)) {
        line.add(value);
      } else if (positional.arity().min() > 0) {
        line.add(good(positional));
      }
    }
    return line.stream().distinct().toArray(String[]::new);
  }

  private String good(ArgSpec argument) {
    if (argument.type() == Path.class) {
      return folder.resolve(argument.isOption() ? "new" : "set").toString();
    }
    return argument.type() == JobKey.class ? "01b2e9f3" : "word";
  }

  /** A file's name is always below the test's folder. */
  private List<String> values(ArgSpec bad) {
    boolean isFile =
        bad.type() == Path.class
            || bad.paramLabel().contains("FILE")
            || bad.paramLabel().contains("DIR");
    return isFile
        ? List.of(
            folder.resolve("a-file").toString(),
            folder.resolve("a-file/below").toString(),
            folder.resolve("missing/too.json").toString(),
            folder.resolve("set").toString(),
            "\0")
        : NONSENSE;
  }

  private static CommandSpec spec(String command) {
    CommandLine at = Main.commandLine(Map.of());
    for (String word : List.of(command.split(" ", -1))) {
      at = at.getSubcommands().get(word);
    }
    return at.getCommandSpec();
  }
}
