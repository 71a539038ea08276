package dev.roastery.common.partition;

import java.util.List;

/** A barrier over some streams of a job; when all of them are complete, it is passed, once. */
public record Gate(String name, List<String> streams) {

  public Gate {
    streams = List.copyOf(streams);
  }
}
