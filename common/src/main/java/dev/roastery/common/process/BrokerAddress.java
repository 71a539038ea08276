package dev.roastery.common.process;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The broker's URI, put together from the options --amqp, --amqp-user and --amqp-password-file. */
public final class BrokerAddress {

  private BrokerAddress() {}

  /** What is wrong with an option is an {@link IllegalArgumentException} that names it. */
  public static String uri(String amqp, @Nullable String user, @Nullable Path passwordFile) {
    String password = password(passwordFile);
    if (user == null && password == null) {
      return amqp;
    }
    try {
      URI given = new URI(amqp);
      String name = user == null ? "guest" : user;
      String info = password == null ? encoded(name) : encoded(name) + ":" + encoded(password);
      return given.getScheme()
          + "://"
          + info
          + "@"
          + amqp.substring(amqp.indexOf("//") + 2).replaceFirst("^[^/@]*@", "");
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("--amqp is not a URI: " + e.getReason(), e);
    }
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static @Nullable String password(@Nullable Path file) {
    if (file == null) {
      return System.getenv("ROASTERY_AMQP_PASSWORD");
    }
    try {
      return Files.readString(file).lines().findFirst().orElse("").strip();
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "--amqp-password-file " + file + " cannot be read: " + e.getMessage(), e);
    }
  }
}
