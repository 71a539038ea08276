package dev.roastery.simulation.sales;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.query.language.Tables;
import dev.roastery.gateway.jobs.service.JobRequest;
import dev.roastery.gateway.jobs.service.JobRequest.QueryChoice;
import dev.roastery.gateway.jobs.service.PartName;
import dev.roastery.input.BadRows;
import dev.roastery.simulation.scenario.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A job over some sales, and the oracle's answers.
 *
 * @param asked the query of each name
 * @param needed the tables that these queries read
 */
record SalesWork(
    SortedMap<String, QueryChoice> asked, SortedSet<String> needed, Tables tables, Sales sales)
    implements Work {

  SalesWork {
    asked = new TreeMap<>(asked);
    needed = new TreeSet<>(needed);
  }

  @Override
  public JobRequest request() {
    return new JobRequest(null, List.copyOf(asked.values()), null, BadRows.REFUSE, false, null);
  }

  @Override
  public List<Upload> uploads() {
    List<Upload> uploads = new ArrayList<>();
    for (String table : needed) {
      SalesTable rows = sales.table(table);
      for (int part = 0; part < rows.parts().size(); part++) {
        byte[] csv = rows.csv(part, tables.table(table).columns());
        uploads.add(new Upload(new PartName(table, "p" + part + ".csv"), csv));
      }
    }
    return uploads;
  }

  @Override
  public SortedMap<String, byte[]> answers() {
    SalesOracle oracle = new SalesOracle(sales);
    SortedMap<String, byte[]> answers = new TreeMap<>();
    asked.keySet().forEach(query -> answers.put(query, oracle.answer(query).getBytes(UTF_8)));
    return answers;
  }

  @Override
  public Work again(SplittableRandom random) {
    return new SalesWork(asked, needed, tables, new Sales(random));
  }
}
