package dev.roastery.input.source;

import dev.roastery.common.storage.location.StoreLocation;
import dev.roastery.common.storage.object.ObjectStore;
import dev.roastery.common.storage.object.StoreException;
import dev.roastery.common.storage.s3.S3Bucket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Which places may be read on behalf of clients, which is the operator's choice: none, unless he
 * says so. A client gives an address and nothing else; endpoint, region and credentials are those
 * of the process.
 *
 * @param buckets below these objects may be read
 * @param folders below these files may be read: folders that all nodes see
 * @param stores opens a bucket with the process's credentials
 */
public record SourceRules(List<S3Bucket> buckets, List<Path> folders, Opener stores) {

  private static final String BUCKET_ADDRESS = "s3://[A-Za-z0-9._-]+(/[^?#]*)?";
  private static final String FOLDER_SCHEME = "file://";

  /** Opens a bucket; the caller closes it. */
  public interface Opener {
    ObjectStore open(S3Bucket bucket) throws StoreException;
  }

  /** What an address names. */
  public sealed interface Place {

    /** As clients know it. */
    String shown();

    record Bucket(S3Bucket bucket) implements Place {
      @Override
      public String shown() {
        return SourceRules.shown(bucket);
      }
    }

    record Folder(Path folder) implements Place {
      @Override
      public String shown() {
        return FOLDER_SCHEME + folder;
      }
    }
  }

  public SourceRules {
    buckets = List.copyOf(buckets);
    folders = folders.stream().map(folder -> folder.toAbsolutePath().normalize()).toList();
  }

  /**
   * The rules that these addresses are; what is wrong with one is an {@link
   * IllegalArgumentException} that says so.
   *
   * @param environment where credentials are looked for
   */
  public static SourceRules of(
      @Nullable List<String> addresses,
      Function<String, StoreLocation> locations,
      Map<String, String> environment) {
    List<S3Bucket> buckets = new ArrayList<>();
    List<Path> folders = new ArrayList<>();
    for (String address : addresses == null ? List.<String>of() : addresses) {
      switch (locations.apply(address)) {
        case StoreLocation.Bucket(S3Bucket bucket) -> buckets.add(bucket);
        case StoreLocation.Folder(Path folder) -> folders.add(folder);
      }
    }
    return new SourceRules(
        buckets, folders, bucket -> new StoreLocation.Bucket(bucket).open(environment));
  }

  public boolean isEmpty() {
    return buckets.isEmpty() && folders.isEmpty();
  }

  /**
   * The place that has this address, if it is below one of the operator's. An address that is none
   * is an {@link IllegalArgumentException}.
   */
  public Optional<Place> allowed(String address) {
    return address.startsWith(FOLDER_SCHEME) ? folder(address) : bucket(address);
  }

  private Optional<Place> folder(String address) {
    Path folder = Path.of(address.substring(FOLDER_SCHEME.length()));
    if (!folder.isAbsolute() || !folder.equals(folder.normalize())) {
      throw new IllegalArgumentException(
          "a folder is given as file:///FOLDER, with three slashes, and without . and ..");
    }
    return folders.stream().anyMatch(folder::startsWith)
        ? Optional.of(new Place.Folder(folder))
        : Optional.empty();
  }

  private Optional<Place> bucket(String address) {
    return below(bucketOf(address), buckets).map(Place.Bucket::new);
  }

  /** The bucket of the operator's that allows this one. */
  public static Optional<S3Bucket> rule(S3Bucket wanted, List<S3Bucket> rules) {
    return rules.stream().filter(rule -> isBelow(wanted, rule)).findFirst();
  }

  /** The bucket of an address, with what the rule says of its endpoint. */
  public static Optional<S3Bucket> below(S3Bucket wanted, List<S3Bucket> rules) {
    return rule(wanted, rules)
        .map(rule ->
            new S3Bucket(
                rule.bucket(), wanted.prefix(), rule.endpoint(), rule.region(), rule.style()));
  }

  /**
   * After it was decoded: no word of it is empty or begins with a dot, so it leads nowhere else.
   */
  public static S3Bucket bucketOf(String address) {
    if (address.matches(BUCKET_ADDRESS)
        && StoreLocation.of(address, _ -> Optional.empty())
            instanceof StoreLocation.Bucket(S3Bucket bucket)) {
      return bucket;
    }
    throw new IllegalArgumentException(
        "a bucket is given as s3://BUCKET/PREFIX, without endpoint or other options");
  }

  private static boolean isBelow(S3Bucket wanted, S3Bucket rule) {
    return wanted.bucket().equals(rule.bucket())
        && (rule.prefix().isEmpty() || (wanted.prefix() + "/").startsWith(rule.prefix() + "/"));
  }

  /** Its address, as clients know it. */
  public static String shown(S3Bucket bucket) {
    return "s3://" + bucket.bucket() + (bucket.prefix().isEmpty() ? "" : "/" + bucket.prefix());
  }
}
