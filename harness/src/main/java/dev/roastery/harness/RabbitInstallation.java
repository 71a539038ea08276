package dev.roastery.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * RabbitMQ's own scripts on this machine. Not the ones on PATH: Debian's wrappers insist on being
 * root or the user rabbitmq, and start the system's node.
 */
public record RabbitInstallation(Path scripts) {

  private static final List<String> FOLDERS =
      List.of("/usr/lib/rabbitmq/lib", "/opt", "/opt/rabbitmq", "/opt/homebrew/opt/rabbitmq");
  private static final Duration INSTALL_LIMIT = Duration.ofMinutes(15);
  private static final Path POLICY = Path.of("/usr/sbin/policy-rc.d");

  /**
   * The newest one; {@code homeVariable} names the environment variable whose value, if it has one,
   * is the folder of an unpacked server to use instead.
   */
  public static Optional<RabbitInstallation> find(String homeVariable) {
    String home = System.getenv(homeVariable);
    Stream<Path> homes =
        home != null
            ? Stream.of(Path.of(home))
            : FOLDERS.stream().map(Path::of).flatMap(RabbitInstallation::andItsFolders);
    return homes
        .map(folder -> folder.resolve("sbin"))
        .filter(scripts -> Files.isExecutable(scripts.resolve("rabbitmq-server")))
        .findFirst()
        .map(RabbitInstallation::new);
  }

  // The newest version last by name, so first in reverse.
  private static Stream<Path> andItsFolders(Path folder) {
    String[] names = Objects.requireNonNullElse(folder.toFile().list(), new String[0]);
    Arrays.sort(names, (one, other) -> other.compareTo(one));
    return Stream.concat(Stream.of(folder), Arrays.stream(names).map(folder::resolve));
  }

  /** Installs Debian's package where that is possible; empty, and said why, where it is not. */
  public static Optional<RabbitInstallation> install(Consumer<String> say, String homeVariable) {
    if (!Files.isExecutable(Path.of("/usr/bin/apt-get")) || !ShellCommand.isRoot()) {
      say.accept("not installing rabbitmq-server: that takes apt-get, and root");
      return Optional.empty();
    }
    say.accept("installing rabbitmq-server by apt-get (its system service is not started)");
    try (AutoCloseable _ = forbidServices()) {
      if (!apt("install").succeeded()) {
        apt("update");
        ShellCommand.Outcome second = apt("install");
        if (!second.succeeded()) {
          say.accept("apt-get could not install rabbitmq-server: " + second.lastLine());
        }
      }
    } catch (Exception e) {
      say.accept("could not install rabbitmq-server: " + e);
    }
    return find(homeVariable);
  }

  /** Keeps packages from starting services while they are being installed: Debian's own switch. */
  private static AutoCloseable forbidServices() throws IOException {
    if (Files.exists(POLICY)) {
      return () -> {};
    }
    Files.writeString(POLICY, "#!/bin/sh\nexit 101\n");
    Files.setPosixFilePermissions(POLICY, PosixFilePermissions.fromString("rwxr-xr-x"));
    return () -> Files.delete(POLICY);
  }

  private static ShellCommand.Outcome apt(String verb) {
    List<String> words = new ArrayList<>();
    // ./gradlew may hide /usr/share from us, where apt has its own scripts and writes the
    // package's.
    String outside = System.getenv("ROASTERY_OUTSIDE");
    if (outside != null) {
      words.addAll(List.of("nsenter", "-t", outside, "-m", "--"));
    }
    words.addAll(List.of("apt-get", "-q", "-y", verb));
    if (verb.equals("install")) {
      words.addAll(List.of("--no-install-recommends", "rabbitmq-server"));
    }
    return new ShellCommand(words, Map.of("DEBIAN_FRONTEND", "noninteractive")).run(INSTALL_LIMIT);
  }

  public String script(String name) {
    return scripts.resolve(name).toString();
  }
}
