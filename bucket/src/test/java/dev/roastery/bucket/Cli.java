package dev.roastery.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.Main;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import picocli.CommandLine;

/** Commands of the product in this process, with the credentials of the test's server. */
final class Cli {

  record Outcome(int code, String out, String err) {
    Outcome isDone() {
      assertThat(err).doesNotContain("roastery:");
      assertThat(code).isZero();
      return this;
    }
  }

  private Cli() {}

  static Outcome run(String... arguments) {
    Map<String, String> environment =
        Map.of(
            "AWS_ACCESS_KEY_ID", BucketServer.ACCESS_KEY,
            "AWS_SECRET_ACCESS_KEY", BucketServer.SECRET_KEY);
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine commandLine = Main.commandLine(environment);
    commandLine.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    int code = commandLine.execute(arguments);
    assertThat(out + "" + err).doesNotContain(BucketServer.SECRET_KEY).doesNotContain("Exception");
    return new Outcome(code, out.toString(), err.toString());
  }
}
