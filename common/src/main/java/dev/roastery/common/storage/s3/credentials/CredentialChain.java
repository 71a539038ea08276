package dev.roastery.common.storage.s3.credentials;

import dev.roastery.common.storage.object.StoreAwayException;
import dev.roastery.common.storage.object.StoreException;
import dev.roastery.common.storage.object.StoreRefusedException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The credentials of the first place that has some: the environment, the shared file, the
 * container, the virtual machine. They are looked up again five minutes before they end, those
 * without an end every five minutes. Where that fails, the old ones serve as long as they last.
 */
public final class CredentialChain implements CredentialSource {

  private static final Logger LOG = LoggerFactory.getLogger(CredentialChain.class);
  private static final Duration AHEAD = Duration.ofMinutes(5);
  private static final Duration AGAIN = Duration.ofSeconds(10);

  private final List<CredentialPlace> places;
  private final InstantSource clock;
  private @Nullable Credentials known;
  private Instant lookAt = Instant.MIN;

  CredentialChain(List<CredentialPlace> places, InstantSource clock) {
    this.places = List.copyOf(places);
    this.clock = clock;
  }

  public static CredentialChain of(Map<String, String> environment, InstantSource clock) {
    return new CredentialChain(
        List.of(
            new EnvironmentPlace(environment),
            new ProfilePlace(environment),
            new ContainerPlace(environment),
            new InstancePlace(environment)),
        clock);
  }

  @Override
  public synchronized Credentials current() throws StoreException {
    Credentials now = known;
    Instant time = clock.instant();
    if (now != null && time.isBefore(lookAt)) {
      return now;
    }
    try {
      now = look();
      known = now;
      Instant end = now.end();
      lookAt = end.equals(Instant.MAX) ? time.plus(AHEAD) : latest(end.minus(AHEAD), time, AGAIN);
      return now;
    } catch (StoreException e) {
      if (now == null || !time.isBefore(now.end())) {
        throw e;
      }
      LOG.warn("the credentials of the object store were not renewed: {}", e.getMessage());
      lookAt = time.plus(AGAIN);
      return now;
    }
  }

  /** At the end of their time they are looked up more often, but not each time. */
  private static Instant latest(Instant planned, Instant now, Duration pause) {
    return planned.isAfter(now.plus(pause)) ? planned : now.plus(pause);
  }

  @Override
  public synchronized void renew() {
    lookAt = Instant.MIN;
  }

  private Credentials look() throws StoreException {
    for (CredentialPlace place : places) {
      Optional<Credentials> found = place.look();
      if (found.isPresent()) {
        if (!found.get().canBeSent()) {
          throw new StoreRefusedException(
              place.name() + ": a key or a token has a blank or a line break in it");
        }
        if (found.get().end().isBefore(clock.instant())) {
          throw new StoreAwayException(place.name() + " have ended, and there are no others yet");
        }
        return found.get();
      }
    }
    String looked = places.stream().map(CredentialPlace::name).collect(Collectors.joining(", "));
    throw new StoreRefusedException("no credentials for the object store; looked at " + looked);
  }

  @Override
  public String toString() {
    return "credentials of the first place that has some";
  }
}
