package dev.roastery.cli.operate;

import dev.roastery.cli.client.JobWatch;
import dev.roastery.cli.client.RemoteEvent;
import dev.roastery.cli.client.RemoteJob;
import dev.roastery.cli.output.Amounts;
import dev.roastery.cli.output.ProgressBar;
import dev.roastery.gateway.format.TerminalText;
import java.time.Duration;

/** Shows a job that runs: its events as they come, its stages as bars. */
final class JobDisplay implements JobWatch.Watcher {

  private static final Duration LOOK = Duration.ofSeconds(1);
  private static final Duration LOOK_UNSEEN = Duration.ofSeconds(10);

  private final ClientCommand command;
  private final ProgressBar progress;
  private final boolean eventsAsJson;
  private boolean seen;

  JobDisplay(ClientCommand command, ProgressBar progress, boolean eventsAsJson) {
    this.command = command;
    this.progress = progress;
    this.eventsAsJson = eventsAsJson;
  }

  @Override
  public void event(RemoteEvent event, String json) {
    if (eventsAsJson) {
      command.out().println(json);
      command.out().flush();
    } else if (event.isOfJob() || command.isVerbose()) {
      progress.say(EventsCommand.line(event));
    }
  }

  @Override
  public void look(RemoteJob job) {
    progress.note(note(job));
    if (seen) {
      progress.at(job.percent());
    } else {
      progress.beginAt(job.percent());
      seen = true;
    }
  }

  /** The upload by another client, or the first stage that has not all of its batches. */
  private static String note(RemoteJob job) {
    if (job.state().takesParts()) {
      return Amounts.bytes(job.bytes()) + " uploaded";
    }
    for (RemoteJob.Stage stage : job.stages()) {
      Long expected = stage.expected();
      if (expected == null || stage.received() < expected) {
        String of = expected == null ? "" : " of " + Amounts.count(expected);
        String batches = Amounts.count(stage.received()) + of + " batches";
        return TerminalText.plain(stage.name()) + " " + batches;
      }
    }
    return "";
  }

  @Override
  public Duration interval() {
    return command.isQuiet() ? LOOK_UNSEEN : LOOK;
  }
}
