package dev.roastery.simulation.scenario;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.wire.JobId;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The gateway's store of results, which survives all processes: a result is complete or does not
 * exist. Each must be correct, also when it arrives again.
 */
public final class ExpectedResults {

  private final Map<JobId, Map<String, byte[]>> answers = new TreeMap<>();
  private final Map<JobId, Set<String>> stored = new TreeMap<>();

  public void expect(Work work) {
    answers.put(work.job(), work.answers());
    stored.put(work.job(), new TreeSet<>());
  }

  public void put(JobId job, String name, byte[] result) {
    byte[] answer = answers.getOrDefault(job, Map.of()).get(name);
    if (answer == null || !Arrays.equals(answer, result)) {
      throw new Divergence(
          "job %s has a wrong result %s: %s instead of %s"
              .formatted(job, name, shown(result), shown(answer == null ? new byte[0] : answer)));
    }
    stored.getOrDefault(job, Set.of()).add(name);
  }

  public boolean complete(JobId job) {
    return stored.getOrDefault(job, Set.of()).equals(answers.getOrDefault(job, Map.of()).keySet());
  }

  /** Text as it is, other bytes as numbers. */
  private static String shown(byte[] result) {
    for (byte each : result) {
      if (each < ' ' && each != '\n') {
        return Arrays.toString(result);
      }
    }
    return '"' + new String(result, UTF_8) + '"';
  }
}
