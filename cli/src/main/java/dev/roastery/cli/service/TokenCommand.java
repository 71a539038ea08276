package dev.roastery.cli.service;

import dev.roastery.cli.ExitCode;
import dev.roastery.gateway.api.server.Tokens;
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
      "Generates a client's token and its line for the token file.",
      "The token has 256 random bits. The file holds only its SHA-256: the token is shown once and"
          + " stored nowhere."
    })
public final class TokenCommand implements Callable<Integer> {

  @Parameters(paramLabel = "CLIENT", description = "Name of the client.")
  private String client = "";

  @Option(names = "--json", description = "Print the token and the line as JSON.")
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
      out.println("ROASTERY_TOKEN of the client:      " + token);
      out.println("line for the gateway's token file: " + line);
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
