package dev.roastery.testkit;

import dev.roastery.harness.PrivateBroker;
import dev.roastery.harness.RabbitInstallation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

/**
 * The RabbitMQ that all tests of a run share: other tests' queues are on it too, so each test must
 * use its own queue names, and no test may stop the broker. A test that injects faults starts a
 * private one.
 */
public record TestBroker(String uri) {

  /** The folder of an unpacked server, to be used before any installed one. */
  private static final String HOME = "ROASTERY_TEST_RABBITMQ_HOME";

  private static @Nullable TestBroker found;

  /** The build's; without a build (a test run from an IDE) one that ends with this JVM. */
  public static synchronized TestBroker get() {
    TestBroker known = found;
    if (known == null) {
      String uri = System.getProperty("roastery.test.amqp");
      known = new TestBroker(uri != null ? uri : start());
      found = known;
    }
    return known;
  }

  /** A broker of the test's own, that it may kill, and that is running. */
  public static PrivateBroker startPrivate(Path folder) {
    PrivateBroker broker = preparePrivate(folder);
    broker.restart();
    return broker;
  }

  /**
   * One that is not running yet. The test is skipped where RabbitMQ is neither installed nor can
   * be.
   */
  public static PrivateBroker preparePrivate(Path folder) {
    RabbitInstallation installation =
        installation(System.out::println)
            .orElseThrow(() ->
                new TestAbortedException(
                    "this test kills a RabbitMQ of its own, and none is installed: install"
                        + " rabbitmq-server (it need not run)"));
    try {
      return PrivateBroker.prepare(installation, folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Optional<RabbitInstallation> installation(Consumer<String> say) {
    return RabbitInstallation.find(HOME).or(() -> RabbitInstallation.install(say, HOME));
  }

  private static String start() {
    try {
      Path folder = Files.createTempDirectory("roastery-broker");
      Path uri = folder.resolve("uri");
      Path log = folder.resolve("log");
      ProcessBuilder builder =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  System.getProperty("java.class.path"),
                  BrokerMain.class.getName(),
                  folder.toString())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile());
      ContainerBroker.SETTINGS.forEach(builder.environment()::putIfAbsent);
      Process process = builder.start();
      // This also keeps the Process reachable: without it the pipe would close, and end the broker.
      Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
      while (!Files.exists(uri)) {
        if (process.waitFor(100, TimeUnit.MILLISECONDS)) {
          throw new IllegalStateException(Files.readString(log));
        }
      }
      return Files.readString(uri);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a broker was started", e);
    }
  }
}
