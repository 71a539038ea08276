package dev.roastery.simulation.upload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.message.Message;
import dev.roastery.common.message.Message.Batch;
import dev.roastery.common.message.MessageCodec;
import dev.roastery.common.message.bytes.WireException;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a broker that never dies was sent and has confirmed: batches of one part. */
final class Arrivals {

  private final SortedMap<String, String> batches = new TreeMap<>();

  private final Set<String> confirmed = new HashSet<>();

  /** All batches by queue and id; a second arrival must be the same. */
  SortedMap<String, String> batches() {
    return batches;
  }

  String arrived(String queue, byte[] body) {
    Batch batch = decode(body);
    String key = queue + " " + batch.id().stream() + " " + batch.id().seq();
    String rows = HexFormat.of().formatHex(batch.rows());
    String before = batches.put(key, rows);
    if (before != null) {
      assertThat(rows).as("%s came again", key).isEqualTo(before);
    }
    return key;
  }

  void confirmed(String key) {
    confirmed.add(key);
  }

  boolean isConfirmed(String key) {
    return confirmed.contains(key);
  }

  private static Batch decode(byte[] body) {
    try {
      Message message = MessageCodec.decode(body);
      return (Batch) message;
    } catch (WireException e) {
      throw new AssertionError(e);
    }
  }
}
