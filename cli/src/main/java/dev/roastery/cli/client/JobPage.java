package dev.roastery.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Some jobs, the newest first; {@code next} is where the next page begins, empty on the last. */
public record JobPage(List<RemoteJob> jobs, String next) {

  public JobPage {
    jobs = List.copyOf(jobs);
  }

  /** What the list of jobs answers. */
  public static JobPage of(GatewayAnswer answer) {
    JsonNode page = answer.json();
    List<RemoteJob> jobs = new ArrayList<>();
    for (JsonNode job : page.path("jobs")) {
      jobs.add(new RemoteJob(job.toString(), job));
    }
    return new JobPage(jobs, page.path("next").asText(""));
  }
}
