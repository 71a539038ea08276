package dev.roastery.gateway.jobs.service;

import dev.roastery.common.storage.s3.S3Bucket;
import dev.roastery.input.source.SourceRules;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Which places clients may name, which is the operator's choice: none, unless he says so. A client
 * gives an address and nothing else; endpoint, region and credentials are the gateway's.
 *
 * @param sources below these a client may have parts read
 * @param readers who reads large parts there
 * @param targets below these a client may have results written
 */
public record StoreRules(SourceRules sources, Readers readers, List<S3Bucket> targets) {

  /** Clients name no places. */
  public static final StoreRules NONE =
      new StoreRules(
          List.of(),
          List.of(),
          bucket -> {
            throw new IllegalStateException(bucket + " is not allowed");
          });

  /** Who reads parts that are neither small nor compressed. */
  public enum Readers {
    GATEWAY,
    /** The aggregators, which the gateway tells where the parts are. */
    WORKERS
  }

  public StoreRules {
    targets = List.copyOf(targets);
  }

  /** Buckets only, that the gateway reads. */
  public StoreRules(List<S3Bucket> sources, List<S3Bucket> targets, SourceRules.Opener stores) {
    this(new SourceRules(sources, List.of(), stores), Readers.GATEWAY, targets);
  }

  /** Opens a bucket with the gateway's credentials. */
  public SourceRules.Opener stores() {
    return sources.stores();
  }

  /** The place that a client wants to be read; a {@link Refusal} unless that is allowed. */
  public SourceRules.Place source(String address) {
    if (sources.isEmpty()) {
      throw none("reads", "--sources");
    }
    return checked(() -> sources.allowed(address))
        .orElseThrow(() -> other(address, "reads", "--sources"));
  }

  /** The bucket that a client wants results in; a {@link Refusal} unless that is allowed. */
  public S3Bucket target(String address) {
    if (targets.isEmpty()) {
      throw none("writes to", "--deliver-to");
    }
    return checked(() -> SourceRules.below(SourceRules.bucketOf(address), targets))
        .orElseThrow(() -> other(address, "writes to", "--deliver-to"));
  }

  private static <T> Optional<T> checked(Supplier<Optional<T>> asked) {
    try {
      return asked.get();
    } catch (IllegalArgumentException e) {
      throw refused(String.valueOf(e.getMessage()));
    }
  }

  private static Refusal none(String does, String option) {
    return refused("this gateway " + does + " no buckets: its operator allows some with " + option);
  }

  private static Refusal other(String address, String does, String option) {
    return refused(
        "this gateway "
            + does
            + " other buckets or prefixes than "
            + address.replaceAll("/+$", "")
            + ": its operator allows some with "
            + option);
  }

  private static Refusal refused(String sentence) {
    return new Refusal(Refusal.Kind.INVALID, sentence);
  }
}
