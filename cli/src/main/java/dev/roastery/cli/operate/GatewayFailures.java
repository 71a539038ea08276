package dev.roastery.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.roastery.cli.CommandFailure;
import dev.roastery.cli.ExitCode;
import dev.roastery.cli.client.DatasetUpload.PartRefused;
import dev.roastery.cli.client.GatewayFailure;
import dev.roastery.cli.client.RemoteJob;
import dev.roastery.gateway.format.TerminalText;
import java.util.ArrayList;
import java.util.List;

/** A gateway's "no", as an exit code and a sentence. */
final class GatewayFailures {

  private GatewayFailures() {}

  static CommandFailure told(GatewayFailure failure) {
    ExitCode code =
        switch (failure.kind()) {
          case UNREACHABLE -> ExitCode.UNREACHABLE;
          case TOKEN_REFUSED -> ExitCode.REFUSED;
          case GARBLED, FILE -> ExitCode.UNEXPECTED;
          case DECLINED -> declined(failure);
        };
    return new CommandFailure(code, sentence(failure));
  }

  /** Of a part, named as its file is on our side. */
  static CommandFailure told(PartRefused refused) {
    GatewayFailure failure = refused.failure();
    if (!failure.is("bad-row")) {
      ExitCode code = failure.status() == 404 ? ExitCode.USAGE : ExitCode.JOB_FAILED;
      return new CommandFailure(code, TerminalText.plain(String.valueOf(refused.getMessage())));
    }
    JsonNode row = failure.problem();
    String column = row.path("column").asText("");
    String value = row.path("value").asText("");
    String sentence =
        refused.part().shown()
            + ", line "
            + row.path("line").asText("")
            + (column.isEmpty() ? ": " : ", column " + column + ": \"" + value + "\" ")
            + row.path("reason").asText("");
    return new CommandFailure(
        ExitCode.JOB_FAILED,
        TerminalText.plain(sentence) + "; fix the row, or use --bad-rows skip to skip such rows");
  }

  /** The exit code and the sentence for the end of a job. */
  static void checkCompleted(RemoteJob job) {
    String reason = job.reason().isEmpty() ? "" : ": " + TerminalText.plain(job.reason());
    switch (job.state()) {
      case FAILED, FAILING ->
          throw new CommandFailure(ExitCode.JOB_FAILED, "job " + job.id() + " failed" + reason);
      case EXPIRED, EXPIRING ->
          throw new CommandFailure(ExitCode.JOB_FAILED, "job " + job.id() + " expired" + reason);
      case CANCELLED, CANCELLING ->
          throw new CommandFailure(
              ExitCode.CANCELLED, "job " + job.id() + " was cancelled" + reason);
      case CREATED, UPLOADING, WAITING_FOR_APPROVAL, RUNNING, NOTIFYING, COMPLETED -> {}
    }
  }

  private static ExitCode declined(GatewayFailure failure) {
    if (failure.status() >= 500) {
      return ExitCode.UNEXPECTED;
    }
    return failure.status() == 400 || failure.status() == 422 ? ExitCode.INVALID : ExitCode.USAGE;
  }

  private static String sentence(GatewayFailure failure) {
    List<String> problems = new ArrayList<>();
    for (JsonNode problem : failure.problem().path("problems")) {
      problems.add(
          TerminalText.plain(
              problem.path("document").asText("")
                  + ":"
                  + problem.path("line").asText("")
                  + ":"
                  + problem.path("column").asText("")
                  + ": "
                  + problem.path("message").asText("")));
    }
    return problems.isEmpty()
        ? TerminalText.plain(String.valueOf(failure.getMessage()))
        : String.join("\n", problems);
  }
}
