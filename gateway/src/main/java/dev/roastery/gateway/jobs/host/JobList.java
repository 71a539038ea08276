package dev.roastery.gateway.jobs.host;

import dev.roastery.gateway.jobs.JobFacts;
import dev.roastery.gateway.jobs.JobRecord;
import dev.roastery.gateway.jobs.service.JobSearch;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds jobs of a client among all. */
final class JobList {

  /** As their texts compare, which begin with the time: the newest first. */
  private static final Comparator<UUID> NEWEST_FIRST =
      Comparator.comparing(UUID::getMostSignificantBits, Long::compareUnsigned)
          .thenComparing(UUID::getLeastSignificantBits, Long::compareUnsigned)
          .reversed();

  private JobList() {}

  static List<JobRecord> found(Stream<JobFacts> all, String client, JobSearch search) {
    return all.filter(job -> job.record().client().equals(client))
        .filter(job -> isAfter(job.record().id(), search.after()))
        .filter(job -> search.state() == null || job.state() == search.state())
        .map(JobFacts::record)
        .filter(job -> search.finds(words(job)))
        .sorted(Comparator.comparing(JobRecord::id, NEWEST_FIRST))
        .limit(search.limit())
        .toList();
  }

  private static boolean isAfter(UUID job, @Nullable UUID after) {
    return after == null || NEWEST_FIRST.compare(job, after) > 0;
  }

  private static Stream<String> words(JobRecord job) {
    String name = job.name();
    return Stream.concat(
        Stream.of(name == null ? "" : name, job.id().toString()), job.queryNames().stream());
  }
}
