package dev.roastery.common.process;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say where the broker is; together they are its URI. */
public final class BrokerAddress {

  @Option(
      names = "--amqp",
      paramLabel = "URI",
      defaultValue = "${env:ROASTERY_AMQP:-amqp://localhost:5672}",
      description =
          "Address of the broker: amqp://HOST:PORT/VHOST, or amqps:// for TLS; of a cluster,"
              + " several HOST:PORT with commas between them (variable ROASTERY_AMQP,"
              + " ${DEFAULT-VALUE}).")
  private String amqp = "";

  @Option(
      names = "--amqp-user",
      paramLabel = "NAME",
      defaultValue = "${env:ROASTERY_AMQP_USER}",
      description = "User at the broker (ROASTERY_AMQP_USER), if the URI does not name one.")
  private @Nullable String user;

  @Option(
      names = "--amqp-password-file",
      paramLabel = "FILE",
      defaultValue = "${env:ROASTERY_AMQP_PASSWORD_FILE}",
      description =
          "File whose first line is the password (ROASTERY_AMQP_PASSWORD_FILE);"
              + " ROASTERY_AMQP_PASSWORD can hold the password itself.")
  private @Nullable Path passwordFile;

  /** What is wrong with an option is an {@link IllegalArgumentException} that names it. */
  public String uri() {
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
      String password = System.getenv("ROASTERY_AMQP_PASSWORD");
      return password == null || password.isEmpty() ? null : password;
    }
    try {
      return Files.readString(file).lines().findFirst().orElse("").strip();
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "--amqp-password-file " + file + " cannot be read: " + e.getMessage(), e);
    }
  }
}
