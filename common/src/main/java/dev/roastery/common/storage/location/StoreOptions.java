package dev.roastery.common.storage.location;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the stores of the S3 API are that an address does not tell itself. */
public final class StoreOptions {

  @Option(
      names = "--store-endpoint",
      paramLabel = "URI",
      defaultValue = "${env:ROASTERY_STORE_ENDPOINT}",
      description =
          "Where an s3:// store is: http://HOST:PORT or https://HOST (ROASTERY_STORE_ENDPOINT);"
              + " without it AWS, in its region.")
  private @Nullable String endpoint;

  @Option(
      names = "--store-region",
      paramLabel = "REGION",
      defaultValue = "${env:ROASTERY_STORE_REGION}",
      description =
          "Region of an s3:// store (ROASTERY_STORE_REGION); without it that of AWS_REGION, or"
              + " us-east-1.")
  private @Nullable String region;

  @Option(
      names = "--store-style",
      paramLabel = "path|virtual-host",
      defaultValue = "${env:ROASTERY_STORE_STYLE}",
      description =
          "Where the bucket is in the addresses of an s3:// store (ROASTERY_STORE_STYLE); without"
              + " it virtual-host for AWS, and path for an endpoint of your own.")
  private @Nullable String style;

  /**
   * The store at an address; what is wrong with it or with an option is an {@link
   * IllegalArgumentException} that says so.
   *
   * @param environment for what is shared with other programs, AWS_REGION
   */
  public StoreLocation location(String url, Map<String, String> environment) {
    return StoreLocation.of(url, name -> given(name).or(() -> shared(name, environment)));
  }

  private Optional<String> given(String name) {
    return Optional.ofNullable(
            switch (name) {
              case "endpoint" -> endpoint;
              case "region" -> region;
              default -> style;
            })
        .filter(value -> !value.isEmpty());
  }

  private static Optional<String> shared(String name, Map<String, String> environment) {
    String first = name.equals("region") ? "AWS_REGION" : "AWS_ENDPOINT_URL_S3";
    String second = name.equals("region") ? "AWS_DEFAULT_REGION" : "AWS_ENDPOINT_URL";
    return name.equals("style")
        ? Optional.empty()
        : Optional.ofNullable(environment.get(first))
            .filter(value -> !value.isEmpty())
            .or(() -> Optional.ofNullable(environment.get(second)))
            .filter(value -> !value.isEmpty());
  }
}
