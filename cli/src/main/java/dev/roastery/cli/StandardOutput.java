package dev.roastery.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Standard output whose failures count. A {@link PrintWriter} keeps an {@link IOException} to
 * itself, so a report that meets a full disk would be lost with exit code 0. Here the first write
 * that fails ends the command with 41. A reader that has read enough, such as {@code head}, closes
 * its pipe: that alone is quiet, and the rest of the output is dropped.
 */
final class StandardOutput extends OutputStream {

  private final OutputStream out;
  private final boolean pipe;
  private boolean closed;

  StandardOutput(OutputStream out, boolean pipe) {
    this.out = out;
    this.pipe = pipe;
  }

  /** What commands print to: results are UTF-8 whatever the locale, as files are. */
  static PrintWriter ofThisProcess() {
    return writer(new FileOutputStream(FileDescriptor.out), isPipe());
  }

  static PrintWriter writer(OutputStream out, boolean pipe) {
    return new PrintWriter(
        new BufferedWriter(new OutputStreamWriter(new StandardOutput(out, pipe), UTF_8)), true);
  }

  /** The system's words for a closed pipe depend on its language; that it is a pipe does not. */
  private static boolean isPipe() {
    try {
      String target = Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString();
      return target.startsWith("pipe:") || target.startsWith("socket:");
    } catch (IOException | UnsupportedOperationException e) {
      return false; // not Linux: the words decide
    }
  }

  private interface Write {
    void write() throws IOException;
  }

  private void guarded(Write write) {
    if (closed) {
      return;
    }
    try {
      write.write();
    } catch (IOException e) {
      closed = true;
      String why = String.valueOf(e.getMessage());
      if (!pipe && !why.toLowerCase(Locale.ROOT).contains("broken pipe")) {
        throw new Fatal(
            FatalReason.NO_SPACE,
            "cannot write to standard output: " + why + "; what was printed is incomplete",
            e);
      }
    }
  }

  @Override
  public void write(int one) {
    guarded(() -> out.write(one));
  }

  @Override
  public void write(byte[] bytes, int from, int length) {
    guarded(() -> out.write(bytes, from, length));
  }

  @Override
  public void flush() {
    guarded(out::flush);
  }
}
