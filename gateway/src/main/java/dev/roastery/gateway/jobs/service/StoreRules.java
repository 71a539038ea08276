package dev.roastery.gateway.jobs.service;

import dev.roastery.common.storage.location.StoreLocation;
import dev.roastery.common.storage.object.ObjectStore;
import dev.roastery.common.storage.object.StoreException;
import dev.roastery.common.storage.s3.S3Bucket;
import java.util.List;
import java.util.Optional;

/**
 * Which buckets clients may name, which is the operator's choice: of none, unless he says so. A
 * client gives an address and nothing else; endpoint, region and credentials are the gateway's.
 *
 * @param sources below these a client may have objects read
 * @param targets below these a client may have results written
 * @param stores opens a store with the gateway's credentials
 */
public record StoreRules(List<S3Bucket> sources, List<S3Bucket> targets, Opener stores) {

  /** Clients name no buckets. */
  public static final StoreRules NONE =
      new StoreRules(
          List.of(),
          List.of(),
          bucket -> {
            throw new IllegalStateException(bucket + " is not allowed");
          });

  private static final String ADDRESS = "s3://[A-Za-z0-9._-]+(/[^?#]*)?";

  /** Opens a bucket; the caller closes it. */
  public interface Opener {
    ObjectStore open(S3Bucket bucket) throws StoreException;
  }

  public StoreRules {
    sources = List.copyOf(sources);
    targets = List.copyOf(targets);
  }

  /** The bucket that a client wants to be read; a {@link Refusal} unless that is allowed. */
  public S3Bucket source(String address) {
    return allowed(address, sources, "reads", "--sources");
  }

  /** The bucket that a client wants results in; a {@link Refusal} unless that is allowed. */
  public S3Bucket target(String address) {
    return allowed(address, targets, "writes to", "--deliver-to");
  }

  private static S3Bucket allowed(
      String address, List<S3Bucket> rules, String does, String option) {
    if (rules.isEmpty()) {
      throw refused(
          "this gateway " + does + " no buckets: its operator allows some with " + option);
    }
    S3Bucket wanted = bucket(address);
    return rules.stream()
        .filter(rule -> isBelow(wanted, rule))
        .findFirst()
        .map(rule ->
            new S3Bucket(
                rule.bucket(), wanted.prefix(), rule.endpoint(), rule.region(), rule.style()))
        .orElseThrow(() ->
            refused(
                "this gateway "
                    + does
                    + " other buckets or prefixes than "
                    + shown(wanted)
                    + ": its operator allows some with "
                    + option));
  }

  /**
   * After it was decoded: no word of it is empty or begins with a dot, so it leads nowhere else.
   */
  private static S3Bucket bucket(String address) {
    try {
      if (address.matches(ADDRESS)
          && StoreLocation.of(address, _ -> Optional.empty())
              instanceof StoreLocation.Bucket(S3Bucket bucket)) {
        return bucket;
      }
    } catch (IllegalArgumentException e) {
      throw refused(String.valueOf(e.getMessage()));
    }
    throw refused("a bucket is given as s3://BUCKET/PREFIX, without endpoint or other options");
  }

  private static boolean isBelow(S3Bucket wanted, S3Bucket rule) {
    return wanted.bucket().equals(rule.bucket())
        && (rule.prefix().isEmpty() || (wanted.prefix() + "/").startsWith(rule.prefix() + "/"));
  }

  /** Its address, as clients know it. */
  public static String shown(S3Bucket bucket) {
    return "s3://" + bucket.bucket() + (bucket.prefix().isEmpty() ? "" : "/" + bucket.prefix());
  }

  private static Refusal refused(String sentence) {
    return new Refusal(Refusal.Kind.INVALID, sentence);
  }
}
