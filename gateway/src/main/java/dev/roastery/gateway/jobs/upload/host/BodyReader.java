package dev.roastery.gateway.jobs.upload.host;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * The wait for a client's next bytes: the one place where the thread of an upload is interrupted.
 * Anywhere else an interrupt could close a file that the thread is writing to.
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

  /** Ends the wait, or the next one. */
  synchronized void supersede() {
    superseded = true;
    if (reading != null) {
      reading.interrupt();
    }
  }

  /** Lets a wait that has begun last as long as the client wants; there is none after it. */
  synchronized void endAfterThis() {
    superseded = true;
  }
}
