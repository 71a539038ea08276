package dev.roastery.testkit;

import dev.roastery.harness.Leash;
import dev.roastery.harness.ShellCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.rabbitmq.RabbitMQContainer;
import org.testcontainers.utility.DockerImageName;

/** A RabbitMQ in a container, by Testcontainers. */
record ContainerBroker(RabbitMQContainer container, Leash leash) implements Broker {

  /**
   * What Testcontainers must find in its environment (the build's startBroker sets the same): no
   * helper image to clean up, which the leash does, and none to find out where the engine is.
   */
  static final Map<String, String> SETTINGS =
      Map.of("TESTCONTAINERS_RYUK_DISABLED", "true", "TESTCONTAINERS_HOST_OVERRIDE", "localhost");

  private static final String IMAGE =
      Objects.requireNonNullElse(System.getenv("ROASTERY_TEST_IMAGE"), "rabbitmq:4-management");
  private static final String USER = "roastery";
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(10);
  private static final Duration PULL_LIMIT = Duration.ofMinutes(2);
  private static final Duration START_LIMIT = Duration.ofMinutes(2);

  /**
   * Empty where it cannot work. Plain docker commands with time limits find that out first, because
   * Testcontainers takes minutes to give up.
   */
  static Optional<Broker> start(Consumer<String> say) {
    if (!docker(ANSWER_LIMIT, "info", "--format", "{{.ServerVersion}}")) {
      say.accept("no container: no Docker engine answers");
      return Optional.empty();
    }
    if (!docker(ANSWER_LIMIT, "image", "inspect", IMAGE)) {
      say.accept("pulling " + IMAGE);
      ShellCommand.Outcome pull = ShellCommand.of("docker", "pull", "-q", IMAGE).run(PULL_LIMIT);
      if (!pull.succeeded()) {
        say.accept("no container: the image " + IMAGE + " cannot be pulled: " + pull.lastLine());
        return Optional.empty();
      }
    }
    say.accept("starting a container of " + IMAGE);
    return Optional.of(start());
  }

  private static Broker start() {
    RabbitMQContainer container =
        new RabbitMQContainer(DockerImageName.parse(IMAGE).asCompatibleSubstituteFor("rabbitmq"))
            .withAdminUser(USER)
            .withAdminPassword(USER);
    // Neither a line in the log nor an open port proves that it serves: not every image logs, and
    // Docker's proxy accepts before RabbitMQ does.
    container.waitingFor(
        Wait.forSuccessfulCommand("rabbitmq-diagnostics -q check_port_connectivity")
            .withStartupTimeout(START_LIMIT));
    container.start();
    try {
      String id = container.getContainerId();
      return new ContainerBroker(container, Leash.onDeath("docker", "rm", "-f", "-v", id));
    } catch (IOException e) {
      container.stop();
      throw new UncheckedIOException(e);
    }
  }

  private static boolean docker(Duration limit, String... arguments) {
    String[] words = new String[arguments.length + 1];
    words[0] = "docker";
    System.arraycopy(arguments, 0, words, 1, arguments.length);
    return ShellCommand.of(words).run(limit).succeeded();
  }

  @Override
  public String uri() {
    return "amqp://%s:%s@%s:%d".formatted(USER, USER, container.getHost(), container.getAmqpPort());
  }

  @Override
  public void close() {
    container.stop();
    leash.close();
  }
}
