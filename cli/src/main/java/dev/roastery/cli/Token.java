package dev.roastery.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.roastery.common.digest.Sha256;
import java.security.SecureRandom;
import java.util.Base64;
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
final class Token implements Callable<Integer> {

  private static final int BYTES = 32;

  @Parameters(paramLabel = "CLIENT", description = "Whose token it is.")
  private String client = "";

  @Option(names = "--json", description = "Print both as JSON.")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    if (!client.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,63}")) {
      throw new ParameterException(
          spec.commandLine(),
          "'" + client + "' is not a client's name: 1 to 64 letters, digits, points, hyphens");
    }
    byte[] secret = new byte[BYTES];
    // Nobody may be able to guess it: the one place where chance must not have a seed.
    new SecureRandom().nextBytes(secret);
    String token = Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
    String line = client + " " + Sha256.hex(token.getBytes(US_ASCII));
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
}
