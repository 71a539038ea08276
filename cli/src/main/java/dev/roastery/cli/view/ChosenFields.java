package dev.roastery.cli.view;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.roastery.cli.CommandFailure;
import dev.roastery.cli.ExitCode;
import dev.roastery.common.query.document.NameSuggestions;
import java.util.List;
import java.util.Map;
import java.util.Stack;
import picocli.CommandLine;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * The fields that {@code --json} asks for.
 *
 * @param wanted as they were given, or {@link #ALL}, or nothing
 * @param known those that there are
 */
public record ChosenFields(String wanted, List<String> known) {

  /** The whole answer. */
  public static final String ALL = "true";

  /** A command whose {@code --json} may be followed by fields as a word of their own. */
  public interface Command {

    /** The fields that there are; none where the command prints what it is given. */
    List<String> known();
  }

  public ChosenFields {
    known = List.copyOf(known);
  }

  private boolean isSome() {
    return !wanted.isEmpty() && !wanted.equals(ALL) && !wanted.equals("false");
  }

  private List<String> names() {
    return List.of(wanted.split(",", -1));
  }

  /** Refuses what is no field, with those that are. */
  public void check(CommandLine command) {
    if (!isSome()) {
      return;
    }
    if (known.isEmpty()) {
      throw new ParameterException(command, "--json takes no fields here");
    }
    for (String name : names()) {
      if (!known.contains(name)) {
        throw new CommandFailure(
            ExitCode.USAGE,
            "--json: there is no field "
                + NameSuggestions.quoted(name)
                + "; the fields are\n  "
                + String.join("\n  ", known));
      }
    }
  }

  /** The answer as it came, or the chosen fields of it. */
  public String of(String answer, JsonNode json) {
    return isSome() ? chosen(json).toString() : answer;
  }

  /** The same of a list, which is a member of the answer. */
  public String of(String answer, JsonNode json, String member) {
    if (!isSome()) {
      return answer;
    }
    ArrayNode all = JsonNodeFactory.instance.arrayNode();
    json.path(member).forEach(each -> all.add(chosen(each)));
    return all.toString();
  }

  private ObjectNode chosen(JsonNode json) {
    ObjectNode chosen = JsonNodeFactory.instance.objectNode();
    for (String name : names()) {
      chosen.set(name, json.path(name).isMissingNode() ? null : json.path(name));
    }
    return chosen;
  }

  /**
   * A word after {@code --json} is its value if it is a field of the command, or can be nothing
   * else: letters with a comma, or letters where the command takes no words. Otherwise it is what
   * it would be without {@code --json}, such as the name of a query.
   */
  public static final class Preprocessor implements IParameterPreprocessor {
    @Override
    public boolean preprocess(
        Stack<String> words, CommandSpec command, ArgSpec option, Map<String, Object> info) {
      boolean attached = !" ".equals(info.get("separator"));
      boolean fields =
          command.userObject() instanceof Command fielded
              && !words.isEmpty()
              && isFields(words.peek(), fielded.known(), command);
      if (!attached && !fields) {
        words.push(ALL);
      }
      return false;
    }

    private static boolean isFields(String word, List<String> known, CommandSpec command) {
      boolean takesWords = !command.positionalParameters().isEmpty();
      String form = takesWords ? "[a-zA-Z]+,[a-zA-Z,]*" : "[a-zA-Z,]+";
      return known.contains(word) || (!known.isEmpty() && word.matches(form));
    }
  }
}
