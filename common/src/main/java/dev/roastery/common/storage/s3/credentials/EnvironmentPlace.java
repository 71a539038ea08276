package dev.roastery.common.storage.s3.credentials;

import dev.roastery.common.storage.object.StoreException;
import dev.roastery.common.storage.object.StoreRefusedException;
import java.util.Map;
import java.util.Optional;

/** The variables of this process. */
record EnvironmentPlace(Map<String, String> environment) implements CredentialPlace {

  private static final String KEY = "AWS_ACCESS_KEY_ID";
  private static final String SECRET = "AWS_SECRET_ACCESS_KEY";

  @Override
  public String name() {
    return "the variables " + KEY + " and " + SECRET;
  }

  @Override
  public Optional<Credentials> look() throws StoreException {
    String key = environment.getOrDefault(KEY, "").strip();
    String secret = environment.getOrDefault(SECRET, "").strip();
    if (key.isEmpty() != secret.isEmpty()) {
      throw new StoreRefusedException(
          "only one of the variables " + KEY + " and " + SECRET + " is set: set both, or none");
    }
    String token = environment.getOrDefault("AWS_SESSION_TOKEN", "").strip();
    return key.isEmpty() ? Optional.empty() : Optional.of(Credentials.lasting(key, secret, token));
  }

  @Override
  public String toString() {
    return name();
  }
}
