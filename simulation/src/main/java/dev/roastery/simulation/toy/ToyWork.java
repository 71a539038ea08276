package dev.roastery.simulation.toy;

import dev.roastery.gateway.jobs.service.JobRequest;
import dev.roastery.gateway.jobs.service.PartName;
import dev.roastery.input.BadRows;
import dev.roastery.simulation.scenario.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** A toy job, as its client sees it. */
final class ToyWork implements Work {

  private static final int SELDOM = 12;

  private final ToyRows rows;
  private final boolean fails;

  /** A job of few rows; a few of them fail on their way. */
  ToyWork(SplittableRandom random) {
    rows = ToyRows.few(random);
    fails = random.nextInt(SELDOM) == 0;
    if (fails) {
      rows.add(ToyPlan.FATAL_KEY, 10);
    }
  }

  @Override
  public JobRequest request() {
    return new JobRequest(
        null,
        List.of(new JobRequest.QueryChoice.Inline(ToyPlan.QUERY_JSON)),
        ToyPlan.TABLES_JSON,
        BadRows.REFUSE,
        false,
        null);
  }

  @Override
  public List<Upload> uploads() {
    List<Upload> uploads = new ArrayList<>();
    for (int part = 0; part < rows.parts().size(); part++) {
      uploads.add(new Upload(new PartName(ToyPlan.SALES, "p" + part), rows.salesCsv(part)));
    }
    uploads.add(new Upload(new PartName(ToyPlan.NAMES_TABLE, "names"), rows.namesCsv()));
    return uploads;
  }

  @Override
  public SortedMap<String, byte[]> answers() {
    SortedMap<String, byte[]> answers = new TreeMap<>();
    answers.put(ToyPlan.RESULT, rows.answer());
    return answers;
  }

  @Override
  public Work again(SplittableRandom random) {
    return new ToyWork(random);
  }

  @Override
  public boolean fails() {
    return fails;
  }
}
