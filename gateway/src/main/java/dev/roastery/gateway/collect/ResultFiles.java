package dev.roastery.gateway.collect;

import dev.roastery.common.message.JobId;
import dev.roastery.common.storage.FileDisk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Results as files {@code <query>.csv} in a folder: each file is complete or does not exist. */
public final class ResultFiles implements ResultSink {

  /** Whether a result has to outlive a power cut. */
  public enum Safety {
    FORCED,
    UNFORCED
  }

  private static final String TEMPORARY = ".part";

  private final Path folder;
  private final Safety safety;
  private final Map<String, ResultDigest> digests = new ConcurrentHashMap<>();
  private volatile Consumer<String> onStored = _ -> {};

  public ResultFiles(Path folder, Safety safety) {
    this.folder = folder;
    this.safety = safety;
  }

  public Path file(String query) {
    return folder.resolve(query + ".csv");
  }

  /** The digest of a result that is stored, by this object or by one before it. */
  public ResultDigest digest(String query) throws IOException {
    ResultDigest known = digests.get(query);
    return known == null ? StoredResult.digest(file(query)) : known;
  }

  /** Gets the query of each result when the result is stored for the first time. */
  public void whenStored(Consumer<String> listener) {
    onStored = listener;
  }

  private Path temporary(String query) {
    return folder.resolve("." + query + ".csv" + TEMPORARY);
  }

  @Override
  public Result open(JobId job, String query) {
    try {
      FileChannel channel =
          FileChannel.open(
              temporary(query),
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE);
      return new Growing(query, channel);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private final class Growing implements Result {
    private final String query;
    private final FileChannel channel;

    Growing(String query, FileChannel channel) {
      this.query = query;
      this.channel = channel;
    }

    @Override
    public void append(ByteBuffer csv) {
      try {
        while (csv.hasRemaining()) {
          channel.write(csv);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void stored(ResultDigest digest) {
      try (channel) {
        if (safety == Safety.FORCED) {
          channel.force(true);
        }
        Files.move(temporary(query), file(query), StandardCopyOption.ATOMIC_MOVE);
        if (safety == Safety.FORCED) {
          FileDisk.forceFolder(folder);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      if (digests.put(query, digest) == null) {
        onStored.accept(query);
      }
    }

    @Override
    public void abandon() {
      try {
        channel.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
