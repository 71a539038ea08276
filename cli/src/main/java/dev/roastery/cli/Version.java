package dev.roastery.cli;

import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** The version and commit that the build has put into the jar, and the JDK this runs on. */
public final class Version implements IVersionProvider {

  @Override
  public String[] getVersion() {
    String version = Version.class.getPackage().getImplementationVersion();
    return new String[] {
      "roastery " + Objects.requireNonNullElse(version, "(run from classes)"),
      "JDK " + Runtime.version() + " (" + System.getProperty("java.vendor") + ")"
    };
  }
}
