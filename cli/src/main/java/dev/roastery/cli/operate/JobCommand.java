package dev.roastery.cli.operate;

import dev.roastery.cli.client.GatewayAnswer;
import dev.roastery.cli.client.GatewayClient;
import dev.roastery.cli.client.GatewayFailure;
import dev.roastery.cli.client.RemoteJob;
import dev.roastery.cli.view.ChosenFields;
import dev.roastery.cli.view.JobKey;
import dev.roastery.cli.view.JobLookup;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Parameters;

/** A command about one job. */
abstract class JobCommand extends ClientCommand implements ChosenFields.Command {

  /** What {@code --json} may name of a job. */
  static final List<String> FIELDS =
      List.of(
          "id",
          "attempt",
          "client",
          "name",
          "state",
          "reason",
          "created",
          "updated",
          "sealed",
          "started",
          "finished",
          "expires",
          "queries",
          "tables",
          "badRows",
          "rows",
          "bytes",
          "expectedBytes",
          "rejected",
          "parts",
          "partsTotal",
          "partsComplete",
          "progress",
          "results");

  @Parameters(
      index = "0",
      paramLabel = "JOB",
      description =
          "Id of the job, or either end of it: the last eight digits are what 'jobs' shows.")
  private @Nullable JobKey key;

  private String id = "";

  /** The whole of it, once the gateway is asked. */
  String id() {
    return id;
  }

  abstract void ask(GatewayClient gateway) throws IOException, InterruptedException;

  @Override
  final void call(GatewayClient gateway) throws IOException, InterruptedException {
    id = JobLookup.id(gateway, Objects.requireNonNull(key));
    ask(gateway);
  }

  @Override
  public List<String> known() {
    return FIELDS;
  }

  /** The job in JSON, as far as it is wanted. */
  String json(GatewayAnswer answer) {
    return fields().of(answer.body(), answer.json());
  }

  /** Where the job is in the API. */
  String path() {
    return path(id);
  }

  static String path(String id) {
    return "/v1/jobs/" + id;
  }

  /** A job that got there already, perhaps by a call whose answer was lost, is what we want. */
  GatewayAnswer post(GatewayClient gateway, String call, Set<RemoteJob.State> wanted)
      throws InterruptedException {
    return post(gateway, call, "", wanted);
  }

  /** The same with a body. */
  GatewayAnswer post(GatewayClient gateway, String call, String body, Set<RemoteJob.State> wanted)
      throws InterruptedException {
    try {
      return body.isEmpty() ? gateway.post(path() + call) : gateway.post(path() + call, body);
    } catch (GatewayFailure failure) {
      if (failure.status() == 409) {
        GatewayAnswer now = gateway.get(path());
        if (wanted.contains(RemoteJob.of(now).state())) {
          return now;
        }
      }
      throw failure;
    }
  }
}
