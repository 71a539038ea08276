package dev.roastery.testkit;

/** A RabbitMQ that tests may use until it is closed, which ends it if we started it. */
sealed interface Broker extends AutoCloseable permits Broker.Given, ContainerBroker, PrivateNode {

  String uri();

  @Override
  void close();

  /** A broker that somebody else runs. */
  record Given(String uri) implements Broker {
    @Override
    public void close() {}
  }
}
