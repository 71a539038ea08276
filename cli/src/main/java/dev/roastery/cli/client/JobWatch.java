package dev.roastery.cli.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.roastery.cli.client.EventStream.Signal;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Follows a job until nothing changes any more, whatever happens to the connection. */
public final class JobWatch {

  /** The gateway pings four times as often. */
  private static final Duration SILENCE_MAX = Duration.ofSeconds(60);

  private static final Set<String> ENDS =
      Arrays.stream(RemoteJob.State.values())
          .filter(RemoteJob.State::isTerminal)
          .map(state -> state.name().toLowerCase(Locale.ROOT))
          .collect(Collectors.toUnmodifiableSet());

  private final GatewayClient gateway;
  private final String job;
  private final Watcher watcher;
  private final RetryBudget.Attempts attempts;
  private String lastId = "";

  /** Hears what happens. */
  public interface Watcher {

    /** An event, and its JSON; each comes once. */
    void event(RemoteEvent event, String json);

    /** How the job looks, after each event and now and then. */
    void look(RemoteJob job);

    /** How often to look when there are no events. */
    Duration interval();
  }

  /** {@code job} is the job's path. */
  public JobWatch(GatewayClient gateway, String job, Watcher watcher) {
    this.gateway = gateway;
    this.job = job;
    this.watcher = watcher;
    this.attempts = gateway.retryBudget().attempts();
  }

  /** Returns the job in its last state. */
  public RemoteJob follow() throws InterruptedException {
    while (true) {
      try {
        boolean more = listen();
        RemoteJob now = look();
        if (more) {
          continue;
        }
        if (now.state().isTerminal()) {
          return now;
        }
        throw new Interruption("the gateway ended the event stream before the job ended");
      } catch (Interruption why) {
        attempts.pause(why);
      }
    }
  }

  /**
   * Returns when the stream or the job has ended: true when events came and the last of them is not
   * the job's end, for then there are more.
   */
  private boolean listen() throws Interruption, InterruptedException {
    try (EventStream stream = EventStream.open(gateway, job, lastId)) {
      Duration silent = Duration.ZERO;
      boolean more = false;
      while (silent.compareTo(SILENCE_MAX) < 0) {
        switch (stream.next(watcher.interval())) {
          case Signal.Event event -> {
            lastId = event.id();
            attempts.progress();
            more = !ENDS.contains(event.kind());
            watcher.event(parsed(event.data()), event.data());
            silent = Duration.ZERO;
          }
          case Signal.Ping _ -> {
            attempts.progress();
            silent = Duration.ZERO;
          }
          case Signal.End end -> {
            if (end.failure() != null) {
              throw gateway.interruption(end.failure());
            }
            return more;
          }
          case null -> {
            silent = silent.plus(watcher.interval());
            if (look().state().isTerminal()) {
              return more;
            }
          }
        }
      }
    }
    throw new Interruption("no events and no pings for " + RetryBudget.text(SILENCE_MAX));
  }

  private static RemoteEvent parsed(String data) {
    try {
      return RemoteEvent.of(GatewayAnswer.JSON.readTree(data));
    } catch (JsonProcessingException _) {
      return new RemoteEvent("", "", "an event that is not JSON: " + data);
    }
  }

  private RemoteJob look() throws InterruptedException {
    RemoteJob now = RemoteJob.of(gateway.get(job));
    watcher.look(now);
    return now;
  }
}
