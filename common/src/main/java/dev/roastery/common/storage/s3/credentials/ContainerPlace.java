package dev.roastery.common.storage.s3.credentials;

import dev.roastery.common.storage.IoReason;
import dev.roastery.common.storage.object.StoreAwayException;
import dev.roastery.common.storage.object.StoreException;
import dev.roastery.common.storage.object.StoreRefusedException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The service that an orchestrator offers its containers: ECS, and EKS Pod Identity. */
record ContainerPlace(Map<String, String> environment) implements CredentialPlace {

  private static final String FULL = "AWS_CONTAINER_CREDENTIALS_FULL_URI";

  /** Where a token may be sent in the clear: this machine alone. */
  private static final Set<String> NEAR =
      Set.of(
          "localhost", "127.0.0.1", "[::1]", "169.254.170.2", "169.254.170.23", "[fd00:ec2::23]");

  @Override
  public String name() {
    return "the container's credentials";
  }

  @Override
  public Optional<Credentials> look() throws StoreException {
    String relative = environment.getOrDefault("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI", "");
    String full = environment.getOrDefault(FULL, "");
    if (relative.isEmpty() && full.isEmpty()) {
      return Optional.empty();
    }
    URI address = address(relative.isEmpty() ? full : "http://169.254.170.2" + relative);
    String token = token();
    if (!Credentials.isVisible(token.replace(' ', '_'))) {
      throw new StoreRefusedException("the token for the container's credentials is not one line");
    }
    Map<String, String> headers = token.isEmpty() ? Map.of() : Map.of("Authorization", token);
    return Optional.of(new MetadataCall("GET", address, headers).credentials());
  }

  private static URI address(String text) throws StoreException {
    try {
      URI address = URI.create(text);
      if ("https".equals(address.getScheme())
          || ("http".equals(address.getScheme()) && NEAR.contains(address.getHost()))) {
        return address;
      }
    } catch (IllegalArgumentException _) {
      // It is told below.
    }
    throw new StoreRefusedException(
        FULL + " is neither https nor an address of this machine: credentials are not asked there");
  }

  /** From its file, if there is one: it is replaced from time to time. */
  private String token() throws StoreException {
    String file = environment.getOrDefault("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE", "");
    if (file.isEmpty()) {
      return environment.getOrDefault("AWS_CONTAINER_AUTHORIZATION_TOKEN", "");
    }
    try {
      return Files.readString(Path.of(file)).strip();
    } catch (IOException e) {
      throw new StoreAwayException(
          "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE cannot be read: " + IoReason.of(e), e);
    }
  }

  @Override
  public String toString() {
    return name();
  }
}
