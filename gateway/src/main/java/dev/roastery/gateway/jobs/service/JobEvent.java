package dev.roastery.gateway.jobs.service;

import java.time.Instant;
import java.util.Map;

/** Something that happened to a job: a sentence for people, facts for programs. */
public record JobEvent(long seq, Instant at, String kind, String text, Map<String, String> facts) {

  public JobEvent {
    facts = Map.copyOf(facts);
  }
}
