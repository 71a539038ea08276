package dev.roastery.common.process.state;

import dev.roastery.common.storage.object.PatientStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells when the store of a process does not answer, and when it is back. */
public final class StoreWatch implements PatientStore.Listener {

  private static final Logger log = LoggerFactory.getLogger(StoreWatch.class);

  private volatile String why = "";

  /** Empty while the store answers. */
  String why() {
    return why;
  }

  @Override
  public synchronized void away(String what) {
    if (why.isEmpty()) {
      log.warn(
          "ALARM: the object store does not answer: {}. Nothing is acknowledged until it does",
          what);
    }
    why = what;
  }

  @Override
  public synchronized void back() {
    if (!why.isEmpty()) {
      log.info("the object store answers again");
    }
    why = "";
  }
}
