package dev.roastery.input.source;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.fault.JobFailure;
import dev.roastery.common.storage.Sha256;
import dev.roastery.common.storage.object.ByteRange;
import dev.roastery.common.storage.object.ETag;
import dev.roastery.common.storage.object.Got;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.object.ObjectStore;
import dev.roastery.input.PartBytes;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/** One version of an object: reads of another one that has taken its name fail. */
public final class ObjectSource implements PinnedSource {

  private final ObjectStore store;
  private final ObjectName name;
  private final String shown;
  private final ExecutorService requests;
  private final ETag etag;
  private final long size;
  private byte @Nullable [] start;

  /**
   * A version that is known.
   *
   * @param shown what messages call it
   * @param requests ask for what is ahead
   */
  public ObjectSource(ObjectStore store, Version version, String shown, ExecutorService requests) {
    this.store = store;
    this.name = version.name();
    this.shown = shown;
    this.requests = requests;
    this.etag = version.etag();
    this.size = version.size();
  }

  /** All that tells a version of an object from every other one. */
  public record Version(ObjectName name, ETag etag, long size) {}

  /** The version that the object has now; nothing if there is no object. */
  static Optional<ObjectSource> pin(
      ObjectStore store, ObjectName name, String shown, ExecutorService requests)
      throws IOException {
    Got got = store.get(name, new ByteRange(0, START_BYTES), ETag.ANY);
    if (got instanceof Got.PastEnd) { // it is empty, which only the whole of it says with a tag
      got = store.get(name, ByteRange.WHOLE, ETag.ANY);
    }
    if (!(got instanceof Got.Found(ETag etag, long size, InputStream body))) {
      return Optional.empty();
    }
    try (body) {
      ObjectSource source = new ObjectSource(store, new Version(name, etag, size), shown, requests);
      source.start = body.readNBytes(START_BYTES);
      return Optional.of(source);
    }
  }

  long size() {
    return size;
  }

  @Override
  public Pin pin() {
    return new Pin(name.text(), etag.value(), size);
  }

  /** Another one of another version, but for a chance of 1 in 2^64. */
  long version() {
    return ByteBuffer.wrap(Sha256.of(etag.value().getBytes(UTF_8))).getLong();
  }

  @Override
  public synchronized byte[] start() throws IOException {
    if (start == null) {
      start = size == 0 ? new byte[0] : read(new ByteRange(0, Math.min(START_BYTES, size)));
    }
    return start.clone();
  }

  @Override
  public InputStream head(int bytes) {
    return new RangedStream(size, bytes, this::read);
  }

  @Override
  public InputStream stream() {
    return streamFrom(0);
  }

  @Override
  public InputStream streamFrom(long offset) {
    return new BytesStream(open(), offset);
  }

  @Override
  public PartBytes open() {
    return openUntil(size);
  }

  @Override
  public PartBytes openUntil(long end) {
    return new ObjectBlocks(size, end, this::read, requests);
  }

  /** Exactly these bytes of this version. */
  private byte[] read(ByteRange range) throws IOException {
    return switch (store.get(name, range, etag)) {
      case Got.Found(ETag _, long _, InputStream body) -> {
        try (body) {
          byte[] bytes = body.readNBytes((int) range.length());
          if (bytes.length < range.length()) {
            throw new EOFException(shown + " ends too early");
          }
          yield bytes;
        }
      }
      case Got.Absent(), Got.Changed(), Got.PastEnd() ->
          throw new JobFailure(
              shown
                  + " was replaced or deleted while it was read: run again to read what it is now");
    };
  }
}
