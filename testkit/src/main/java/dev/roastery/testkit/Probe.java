package dev.roastery.testkit;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import java.io.IOException;
import java.net.URISyntaxException;
import java.security.GeneralSecurityException;
import java.util.concurrent.TimeoutException;

/** Asks a broker for a connection, once. */
final class Probe {

  private static final int LIMIT_MILLIS = 10_000;

  private Probe() {}

  static void connect(String uri) throws IOException {
    ConnectionFactory factory = new ConnectionFactory();
    factory.setAutomaticRecoveryEnabled(false);
    factory.setConnectionTimeout(LIMIT_MILLIS);
    factory.setHandshakeTimeout(LIMIT_MILLIS);
    try {
      factory.setUri(uri);
      Connection connection = factory.newConnection("roastery-probe");
      connection.close();
    } catch (URISyntaxException | GeneralSecurityException | TimeoutException e) {
      throw new IOException(e);
    }
  }
}
