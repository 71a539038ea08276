package dev.roastery.cli.service;

import dev.roastery.cli.CommandFailure;
import dev.roastery.cli.ExitCode;
import dev.roastery.common.message.MessageCodec;
import dev.roastery.common.message.bytes.WireException;
import dev.roastery.common.partition.poison.Quarantine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A message in quarantine, and the partition that it was for. */
record QuarantinedMessage(StatePlace.Found partition, Quarantine.Entry entry) {

  Quarantine quarantine() {
    return new Quarantine(partition.disk(), partition.directory());
  }

  static List<QuarantinedMessage> all(StatePlace place) throws IOException {
    List<QuarantinedMessage> all = new ArrayList<>();
    for (StatePlace.Found partition : place.partitions()) {
      for (Quarantine.Entry entry :
          new Quarantine(partition.disk(), partition.directory()).list()) {
        all.add(new QuarantinedMessage(partition, entry));
      }
    }
    return all;
  }

  static List<QuarantinedMessage> named(StatePlace place, String name) throws IOException {
    List<QuarantinedMessage> found =
        all(place).stream().filter(each -> each.entry().name().startsWith(name)).toList();
    if (found.stream().map(each -> each.entry().name()).distinct().count() != 1) {
      throw new CommandFailure(
          ExitCode.INVALID,
          (found.isEmpty() ? "no entry's name begins with " : "more than one entry begins with ")
              + name
              + ": 'roastery quarantine list' shows the names");
    }
    return found;
  }

  /** What the message is, or why it is none. */
  String what() {
    try {
      var decoded = MessageCodec.decode(entry.message());
      return MessageCodec.typeOf(decoded) + " " + MessageCodec.idOf(decoded);
    } catch (WireException e) {
      return "not a message: " + e.getMessage();
    }
  }
}
