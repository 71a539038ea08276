package dev.roastery.common.process;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;

/**
 * The identity of a node: different for every process and for every restart of a process.
 *
 * @param stage its kind: aggregator, maximizer, joiner or gateway
 */
public record NodeName(String stage, String host, long pid, Instant started) {

  /** This process, from now on. */
  public static NodeName ofThisProcess(String stage) {
    return new NodeName(stage, hostName(), ProcessHandle.current().pid(), Instant.now());
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException _) {
      return "localhost"; // a name for people only
    }
  }

  @Override
  public String toString() {
    return stage + "@" + host + "-" + pid + "-" + started.toEpochMilli();
  }
}
