package dev.roastery.cli.operate;

import dev.roastery.cli.DurationText;
import dev.roastery.cli.ExitCode;
import dev.roastery.cli.Main;
import dev.roastery.cli.SettableByVariable;
import dev.roastery.cli.client.GatewayClient;
import dev.roastery.cli.client.GatewayFailure;
import dev.roastery.cli.client.RetryBudget;
import dev.roastery.cli.output.ProgressBar;
import dev.roastery.cli.output.Terminal;
import dev.roastery.cli.view.ChosenFields;
import dev.roastery.common.storage.IoReason;
import dev.roastery.gateway.format.TerminalText;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** What every command has that asks a gateway. */
@Command(
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Every option can also be set by an environment variable (--gateway by ROASTERY_GATEWAY) or"
          + " in roastery.conf; the token is in ROASTERY_TOKEN or in a file. More in"
          + " docs/submit.md."
    })
public abstract class ClientCommand implements Callable<Integer>, SettableByVariable {

  /** The options that have one variable for all commands. */
  public static final List<String> COMMON = List.of("gateway", "token-file", "patience");

  /** Where {@code roastery dev} and compose.yaml have it. */
  private static final URI THIS_MACHINE = URI.create("http://localhost:8080");

  @Option(
      names = "--gateway",
      paramLabel = "URL",
      description = "Address of the gateway (http://localhost:8080).")
  private @Nullable URI gateway;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "File with the token, if it is not in ROASTERY_TOKEN.")
  private @Nullable Path tokenFile;

  @Option(
      names = "--patience",
      paramLabel = "TIME",
      description =
          "How long to retry without any progress, such as 30s, 10m, 1h (10m for submit and watch,"
              + " 10s otherwise).")
  private @Nullable String patience;

  @Option(
      names = "--json",
      arity = "0..1",
      paramLabel = "FIELDS",
      fallbackValue = ChosenFields.ALL,
      preprocessor = ChosenFields.Preprocessor.class,
      description =
          "Print the gateway's own JSON on standard output, or only these fields of it, such as"
              + " id,state.")
  private @Nullable String json;

  @Option(
      names = "--quiet",
      fallbackValue = "true",
      description = "Print nothing on standard error unless something is wrong.")
  private boolean quiet;

  /** The progress currently on the screen, so that messages are printed above it. */
  private volatile ProgressBar progress = ProgressBar.none(Terminal.silent());

  @Spec private CommandSpec spec = CommandSpec.create();
  @ParentCommand private @Nullable Main main;

  abstract void call(GatewayClient gateway) throws IOException, InterruptedException;

  @Override
  public final Integer call() throws IOException, InterruptedException {
    show(ProgressBar.none(terminal()));
    ChosenFields fields = fields();
    fields.check(spec.commandLine());
    RetryBudget limit =
        new RetryBudget(patience(), new SplittableRandom(System.nanoTime()), this::say);
    try (GatewayClient client = new GatewayClient(gateway(), token(), limit)) {
      call(client);
      return ExitCode.OK.number();
    } catch (GatewayFailure failure) {
      throw GatewayFailures.told(failure);
    } finally {
      out().flush();
    }
  }

  /** How long to continue without progress by default. */
  Duration patienceByDefault() {
    return Duration.ofSeconds(10);
  }

  private Duration patience() {
    if (patience == null) {
      return patienceByDefault();
    }
    return duration("--patience", patience);
  }

  Duration duration(String option, String text) {
    return DurationText.read(text)
        .orElseThrow(() -> usage(option + " is '" + text + "', not a time such as 30s, 10m or 1h"));
  }

  URI gateway() {
    URI url = gateway == null ? THIS_MACHINE : gateway;
    String scheme = String.valueOf(url.getScheme());
    if (!scheme.matches("https?") || url.getHost() == null || url.getRawQuery() != null) {
      throw usage("--gateway is '" + url + "', not like http://host:port");
    }
    if (url.getUserInfo() != null) {
      throw usage("--gateway contains a password: use ROASTERY_TOKEN or --token-file instead");
    }
    return url;
  }

  private @Nullable String token() {
    String token = environment().get("ROASTERY_TOKEN");
    Path file = tokenFile;
    if (file != null) {
      try {
        token = Files.readString(file);
      } catch (IOException e) {
        throw usage("--token-file: cannot read " + file + ": " + IoReason.of(e));
      }
    }
    if (token == null || token.isBlank()) {
      return null;
    }
    if (!token.strip().matches("[\\x21-\\x7e]+")) {
      throw usage("the token contains spaces or other characters that a token cannot have");
    }
    return token.strip();
  }

  Map<String, String> environment() {
    return main == null ? Map.of() : main.environment();
  }

  /** The command line that asks the same gateway something else. */
  String command(String words) {
    boolean isUsual =
        gateway == null
            || gateway.toString().equals(environment().getOrDefault("ROASTERY_GATEWAY", ""));
    return "roastery " + words + (isUsual ? "" : " --gateway " + gateway);
  }

  boolean isJson() {
    return json != null && !json.equals("false");
  }

  /** Which fields of what the gateway answers are wanted. */
  ChosenFields fields() {
    return new ChosenFields(json == null ? "" : json, known());
  }

  /** The fields that {@code --json} may name; none where it prints what it is given. */
  public List<String> known() {
    return List.of();
  }

  boolean isVerbose() {
    return main != null && main.isVerbose();
  }

  boolean isQuiet() {
    return quiet;
  }

  CommandLine commandLine() {
    return spec.commandLine();
  }

  PrintWriter out() {
    return spec.commandLine().getOut();
  }

  PrintWriter err() {
    return spec.commandLine().getErr();
  }

  /** Something for people, unless they asked for silence. */
  void say(String sentence) {
    if (!quiet) {
      progress.say(TerminalText.plain(sentence));
    }
  }

  Terminal terminal() {
    return quiet ? Terminal.silent() : Terminal.of(err(), environment());
  }

  /** What is said from now on stands above this. */
  ProgressBar show(ProgressBar now) {
    progress = now;
    return now;
  }

  ParameterException usage(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }
}
