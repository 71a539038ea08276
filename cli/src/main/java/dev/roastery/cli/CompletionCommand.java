package dev.roastery.cli;

import dev.roastery.cli.client.GatewayAnswer;
import dev.roastery.cli.client.GatewayClient;
import dev.roastery.cli.client.GatewayFailure;
import dev.roastery.cli.client.JobPage;
import dev.roastery.cli.client.RemoteJob;
import dev.roastery.cli.client.RetryBudget;
import dev.roastery.cli.view.JobKey;
import dev.roastery.common.query.plan.Catalog;
import java.io.PrintWriter;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code roastery completion}: what a shell needs to complete our command lines. */
@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    description = {
      "Prints a completion script for bash or zsh.",
      "It completes commands, options and files, the names of the built-in queries, and the ids of"
          + " the jobs of the gateway in ROASTERY_GATEWAY."
    })
final class CompletionCommand implements Runnable {

  private static final Duration ANSWER_MAX = Duration.ofSeconds(1);
  private static final String GATEWAY_USUAL = "http://localhost:8080";

  /**
   * What the shell is given: bash expands the words of {@code compgen -W} as it does a command
   * line, and would run a command that a gateway's answer contains.
   */
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9-]*");

  private static final Pattern SHORT_ID = Pattern.compile("[0-9a-f]{8}");

  /** The commands whose first word is a job. */
  private static final String OF_JOBS =
      "status | watch | results | profile | events | approve | reject | retry | cancel | delete";

  /**
   * Around picocli's function, which knows commands, options and their values: words that only we
   * know. A word of an option is left to picocli.
   */
  private static final String SCRIPT =
      """

      # The names of queries, and the ids of the jobs of the gateway that the environment names.
      function _roastery_words() {
        local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
        local command=${COMP_WORDS[1]} words=
        case $before in
          --query) words='QUERY_NAMES' ;;
          explain | to-sql | to-json) [ "$command" = query ] && words='QUERY_NAMES' ;;
          JOB_COMMANDS) [ "$COMP_CWORD" = 2 ] && words=$("${COMP_WORDS[0]}" completion --ids 2>/dev/null) ;;
        esac
        [ "$command" = results ] && [ "$COMP_CWORD" = 3 ] && words='QUERY_NAMES'
        [ "$command" = help ] && words='ALL_COMMANDS'
        if [ -n "$words" ] && [ "${word#-}" = "$word" ]; then
          COMPREPLY=($(compgen -W "$words" -- "$word"))
          [ "${#COMPREPLY[@]}" = 0 ] || return 0
        fi
        _complete_roastery
      }
      complete -F _roastery_words -o default roastery ./roastery
      """;

  @Option(
      names = "--ids",
      hidden = true,
      description = "Print the short ids of jobs; the script asks for them.")
  private boolean ids;

  @Spec private CommandSpec spec = CommandSpec.create();
  @ParentCommand private @Nullable Main main;

  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    if (ids) {
      ids().forEach(out::println);
    } else {
      CommandSpec root = spec.root();
      out.print(AutoComplete.bash(root.name(), root.commandLine()));
      String queries = plain(Catalog.builtIn().queryNames());
      String commands = plain(root.subcommands().keySet());
      out.print(
          SCRIPT
              .replace("JOB_COMMANDS", OF_JOBS)
              .replace("QUERY_NAMES", queries)
              .replace("ALL_COMMANDS", commands));
    }
    out.flush();
  }

  private static String plain(Collection<String> words) {
    return words.stream()
        .filter(word -> PLAIN.matcher(word).matches())
        .collect(Collectors.joining(" "));
  }

  /** Of the newest jobs; none where they cannot be asked for at once, for somebody is typing. */
  private List<String> ids() {
    Map<String, String> environment = main == null ? Map.of() : main.environment();
    RetryBudget none = new RetryBudget(Duration.ZERO, new SplittableRandom(0), _ -> {});
    String url = environment.getOrDefault("ROASTERY_GATEWAY", GATEWAY_USUAL);
    String token = environment.getOrDefault("ROASTERY_TOKEN", "").strip();
    try (GatewayClient gateway =
        new GatewayClient(new URI(url), token.isEmpty() ? null : token, none)) {
      Optional<GatewayAnswer> answer = gateway.glance("/v1/jobs?limit=100", ANSWER_MAX);
      return answer.stream()
          .flatMap(page -> JobPage.of(page).jobs().stream())
          .map(RemoteJob::id)
          .map(JobKey::shortId)
          .filter(id -> SHORT_ID.matcher(id).matches())
          .toList();
    } catch (URISyntaxException | IllegalArgumentException | GatewayFailure _) {
      return List.of(); // no address of a gateway
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return List.of();
    }
  }
}
