package dev.roastery.cli.service;

import dev.roastery.cli.ExitCode;
import dev.roastery.common.partition.poison.Quarantine;
import dev.roastery.gateway.format.AlignedRows;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code roastery quarantine}: the messages that partitions have quarantined. */
@Command(
    name = "quarantine",
    mixinStandardHelpOptions = true,
    subcommands = QuarantineRetryCommand.class,
    description = {
      "Lists, shows, retries and drops quarantined messages.",
      "Covers all partitions at or below a directory, or in an object store. Workers may be"
          + " running."
    },
    footer = {"", "More about messages in quarantine: docs/operations.md"})
public final class QuarantineCommand implements Runnable {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "no command given: list, show, retry or drop");
  }

  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = "Lists one line per message: partition, name, message, reason.")
  int list(@Mixin StateOptions state) throws IOException {
    List<List<@Nullable String>> rows = new ArrayList<>();
    rows.add(List.of("partition", "name", "message", "reason"));
    try (StatePlace place = state.open()) {
      for (QuarantinedMessage each : QuarantinedMessage.all(place)) {
        Quarantine.Entry entry = each.entry();
        rows.add(
            List.of(each.partition().name().toString(), entry.name(), each.what(), entry.reason()));
      }
    }
    if (rows.size() == 1) {
      out().println("the quarantine is empty");
    } else {
      AlignedRows.write(rows, List.of(false, false, false, false), out());
    }
    out().flush();
    return ExitCode.OK.number();
  }

  @Command(
      name = "show",
      mixinStandardHelpOptions = true,
      description = "Shows everything known about one message; --out writes its bytes to a file.")
  int show(
      @Mixin StateOptions state,
      @Parameters(index = "1", paramLabel = "NAME", description = "Its name, or how it begins.")
          String name,
      @Option(
              names = "--out",
              paramLabel = "FILE",
              description = "File for the bytes of the message.")
          @Nullable Path file)
      throws IOException {
    try (StatePlace place = state.open()) {
      for (QuarantinedMessage each : QuarantinedMessage.named(place, name)) {
        show(each);
        if (file != null) {
          Files.write(file, each.entry().message());
        }
      }
    }
    out().flush();
    return ExitCode.OK.number();
  }

  @Command(
      name = "drop",
      mixinStandardHelpOptions = true,
      description = "Deletes a message permanently.")
  int drop(
      @Mixin StateOptions state,
      @Parameters(index = "1", paramLabel = "NAME", description = "Its name, or how it begins.")
          String name)
      throws IOException {
    try (StatePlace place = state.open()) {
      for (QuarantinedMessage each : QuarantinedMessage.named(place, name)) {
        each.quarantine().drop(each.entry().name());
        out().println("dropped " + each.entry().name() + " of " + each.partition().name());
      }
    }
    out().flush();
    return ExitCode.OK.number();
  }

  private void show(QuarantinedMessage message) {
    Quarantine.Entry entry = message.entry();
    out().println("partition  " + message.partition().path());
    out().println("name       " + entry.name());
    out().println("bytes      " + entry.message().length);
    out().println("message    " + message.what());
    out().println("reason     " + entry.reason());
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
