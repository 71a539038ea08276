package dev.roastery.common.broker.rabbit;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.Address;
import org.junit.jupiter.api.Test;

class BrokerHostsTest {

  @Test
  void aUriWithoutHostIsOfThisMachine() {
    assertThat(BrokerHosts.of("amqp:///shop").addresses())
        .containsExactly(new Address("localhost"));
  }

  @Test
  void userAndVirtualHostAreThoseOfAllHosts() {
    BrokerHosts hosts = BrokerHosts.of("amqps://ann:p%40ss@one:1,[::1]:2,three/shop");

    assertThat(hosts.uri()).isEqualTo("amqps://ann:p%40ss@one:1/shop");
    assertThat(hosts.addresses())
        .containsExactly(new Address("one", 1), new Address("[::1]", 2), new Address("three"));
  }
}
