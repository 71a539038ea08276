package dev.roastery.gateway.jobs.service;

import java.time.Instant;
import java.util.Map;

/** An event of a job: a sentence for people and values for programs. */
public record JobEvent(long seq, Instant at, String kind, String text, Map<String, String> facts) {

  public JobEvent {
    facts = Map.copyOf(facts);
  }
}
