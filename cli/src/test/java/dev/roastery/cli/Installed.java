package dev.roastery.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What the build has installed, started as {@code ./roastery} starts it: with its cache, fast. */
public final class Installed {

  private Installed() {}

  /**
   * The words of {@code roastery}, with this folder for what is temporary; its own words follow.
   */
  public static List<String> roastery(Path temporary) throws IOException {
    Path install = Repository.ROOT.resolve("build/install").toAbsolutePath();
    try (Stream<Path> jars = Files.list(install.resolve("lib"))) {
      Path jar =
          jars.filter(each -> each.getFileName().toString().startsWith("cli-"))
              .findAny()
              .orElseThrow();
      return List.of(
          // A build in the background has the signal ignored, and would hand that down.
          "/usr/bin/env",
          "--default-signal=INT",
          System.getProperty("java.home") + "/bin/java",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-Xmx512m",
          "-XX:AOTCache=" + install.resolve("roastery.aot"),
          "-Xlog:aot=off,cds=off",
          "-Djava.io.tmpdir=" + temporary,
          "-jar",
          jar.toString());
    }
  }
}
