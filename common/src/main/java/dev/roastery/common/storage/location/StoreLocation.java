package dev.roastery.common.storage.location;

import dev.roastery.common.storage.object.FileStore;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.object.ObjectStore;
import dev.roastery.common.storage.object.StoreException;
import dev.roastery.common.storage.s3.S3Bucket;
import dev.roastery.common.storage.s3.S3Limits;
import dev.roastery.common.storage.s3.S3Store;
import dev.roastery.common.storage.s3.credentials.CredentialChain;
import dev.roastery.common.storage.s3.signature.SigningTime;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * An object store by its address: {@code s3://BUCKET/PREFIX} or {@code file:///FOLDER}. What an
 * {@code s3://} address does not say in its query ({@code ?endpoint=…&region=…&style=…}) the
 * options say. It never has credentials in it.
 */
public sealed interface StoreLocation {

  record Folder(Path folder) implements StoreLocation {

    @Override
    public ObjectStore open(Map<String, String> environment) throws StoreException {
      return new FileStore(folder);
    }

    @Override
    public ObjectStore openExisting(Map<String, String> environment) throws StoreException {
      return FileStore.existing(folder);
    }
  }

  record Bucket(S3Bucket bucket) implements StoreLocation {

    @Override
    public ObjectStore open(Map<String, String> environment) {
      SigningTime time = SigningTime.ofThisMachine();
      return new S3Store(bucket, S3Limits.defaults(), CredentialChain.of(environment, time), time);
    }
  }

  /**
   * @param environment where credentials are looked for
   */
  ObjectStore open(Map<String, String> environment) throws StoreException;

  /** The same for one who looks only: nothing is created by opening it. */
  default ObjectStore openExisting(Map<String, String> environment) throws StoreException {
    return open(environment);
  }

  /**
   * @param options endpoint, region and style, where they are set
   */
  static StoreLocation of(String url, Function<String, Optional<String>> options) {
    URI address = uri(url, "what is given for a store");
    return switch (String.valueOf(address.getScheme())) {
      case "file" -> folder(address);
      case "s3" -> bucket(address, options);
      default ->
          throw new IllegalArgumentException(
              (url.contains("@") ? "this" : "'" + url + "'")
                  + " is no address of a store: s3://BUCKET/PREFIX or file:///FOLDER");
    };
  }

  private static URI uri(String text, String what) {
    try {
      return URI.create(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(what + " is not an address", e);
    }
  }

  private static StoreLocation folder(URI address) {
    String path = address.getPath();
    if (address.getRawAuthority() != null || path == null || !path.startsWith("/")) {
      throw new IllegalArgumentException(
          "'" + address + "' is no address of a folder: file:///FOLDER, with three slashes");
    }
    return new Folder(Path.of(path));
  }

  private static StoreLocation bucket(URI address, Function<String, Optional<String>> options) {
    String name = Objects.requireNonNullElse(address.getRawAuthority(), "");
    if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]{1,62}")) {
      throw new IllegalArgumentException(
          "an s3:// address begins with the name of a bucket, of 3 to 63 letters, digits, dots and"
              + " dashes, and has no credentials in it");
    }
    Map<String, String> query = query(address);
    Function<String, Optional<String>> setting =
        key -> Optional.ofNullable(query.get(key)).or(() -> options.apply(key));
    String region = setting.apply("region").orElse("us-east-1");
    if (!region.matches("[A-Za-z0-9-]{1,40}")) {
      throw new IllegalArgumentException("the region of the store is not a name: " + region);
    }
    Optional<String> endpoint = setting.apply("endpoint");
    URI where =
        endpoint
            .map(StoreLocation::endpoint)
            .orElseGet(() -> URI.create("https://s3." + region + ".amazonaws.com"));
    S3Bucket.Style style =
        setting
            .apply("style")
            .map(StoreLocation::style)
            .orElseGet(() -> usualStyle(name, endpoint.isPresent()));
    return new Bucket(new S3Bucket(name, prefix(address), where, region, style));
  }

  /** A certificate of AWS is not for names with more dots. */
  private static S3Bucket.Style usualStyle(String bucket, boolean isOwnEndpoint) {
    return isOwnEndpoint || bucket.contains(".")
        ? S3Bucket.Style.PATH
        : S3Bucket.Style.VIRTUAL_HOST;
  }

  private static String prefix(URI address) {
    String prefix = address.getPath().replaceFirst("^/", "").replaceFirst("/$", "");
    if (!prefix.isEmpty() && !ObjectName.isName(prefix)) {
      throw new IllegalArgumentException(
          "'" + prefix + "' cannot be what names in a store begin with");
    }
    return prefix;
  }

  private static Map<String, String> query(URI address) {
    Map<String, String> all = new TreeMap<>();
    if (address.getQuery() != null) {
      for (String pair : address.getQuery().split("&", -1)) {
        String name = pair.replaceFirst("=.*$", "");
        if (!pair.contains("=") || !name.matches("endpoint|region|style")) {
          throw new IllegalArgumentException(
              "the address of a store has an unknown option '"
                  + name
                  + "': endpoint, region and style are known");
        }
        all.put(name, pair.substring(name.length() + 1));
      }
    }
    return all;
  }

  private static URI endpoint(String text) {
    URI endpoint = uri(text, "the endpoint of the store");
    boolean isServer =
        String.valueOf(endpoint.getScheme()).matches("https?")
            && endpoint.getHost() != null
            && endpoint.getUserInfo() == null
            && String.valueOf(endpoint.getRawPath()).matches("/?|null")
            && endpoint.getQuery() == null;
    if (!isServer) {
      throw new IllegalArgumentException(
          "the endpoint of the store is http://HOST:PORT or https://HOST:PORT, and nothing else");
    }
    return endpoint;
  }

  private static S3Bucket.Style style(String text) {
    return switch (text) {
      case "path" -> S3Bucket.Style.PATH;
      case "virtual-host" -> S3Bucket.Style.VIRTUAL_HOST;
      default ->
          throw new IllegalArgumentException(
              "the style of the store is path or virtual-host, not '" + text + "'");
    };
  }
}
