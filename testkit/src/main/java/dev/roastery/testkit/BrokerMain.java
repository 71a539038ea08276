package dev.roastery.testkit;

import dev.roastery.common.storage.FileDisk;
import dev.roastery.harness.PrivateBroker;
import dev.roastery.harness.RabbitInstallation;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/**
 * Finds or starts the RabbitMQ that the tests tagged {@code broker} talk to, writes its URI to
 * {@code <folder>/uri}, and runs until its standard input ends. In this order: the one that {@code
 * ROASTERY_TEST_AMQP} names; a container; an installed rabbitmq-server, as a node of our own; the
 * same after installing it.
 */
public final class BrokerMain {

  private static final String GIVEN = "ROASTERY_TEST_AMQP";

  private BrokerMain() {}

  /** Its one argument is the folder. */
  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]).toAbsolutePath();
    Optional<Broker> found = find(folder);
    if (found.isEmpty()) {
      say(
          "there is no RabbitMQ to test with. Install rabbitmq-server (it need not run), or start"
              + " Docker, or set "
              + GIVEN
              + " to the AMQP URI of a RabbitMQ that tests may use.");
      System.exit(1);
    }
    try (Broker broker = found.get()) {
      publish(folder, broker.uri());
      say("ready");
      awaitEndOfInput();
      say("stopping");
    }
  }

  private static Optional<Broker> find(Path folder) throws IOException {
    String given = System.getenv(GIVEN);
    if (given != null) {
      return given(given);
    }
    Optional<Broker> container = ContainerBroker.start(BrokerMain::say);
    return container.isPresent() ? container : node(folder.resolve("node"));
  }

  private static Optional<Broker> given(String uri) {
    try {
      Probe.connect(uri);
      say("using the RabbitMQ that " + GIVEN + " names");
      return Optional.of(new Broker.Given(uri));
    } catch (IOException e) {
      say("%s names %s, which refuses: %s".formatted(GIVEN, withoutPassword(uri), e));
      return Optional.empty();
    }
  }

  private static String withoutPassword(String uri) {
    return uri.replaceFirst("//[^@/]*@", "//");
  }

  private static Optional<Broker> node(Path folder) throws IOException {
    Optional<RabbitInstallation> installation = TestBroker.installation(BrokerMain::say);
    if (installation.isEmpty()) {
      return Optional.empty();
    }
    FileDisk.deleteTree(folder);
    Files.createDirectories(folder);
    PrivateBroker node = PrivateBroker.prepare(installation.get(), folder);
    say("starting a node of " + installation.get().scripts().getParent() + " in " + folder);
    node.restart();
    return Optional.of(new Broker.Private(node));
  }

  // By renaming, because the build takes the file as soon as it is there.
  private static void publish(Path folder, String uri) throws IOException {
    Path draft = folder.resolve("uri.draft");
    Files.writeString(draft, URI.create(uri).toString());
    Files.move(draft, folder.resolve("uri"), StandardCopyOption.ATOMIC_MOVE);
  }

  private static void awaitEndOfInput() throws IOException {
    System.in.transferTo(java.io.OutputStream.nullOutputStream());
  }

  static void say(String what) {
    System.out.println("broker: " + what);
  }
}
