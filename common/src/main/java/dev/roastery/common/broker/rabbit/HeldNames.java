package dev.roastery.common.broker.rabbit;

import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The names that this process has taken. When the connection is lost, so are they, and each is
 * asked for again for a minute: until the broker has noticed the end of the connection that had it,
 * or another process has taken it, which is then the one that keeps it.
 */
final class HeldNames {

  private static final Logger log = LoggerFactory.getLogger(HeldNames.class);

  /** As many looks of a {@link RabbitTransport} as are in a minute. */
  private static final int TRIES = 20;

  private final Set<String> held = ConcurrentHashMap.newKeySet();

  /** How often each is still asked for. */
  private final Map<String, Integer> lost = new ConcurrentHashMap<>();

  /** Asks the broker for a name. */
  interface Taking {
    boolean take(String name) throws IOException;
  }

  /** Whether it was not held yet. */
  boolean add(String name) {
    return held.add(name);
  }

  void connectionLost() {
    held.forEach(name -> lost.put(name, TRIES));
  }

  void takeAgain(Taking taking) {
    lost.replaceAll((name, tries) -> isTaken(taking, name) ? 0 : tries - 1);
    lost.values().removeIf(tries -> tries <= 0);
  }

  private static boolean isTaken(Taking taking, String name) {
    try {
      return taking.take(name);
    } catch (IOException | ShutdownSignalException e) {
      log.debug("cannot take {} again: {}", name, BrokerErrors.words(e));
      return false;
    }
  }
}
