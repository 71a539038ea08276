package dev.roastery.cli.service;

import dev.roastery.cli.CommandFailure;
import dev.roastery.cli.ExitCode;
import dev.roastery.common.broker.Parcel;
import dev.roastery.common.broker.Transport;
import dev.roastery.common.broker.rabbit.RabbitSettings;
import dev.roastery.common.broker.rabbit.RabbitTransport;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.partition.poison.Quarantine;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.process.BrokerAddress;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code roastery quarantine retry}: a message goes to its partition once more. */
@Command(
    name = "retry",
    mixinStandardHelpOptions = true,
    description = {
      "Sends a quarantined message to its partition again.",
      "Deletes the file when the broker has the message. A failed job stays failed; use this for"
          + " messages that could not be read, after an upgrade."
    })
final class QuarantineRetryCommand implements Callable<Integer> {

  @Mixin private StateOptions state = new StateOptions();

  @Parameters(index = "1", paramLabel = "NAME", description = "Its name, or how it begins.")
  private String name = "";

  @Mixin private BrokerAddress address = new BrokerAddress();

  /** The URI with its password, as this command took it in 0.1.0. */
  @Option(names = "--broker", hidden = true, defaultValue = "${env:ROASTERY_BROKER}")
  private @Nullable String broker;

  @Option(
      names = "--limit",
      paramLabel = "SECONDS",
      defaultValue = "30",
      description = "How long to wait for the broker (default: ${DEFAULT-VALUE}).")
  private int limitSeconds;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (StatePlace place = state.open()) {
      resend(QuarantinedMessage.named(place, name));
    }
    spec.commandLine().getOut().flush();
    return ExitCode.OK.number();
  }

  private void resend(List<QuarantinedMessage> messages) throws IOException, InterruptedException {
    CompletableFuture<Boolean> failed = new CompletableFuture<>();
    try (Transport transport = RabbitTransport.connect(settings(), failed::completeExceptionally)) {
      for (QuarantinedMessage each : messages) {
        resend(each.partition().name(), each.entry(), transport, failed);
        each.quarantine().drop(each.entry().name());
        spec.commandLine()
            .getOut()
            .println("sent " + each.entry().name() + " to " + each.partition().name());
      }
    }
  }

  private RabbitSettings settings() {
    String given = broker;
    try {
      String uri = given == null ? address.uri() : given;
      return RabbitSettings.of(uri, "roastery quarantine");
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private void resend(
      PartitionName to,
      Quarantine.Entry entry,
      Transport transport,
      CompletableFuture<Boolean> failed)
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
}
