package dev.roastery.common.process;

import static dev.roastery.common.pipeline.Pipeline.GATEWAY;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;

/**
 * The identity of a node: different for every process and for every restart of a process.
 *
 * @param stage its kind: aggregator, maximizer, joiner, gateway, or {@link #ALL_STAGES}
 */
public record NodeName(String stage, String host, long pid, Instant started) {

  /** The kind of a node that runs all stages but the gateway's. */
  public static final String ALL_STAGES = "worker";

  private static final int NAME_MAX = 255;

  /** Also heartbeats that anybody may have sent come through here. */
  public NodeName {
    if (!isName(stage) || !isName(host)) {
      throw new IllegalArgumentException("not the name of a node");
    }
    var _ = started.toEpochMilli(); // the name needs it, and not every instant has it
  }

  private static boolean isName(String text) {
    return !text.isEmpty()
        && text.length() <= NAME_MAX
        && text.chars().allMatch(each -> each > ' ' && !Character.isISOControl(each));
  }

  /** Whether a node of this kind can run the stages of that process. */
  public boolean canRun(String process) {
    return stage.equals(process) || (stage.equals(ALL_STAGES) && !process.equals(GATEWAY));
  }

  /** This process, from now on. */
  public static NodeName ofThisProcess(String stage) {
    return new NodeName(stage, hostName(), ProcessHandle.current().pid(), Instant.now());
  }

  private static String hostName() {
    try {
      String name = InetAddress.getLocalHost().getHostName();
      return isName(name) ? name : "localhost";
    } catch (UnknownHostException _) {
      return "localhost"; // a name for people only
    }
  }

  @Override
  public String toString() {
    return stage + "@" + host + "-" + pid + "-" + started.toEpochMilli();
  }
}
