package dev.roastery.gateway.jobs.upload.host;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Waits for a client's next bytes. Only here is the thread of an upload interrupted: anywhere else
 * an interrupt could close a file that the thread is writing to. The lock makes sure of that: an
 * interrupt is sent only while the thread is in this wait.
 */
final class BodyReader {

  // Guarded by this.
  private @Nullable Thread reading;
  private boolean superseded;

  /** A newer upload of the same part has taken over. */
  static final class Superseded extends IOException {
    private static final long serialVersionUID = 1;

    Superseded() {
      super("another upload of the same part has begun");
    }
  }

  int read(InputStream body, byte[] portion) throws IOException {
    enter(Thread.currentThread());
    try {
      return body.read(portion);
    } finally {
      enter(null);
    }
  }

  private synchronized void enter(@Nullable Thread thread) throws Superseded {
    reading = thread;
    if (superseded) {
      boolean _ = Thread.interrupted();
      throw new Superseded();
    }
  }

  /** Ends the current wait, or the next one. */
  synchronized void supersede() {
    superseded = true;
    if (reading != null) {
      reading.interrupt();
    }
  }

  /** Refuses the next wait, but does not interrupt the current one. */
  synchronized void endAfterThis() {
    superseded = true;
  }
}
