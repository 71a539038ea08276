package dev.roastery.gateway.jobs.service;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What of a job is in buckets of the gateway's.
 *
 * @param from what the addresses of its parts begin with: the gateway reads them itself; null if a
 *     client sends them
 * @param ignore patterns of files there that are not read
 * @param deliverTo what the addresses of its results begin with; null if they only stay here
 */
public record Buckets(@Nullable String from, List<String> ignore, @Nullable String deliverTo) {

  public static final Buckets NONE = new Buckets(null, List.of(), null);

  public Buckets {
    ignore = List.copyOf(ignore);
  }
}
