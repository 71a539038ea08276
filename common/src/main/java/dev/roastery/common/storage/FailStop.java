package dev.roastery.common.storage;

import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Turns the failure of a disk call into the end of its partition. No call is retried: after a
 * failed force the system has marked the lost pages clean, so a second force would report success
 * falsely.
 */
public final class FailStop {

  /** A call that returns something. */
  public interface Call<T> {
    T run() throws IOException;
  }

  /** A call that does something. */
  public interface Action {
    void run() throws IOException;
  }

  private final Call<Boolean> superseded;
  private @Nullable Fatal broken;

  /**
   * @param superseded whether another owner has claimed a higher epoch: it deletes the files of
   *     this one, whose failure then means nothing else
   */
  public FailStop(Call<Boolean> superseded) {
    this.superseded = superseded;
  }

  public void refuseAfterFailure() {
    if (broken != null) {
      throw new Fatal(broken.reason(), "refused after an earlier failure", broken);
    }
  }

  public <T> T reading(String path, Call<T> call) {
    return guarded(FatalReason.DISK_UNREADABLE, "cannot read ", path, call);
  }

  public <T> T writing(String path, Call<T> call) {
    return guarded(FatalReason.DISK_UNWRITABLE, "cannot write ", path, call);
  }

  public void writing(String path, Action action) {
    writing(path, asCall(action));
  }

  public void forcing(String path, Action action) {
    guarded(FatalReason.FORCE_FAILED, "cannot force ", path, asCall(action));
  }

  /** Lets go of a file, also after a failure; then it is that failure that counts. */
  public void closing(String path, Action action) {
    try {
      action.run();
    } catch (IOException e) {
      Fatal earlier = broken;
      if (earlier == null) {
        broken = fatal(FatalReason.DISK_UNWRITABLE, "cannot close " + path, e);
        throw broken;
      }
      earlier.addSuppressed(e);
    }
  }

  /** Ends the partition for another reason than the disk. */
  public Fatal broken(FatalReason reason, String what) {
    broken = new Fatal(reason, what);
    return broken;
  }

  private static Call<Boolean> asCall(Action action) {
    return () -> {
      action.run();
      return true;
    };
  }

  /** Nearly every call succeeds: the words are put together when one does not. */
  private <T> T guarded(FatalReason reason, String cannot, String path, Call<T> call) {
    refuseAfterFailure();
    try {
      return call.run();
    } catch (IOException e) {
      broken = fatal(reason, cannot + path, e);
      throw broken;
    }
  }

  private Fatal fatal(FatalReason reason, String what, IOException e) {
    FatalReason told = reasonFor(reason, e);
    return new Fatal(told, what + " (" + IoReason.of(e) + "): " + advice(told), e);
  }

  private FatalReason reasonFor(FatalReason reason, IOException e) {
    try {
      if (superseded.run()) {
        return FatalReason.FENCED;
      }
    } catch (IOException unknown) {
      e.addSuppressed(unknown);
    }
    return e instanceof KnownReason known ? known.reason() : reason;
  }

  private static String advice(FatalReason reason) {
    return switch (reason) {
      case FENCED -> "another owner has taken this partition over; nothing to do";
      case NO_SPACE -> "free some space on the volume, then restart; nothing acknowledged is lost";
      case FORCE_FAILED -> "check the disk, then restart; what was not forced was not acknowledged";
      case DISK_UNREADABLE -> "check that the volume is mounted and its files are readable";
      case STORE_REFUSED, STORE_UNFIT -> "see docs/object-store.md; nothing acknowledged is lost";
      default -> "check that the volume is mounted, writable and healthy, then restart";
    };
  }
}
