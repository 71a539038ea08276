package dev.roastery.cli.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.Commands;
import dev.roastery.cli.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A folder of which nobody has said anything, submitted to a gateway. */
class ForeignSubmitTest {

  private static final String SQL =
      "--sql=select customer, sum(price) as spent from order_lines group by customer";

  @TempDir private Path folder;

  @Test
  void allItsRowsAreLookedAtBeforeTheyAreSent() throws Exception {
    Path set = Files.createDirectories(folder.resolve("exports"));
    Files.createDirectories(set.resolve("order lines"));
    Files.writeString(
        set.resolve("order lines/a.csv"),
        "customer;price\n" + "7;0,5\n".repeat(500_000) + "007;1.000,25\n");
    Files.writeString(set.resolve("order lines/b.csv"), "customer;price\n8;NA\n");
    submittedAndRunItGives("customer,spent\n007,1000.25\n7,250000.00\n8,\n", set);
  }

  @Test
  void soAreAllLinesOfObjects() throws Exception {
    Path set = Files.createDirectories(folder.resolve("exports"));
    Files.createDirectories(set.resolve("order lines"));
    Files.writeString(
        set.resolve("order lines/a.jsonl"),
        "{\"customer\":7}\n".repeat(500_000) + "{\"price\":1000.25,\"customer\":\"007\"}\n");
    Files.writeString(set.resolve("order lines/b.csv"), "customer;price\n8;NA\n7;0,5\n");
    submittedAndRunItGives("customer,spent\n007,1000.25\n7,0.50\n8,\n", set);
  }

  private void submittedAndRunItGives(String expected, Path set) throws Exception {
    try (Service service = Service.dev(folder)) {
      Map<String, String> environment = Map.of("ROASTERY_GATEWAY", service.url());
      Outcome submitted =
          Commands.run(
              environment, "submit", set.toString(), SQL, "--watch", "--resume", "--format=csv");

      assertThat(submitted.code()).as(submitted.err()).isZero();
      assertThat(submitted.out()).isEqualTo(expected);
      assertThat(submitted.err())
          .contains("order_lines (2 files): customer text, price decimal(2) (NA is none)");
      Outcome run =
          Commands.run(environment, "run", set.toString(), SQL, "--format=csv", "--quiet");
      assertThat(run).isEqualTo(new Outcome(0, submitted.out(), ""));
    }
  }
}
