package dev.roastery.common.storage.s3.credentials;

import dev.roastery.common.storage.object.StoreAwayException;
import dev.roastery.common.storage.object.StoreException;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.Optional;

/** The metadata service of a virtual machine, in its second version, which wants a token first. */
record InstancePlace(Map<String, String> environment) implements CredentialPlace {

  private static final String ROLES = "/latest/meta-data/iam/security-credentials/";

  @Override
  public String name() {
    return "the role of this virtual machine";
  }

  @Override
  public Optional<Credentials> look() throws StoreException {
    if (environment.getOrDefault("AWS_EC2_METADATA_DISABLED", "").equalsIgnoreCase("true")) {
      return Optional.empty();
    }
    String given = environment.getOrDefault("AWS_EC2_METADATA_SERVICE_ENDPOINT", "");
    String root = given.isEmpty() ? "http://169.254.169.254" : given.replaceFirst("/$", "");
    String token = token(root);
    if (token.isEmpty()) {
      return Optional.empty();
    }
    Map<String, String> headers = Map.of("X-aws-ec2-metadata-token", token);
    String role = role(root, headers);
    return role.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new MetadataCall("GET", URI.create(root + ROLES + role), headers).credentials());
  }

  /** Nothing, where there is no such service: this is no virtual machine of a cloud. */
  private static String token(String root) throws StoreException {
    Map<String, String> headers = Map.of("X-aws-ec2-metadata-token-ttl-seconds", "21600");
    try {
      MetadataCall.Told told =
          new MetadataCall("PUT", URI.create(root + "/latest/api/token"), headers).tell();
      return told.status() == 200 ? told.text() : "";
    } catch (IOException _) {
      return "";
    }
  }

  private static String role(String root, Map<String, String> headers) throws StoreException {
    try {
      MetadataCall.Told told = new MetadataCall("GET", URI.create(root + ROLES), headers).tell();
      String first = told.text().lines().findFirst().orElse("").strip();
      return told.status() == 200 && first.matches("[\\w+=,.@-]+") ? first : "";
    } catch (IOException e) {
      throw new StoreAwayException("the metadata service of this machine does not answer", e);
    }
  }

  @Override
  public String toString() {
    return name();
  }
}
