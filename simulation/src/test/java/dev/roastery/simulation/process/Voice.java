package dev.roastery.simulation.process;

import dev.roastery.common.journal.recovery.RecoveryReport;
import dev.roastery.common.message.JobId;
import dev.roastery.common.partition.PartitionListener;
import dev.roastery.common.pipeline.PartitionName;
import java.util.List;

/**
 * The reports of a worker: one line per event, with {@link System#nanoTime} in front, which all
 * processes of a machine share.
 */
final class Voice implements PartitionListener {

  static void say(String what) {
    System.out.println(System.nanoTime() + " " + what);
  }

  /** Its last message, on standard error like in all our processes. */
  static void complain(String why) {
    System.err.println(System.nanoTime() + " " + why);
  }

  @Override
  public void recovered(PartitionName partition, RecoveryReport report) {
    say("recovered " + partition + " chunks " + report.chunks() + " of " + report);
  }

  @Override
  public void owned(PartitionName partition, long epoch) {
    say("owned " + partition + " epoch " + epoch);
  }

  @Override
  public void released(PartitionName partition, String reason) {
    say("released " + partition + ": " + reason);
  }

  @Override
  public void failed(PartitionName partition, String error, long pauseMillis) {
    say("failed " + partition + ": " + error + ", again in " + pauseMillis + " ms");
  }

  @Override
  public void stalled(PartitionName partition, JobId job, List<String> waitsFor) {
    say("stalled " + partition + ": job " + job + " waits for " + waitsFor);
  }
}
