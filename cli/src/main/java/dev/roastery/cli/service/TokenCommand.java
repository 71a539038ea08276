package dev.roastery.cli.service;

import dev.roastery.cli.ExitCode;
import dev.roastery.gateway.http.Tokens;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code roastery token}: a token for a client, and the gateway's line about it. */
@Command(
    name = "token",
    mixinStandardHelpOptions = true,
    description = {
      "Makes a token of 256 random bits, and the line for the gateway's token file, which holds",
      "only its SHA-256: the token is shown this once, and kept nowhere."
    })
public final class TokenCommand implements Callable<Integer> {

  @Parameters(paramLabel = "CLIENT", description = "Whose token it is.")
  private String client = "";

  @Option(names = "--json", description = "Print both as JSON.")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    String token = Tokens.fresh();
    String line = line(token);
    var out = spec.commandLine().getOut();
    if (json) {
      out.println(
          "{\"client\":\"%s\",\"token\":\"%s\",\"line\":\"%s\"}".formatted(client, token, line));
    } else {
      out.println("for the client, as ROASTERY_TOKEN:    " + token);
      out.println("for the gateway's token file, a line: " + line);
    }
    out.flush();
    return ExitCode.OK.number();
  }

  private String line(String token) {
    try {
      return Tokens.line(client, token);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }
}
