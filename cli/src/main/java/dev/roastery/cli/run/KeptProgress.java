package dev.roastery.cli.run;

import dev.roastery.cli.output.ProgressBar;
import dev.roastery.embedded.StateFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * How far a run has read its input, also kept in its state folder: a run that resumes reads the
 * input again, and its bar begins where the run before it had come to. It is shown, and decides
 * nothing.
 */
final class KeptProgress implements LongConsumer {

  private final ProgressBar bar;
  private final @Nullable Path file;
  private final long total;
  private final long step;
  private long read;
  private long before = -1;
  private long kept;

  /** Without a state folder nothing is kept. */
  KeptProgress(ProgressBar bar, @Nullable Path state, long total) {
    this.bar = bar;
    this.file = state == null ? null : state.resolve(StateFolder.PROGRESS);
    this.total = total;
    this.step = Math.max(1, total / 100);
  }

  /** So many bytes more are read; by then the state folder is that of this run. */
  @Override
  public synchronized void accept(long bytes) {
    if (before < 0) {
      before = before();
      kept = before;
      bar.beginAt(before);
    }
    read += bytes;
    bar.note(
        read < before ? "reading again what is done" : read < total ? "" : "computing the results");
    bar.at(Math.max(before, read));
    if (read >= kept + step) {
      keep();
    }
  }

  private long before() {
    if (file == null || !Files.exists(file)) {
      return 0;
    }
    try {
      String text = Files.readString(file).strip();
      return text.matches("\\d{1,18}") ? Long.parseLong(text) : 0; // cut off, perhaps
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the state folder", e);
    }
  }

  private void keep() {
    kept = read;
    if (file != null) {
      try {
        Files.writeString(file, Long.toString(read));
      } catch (IOException e) {
        throw new UncheckedIOException("cannot write to the state folder", e);
      }
    }
  }
}
