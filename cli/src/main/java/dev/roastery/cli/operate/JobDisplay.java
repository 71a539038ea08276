package dev.roastery.cli.operate;

import dev.roastery.cli.client.JobWatch;
import dev.roastery.cli.client.RemoteEvent;
import dev.roastery.cli.client.RemoteJob;
import dev.roastery.cli.output.ProgressBoard;
import dev.roastery.gateway.format.TerminalText;
import java.time.Duration;

/** Shows a job that runs: its events as they come, its stages as bars. */
final class JobDisplay implements JobWatch.Watcher {

  private static final Duration LOOK = Duration.ofSeconds(1);
  private static final Duration LOOK_UNSEEN = Duration.ofSeconds(10);

  private final ClientCommand command;
  private final ProgressBoard board;
  private final boolean eventsAsJson;

  JobDisplay(ClientCommand command, ProgressBoard board, boolean eventsAsJson) {
    this.command = command;
    this.board = board;
    this.eventsAsJson = eventsAsJson;
  }

  @Override
  public void event(RemoteEvent event, String json) {
    if (eventsAsJson) {
      command.out().println(json);
      command.out().flush();
    } else if (!command.isQuiet()) {
      board.say(EventsCommand.line(event));
    }
  }

  @Override
  public void look(RemoteJob job) {
    for (RemoteJob.Stage stage : job.stages()) {
      Long expected = stage.expected();
      int percent =
          expected == null ? 0 : (int) (expected == 0 ? 100 : 100 * stage.received() / expected);
      board.show(TerminalText.plain(stage.name()), percent, job.percent());
    }
  }

  @Override
  public Duration interval() {
    return command.isQuiet() ? LOOK_UNSEEN : LOOK;
  }
}
