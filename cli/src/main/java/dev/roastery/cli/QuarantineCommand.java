package dev.roastery.cli;

import dev.roastery.common.fault.Fatal;
import dev.roastery.common.partition.PartitionName;
import dev.roastery.common.partition.Quarantine;
import dev.roastery.common.transport.Parcel;
import dev.roastery.common.transport.RabbitSettings;
import dev.roastery.common.transport.RabbitTransport;
import dev.roastery.common.transport.Transport;
import dev.roastery.common.wire.MessageCodec;
import dev.roastery.common.wire.WireException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code roastery quarantine}: the messages that partitions have quarantined. */
@Command(
    name = "quarantine",
    mixinStandardHelpOptions = true,
    description = {
      "Lists, shows, retries and drops quarantined messages.",
      "Covers all partitions at or below a directory. Workers may be running."
    },
    footer = {"", "More about messages in quarantine: docs/operations.md"})
final class QuarantineCommand implements Runnable {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "no command given: list, show, retry or drop");
  }

  /** An entry and its location. */
  private record Place(PartitionFolders.Found partition, Quarantine.Entry entry) {

    Quarantine quarantine() {
      return new Quarantine(partition.disk(), partition.directory());
    }
  }

  private static List<Place> all(Path folder) throws IOException {
    List<Place> all = new ArrayList<>();
    for (PartitionFolders.Found partition : PartitionFolders.below(folder)) {
      for (Quarantine.Entry entry :
          new Quarantine(partition.disk(), partition.directory()).list()) {
        all.add(new Place(partition, entry));
      }
    }
    return all;
  }

  private static List<Place> named(Path folder, String name) throws IOException {
    List<Place> found =
        all(folder).stream().filter(place -> place.entry().name().startsWith(name)).toList();
    if (found.stream().map(place -> place.entry().name()).distinct().count() != 1) {
      throw new CommandFailure(
          ExitCode.INVALID,
          (found.isEmpty() ? "no entry's name begins with " : "more than one entry begins with ")
              + name
              + ": 'roastery quarantine list' shows the names");
    }
    return found;
  }

  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = "Lists one line per message: partition, name, message, reason.")
  int list(@Parameters(paramLabel = "DIR", description = "Where partitions are.") Path folder)
      throws IOException {
    List<List<@Nullable String>> rows = new ArrayList<>();
    rows.add(List.of("partition", "name", "message", "reason"));
    for (Place place : all(folder)) {
      Quarantine.Entry entry = place.entry();
      rows.add(
          List.of(
              place.partition().name().toString(),
              entry.name(),
              what(entry.message()),
              entry.reason()));
    }
    if (rows.size() == 1) {
      out().println("the quarantine is empty");
    } else {
      TextTable.print(rows, List.of(false, false, false, false), out());
    }
    out().flush();
    return ExitCode.OK.number();
  }

  @Command(
      name = "show",
      mixinStandardHelpOptions = true,
      description = "Shows everything known about one message; --out writes its bytes to a file.")
  int show(
      @Parameters(paramLabel = "DIR", description = "Where partitions are.") Path folder,
      @Parameters(paramLabel = "NAME", description = "Its name, or how it begins.") String name,
      @Option(
              names = "--out",
              paramLabel = "FILE",
              description = "File for the bytes of the message.")
          @Nullable Path file)
      throws IOException {
    for (Place place : named(folder, name)) {
      Quarantine.Entry entry = place.entry();
      out().println("partition  " + place.partition().path());
      out().println("name       " + entry.name());
      out().println("bytes      " + entry.message().length);
      out().println("message    " + what(entry.message()));
      out().println("reason     " + entry.reason());
      if (file != null) {
        Files.write(file, entry.message());
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
      @Parameters(paramLabel = "DIR", description = "Where partitions are.") Path folder,
      @Parameters(paramLabel = "NAME", description = "Its name, or how it begins.") String name)
      throws IOException {
    for (Place place : named(folder, name)) {
      place.quarantine().drop(place.entry().name());
      out().println("dropped " + place.entry().name() + " of " + place.partition().name());
    }
    out().flush();
    return ExitCode.OK.number();
  }

  @Command(
      name = "retry",
      mixinStandardHelpOptions = true,
      description = {
        "Sends a quarantined message to its partition again.",
        "Deletes the file when the broker has the message. A failed job stays failed; use this for"
            + " messages that could not be read, after an upgrade."
      })
  int retry(
      @Parameters(paramLabel = "DIR", description = "Where partitions are.") Path folder,
      @Parameters(paramLabel = "NAME", description = "Its name, or how it begins.") String name,
      @Option(
              names = "--broker",
              required = true,
              paramLabel = "URI",
              defaultValue = "${env:ROASTERY_BROKER}",
              description = "amqp://user:password@host:5672")
          String broker,
      @Option(
              names = "--limit",
              paramLabel = "SECONDS",
              defaultValue = "30",
              description = "How long to wait for the broker (default: ${DEFAULT-VALUE}).")
          int limit)
      throws IOException, InterruptedException {
    List<Place> places = named(folder, name);
    CompletableFuture<Boolean> failed = new CompletableFuture<>();
    try (Transport transport =
        RabbitTransport.connect(
            RabbitSettings.of(broker, "roastery quarantine"), failed::completeExceptionally)) {
      for (Place place : places) {
        resend(place.partition().name(), place.entry(), transport, failed, limit);
        place.quarantine().drop(place.entry().name());
        out().println("sent " + place.entry().name() + " to " + place.partition().name());
      }
    }
    out().flush();
    return ExitCode.OK.number();
  }

  private static void resend(
      PartitionName to,
      Quarantine.Entry entry,
      Transport transport,
      CompletableFuture<Boolean> failed,
      int limitSeconds)
      throws InterruptedException {
    CompletableFuture<Boolean> confirmed = failed.copy();
    String id = "quarantine/" + entry.name();
    Parcel parcel = new Parcel(entry.message(), id, "AGAIN", "", to.toString());
    transport.publish(to.queue(), parcel, () -> confirmed.complete(true));
    try {
      confirmed.get(limitSeconds, TimeUnit.SECONDS);
    } catch (TimeoutException _) {
      throw new CommandFailure(
          ExitCode.UNREACHABLE,
          "the broker has not confirmed the message within "
              + limitSeconds
              + " seconds; the message stays in quarantine. Check that the broker runs and has the"
              + " queue "
              + to.queue());
    } catch (ExecutionException e) {
      throw Fatal.of(e.getCause() == null ? e : e.getCause(), "the broker's confirmation");
    }
  }

  private static String what(byte[] message) {
    try {
      var decoded = MessageCodec.decode(message);
      return MessageCodec.typeOf(decoded) + " " + MessageCodec.idOf(decoded);
    } catch (WireException e) {
      return "not a message: " + e.getMessage();
    }
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
