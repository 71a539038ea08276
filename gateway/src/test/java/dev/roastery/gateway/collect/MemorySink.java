package dev.roastery.gateway.collect;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.message.JobId;
import dev.roastery.common.storage.Sha256;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Keeps results; one that comes again must be the same. */
final class MemorySink implements ResultSink {

  final Map<String, String> results = new TreeMap<>();

  /** Those that have begun, and were neither stored nor abandoned. */
  final Set<String> open = new TreeSet<>();

  static String name(JobId job, String query) {
    return job + " " + query;
  }

  @Override
  public Result open(JobId job, String query) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    open.add(name(job, query));
    return new Result() {
      @Override
      public void append(ByteBuffer csv) {
        byte[] piece = new byte[csv.remaining()];
        csv.get(piece);
        bytes.writeBytes(piece);
      }

      @Override
      public void stored(ResultDigest digest) {
        assertThat(digest.bytes()).isEqualTo(bytes.size());
        assertThat(digest.sha256()).isEqualTo(Sha256.hex(bytes.toByteArray()));
        String before = results.put(name(job, query), bytes.toString(UTF_8));
        assertThat(before).isIn(null, bytes.toString(UTF_8));
        open.remove(name(job, query));
      }

      @Override
      public void abandon() {
        open.remove(name(job, query));
      }
    };
  }
}
