package dev.roastery.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.roastery.cli.client.JobWatch;
import dev.roastery.cli.client.RemoteJob;
import java.time.Duration;

/** Shows a job that runs: its events as they come, its stages as bars. */
final class ShownJob implements JobWatch.Watcher {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LOOK = Duration.ofSeconds(1);
  private static final Duration LOOK_UNSEEN = Duration.ofSeconds(10);

  private final GatewayCommand command;
  private final ProgressBoard board;
  private final boolean eventsAsJson;

  ShownJob(GatewayCommand command, ProgressBoard board, boolean eventsAsJson) {
    this.command = command;
    this.board = board;
    this.eventsAsJson = eventsAsJson;
  }

  @Override
  public void event(String data) {
    if (eventsAsJson) {
      command.out().println(data);
      command.out().flush();
    } else if (!command.isQuiet()) {
      try {
        board.say(Events.line(JSON.readTree(data)));
      } catch (JsonProcessingException e) {
        board.say("an event that is not JSON: " + GatewayCommand.shown(data));
      }
    }
  }

  @Override
  public void look(RemoteJob job) {
    for (RemoteJob.Stage stage : job.stages()) {
      long expected = stage.expected();
      int percent =
          expected < 0 ? 0 : (int) (expected == 0 ? 100 : 100 * stage.received() / expected);
      board.show(GatewayCommand.shown(stage.name()), percent, job.percent());
    }
  }

  @Override
  public Duration interval() {
    return command.isQuiet() ? LOOK_UNSEEN : LOOK;
  }
}
