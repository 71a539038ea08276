package dev.roastery.common.journal.format;

import dev.roastery.common.message.JobId;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.UUID;

/** Bytes in memory, written and read as a stream. */
public final class DataBytes {

  private DataBytes() {}

  /** Writes what is to become bytes. */
  public interface Writing {
    void to(DataOutputStream out) throws IOException;
  }

  /** Reads what bytes mean. */
  public interface Reading<T> {
    T from(DataInputStream in) throws IOException;
  }

  public static byte[] bytes(Writing writing) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      writing.to(out);
    } catch (IOException e) {
      throw new UncheckedIOException("memory cannot be written to", e);
    }
    return bytes.toByteArray();
  }

  /** Bytes that do not mean what is asked for are an {@link IOException}; so are left-over ones. */
  public static <T> T read(byte[] bytes, Reading<T> reading) throws IOException {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      T read = reading.from(in);
      if (in.read() >= 0) {
        throw new IOException("more bytes than their content needs");
      }
      return read;
    } catch (IllegalArgumentException e) {
      throw new IOException("impossible content: " + e.getMessage(), e);
    }
  }

  public static void writeJob(DataOutputStream out, JobId job) throws IOException {
    out.writeLong(job.id().getMostSignificantBits());
    out.writeLong(job.id().getLeastSignificantBits());
    out.writeInt(job.attempt());
  }

  public static JobId readJob(DataInputStream in) throws IOException {
    return new JobId(new UUID(in.readLong(), in.readLong()), in.readInt());
  }
}
