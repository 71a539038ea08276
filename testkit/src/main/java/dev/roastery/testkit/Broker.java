package dev.roastery.testkit;

import dev.roastery.harness.PrivateBroker;

/** A RabbitMQ that tests may use until it is closed, which ends it if we started it. */
sealed interface Broker extends AutoCloseable
    permits Broker.Given, Broker.Private, ContainerBroker {

  String uri();

  @Override
  void close();

  /** A broker that is running already. */
  record Given(String uri) implements Broker {
    @Override
    public void close() {}
  }

  /** A node that we started. */
  record Private(PrivateBroker node) implements Broker {
    @Override
    public String uri() {
      return node.uri();
    }

    @Override
    public void close() {
      node.close();
    }
  }
}
