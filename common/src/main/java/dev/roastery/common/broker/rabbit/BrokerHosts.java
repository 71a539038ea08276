package dev.roastery.common.broker.rabbit;

import com.rabbitmq.client.Address;
import com.rabbitmq.client.ConnectionFactory;
import java.net.URISyntaxException;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The nodes of a broker in one URI, {@code amqp://user:password@host1:5672,host2:5672/vhost}. Any
 * of them will do.
 *
 * @param uri the same with the first host only
 */
record BrokerHosts(String uri, List<Address> addresses) {

  private static final Pattern SEVERAL = Pattern.compile("(amqps?://(?:[^/@]*@)?)([^/?#]+)(.*)");

  BrokerHosts {
    addresses = List.copyOf(addresses);
  }

  static BrokerHosts of(String uri) {
    Matcher parts = SEVERAL.matcher(uri);
    if (!parts.matches()) { // no host: the client library takes its default
      return new BrokerHosts(uri, List.of(new Address(ConnectionFactory.DEFAULT_HOST)));
    }
    String[] hosts = parts.group(2).split(",", -1);
    List<Address> addresses = new ArrayList<>();
    for (String host : hosts) {
      if (host.isBlank()) {
        throw new IllegalArgumentException("the broker's URI has an empty host between commas");
      }
      addresses.add(address(host));
    }
    return new BrokerHosts(parts.group(1) + hosts[0] + parts.group(3), addresses);
  }

  private static Address address(String host) {
    try {
      return Address.parseAddress(host);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("'" + host + "' is not HOST or HOST:PORT", e);
    }
  }

  /**
   * The URI as the client library reads it: for its user and virtual host, not to connect by.
   * Refuses what the library cannot read, without repeating a password.
   */
  ConnectionFactory read() {
    try {
      ConnectionFactory read = new ConnectionFactory();
      // Of an amqps URI the library would also make a TLS context, which is not needed here.
      read.setUri(uri.replaceFirst("^amqps:", "amqp:"));
      return read;
    } catch (URISyntaxException | IllegalArgumentException | GeneralSecurityException e) {
      throw new IllegalArgumentException(
          "the broker's URI cannot be read; it is amqp://USER:PASSWORD@HOST:PORT/VHOST, with"
              + " special characters of user, password and virtual host percent-encoded",
          e);
    }
  }

  /**
   * In another order each time: a node that accepts connections and does not answer is not first.
   */
  List<Address> inAnyOrder(RandomGenerator random) {
    List<Address> shuffled = new ArrayList<>(addresses);
    Collections.shuffle(shuffled, java.util.Random.from(random));
    return shuffled;
  }
}
