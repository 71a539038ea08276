package dev.roastery.common.workflow.log;

/** A log or a snapshot is damaged; the message says where and what to do. */
public final class Damaged extends Exception {

  private static final long serialVersionUID = 1;

  Damaged(String where, String what) {
    super(
        where
            + ": "
            + what
            + "; nothing was changed. Restore the file, or remove the execution's directory");
  }
}
