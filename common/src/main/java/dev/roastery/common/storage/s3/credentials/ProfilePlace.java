package dev.roastery.common.storage.s3.credentials;

import dev.roastery.common.storage.IoReason;
import dev.roastery.common.storage.object.StoreAwayException;
import dev.roastery.common.storage.object.StoreException;
import dev.roastery.common.storage.object.StoreRefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A profile of the shared credentials file, which may be replaced while this process runs. */
record ProfilePlace(Map<String, String> environment) implements CredentialPlace {

  private static final String PROFILE = "AWS_PROFILE";

  @Override
  public String name() {
    return "the profile " + profile() + " in " + file();
  }

  private String profile() {
    String named = environment.getOrDefault(PROFILE, "");
    return named.isEmpty() ? "default" : named;
  }

  private Path file() {
    String named = environment.getOrDefault("AWS_SHARED_CREDENTIALS_FILE", "");
    return named.isEmpty()
        ? Path.of(environment.getOrDefault("HOME", ""), ".aws", "credentials")
        : Path.of(named);
  }

  @Override
  public Optional<Credentials> look() throws StoreException {
    Map<String, String> values = values();
    if (values.isEmpty()) {
      return absent();
    }
    String key = values.getOrDefault("aws_access_key_id", "");
    String secret = values.getOrDefault("aws_secret_access_key", "");
    if (key.isEmpty() || secret.isEmpty()) {
      throw new StoreRefusedException(name() + " lacks aws_access_key_id or aws_secret_access_key");
    }
    return Optional.of(
        Credentials.lasting(key, secret, values.getOrDefault("aws_session_token", "")));
  }

  private Optional<Credentials> absent() throws StoreException {
    if (!environment.getOrDefault(PROFILE, "").isEmpty()) {
      throw new StoreRefusedException(PROFILE + " is set, but there is no " + name());
    }
    return Optional.empty();
  }

  /** Those of the profile's section. */
  private Map<String, String> values() throws StoreException {
    Map<String, String> values = new TreeMap<>();
    try {
      boolean isOurs = false;
      for (String each : Files.readAllLines(file())) {
        String line = each.strip();
        if (line.startsWith("[")) {
          isOurs = line.equals("[" + profile() + "]");
        } else if (isOurs && !line.startsWith("#") && line.contains("=")) {
          int at = line.indexOf('=');
          values.put(line.substring(0, at).strip(), line.substring(at + 1).strip());
        }
      }
      return values;
    } catch (NoSuchFileException _) {
      return Map.of();
    } catch (IOException e) {
      throw new StoreAwayException("cannot read " + file() + ": " + IoReason.of(e), e);
    }
  }

  @Override
  public String toString() {
    return name();
  }
}
