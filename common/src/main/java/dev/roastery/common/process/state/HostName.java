package dev.roastery.common.process.state;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** What this machine is called: for people, and for balance. Two machines may have one name. */
public final class HostName {

  /** Of a machine whose own name it cannot look up. */
  private static final String UNKNOWN = "localhost";

  private HostName() {}

  public static String ofThisMachine() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException _) {
      return UNKNOWN;
    }
  }
}
