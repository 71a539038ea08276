package dev.roastery.gateway.jobs;

import dev.roastery.common.workflow.Command;
import dev.roastery.common.workflow.Verdict;
import dev.roastery.gateway.collect.ResultDigest;
import dev.roastery.gateway.jobs.JobMachine.SourcePart;
import dev.roastery.gateway.jobs.fold.PartFacts;
import dev.roastery.gateway.jobs.service.JobState;
import dev.roastery.gateway.jobs.service.PartName;
import dev.roastery.gateway.jobs.service.Refusal;
import dev.roastery.gateway.jobs.upload.PartStatus;
import dev.roastery.input.MaxBadRows.TableRows;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The commands that record facts of a job from outside its workflow. Each decides against the job's
 * current state. A repeated command has no further effect.
 */
final class JobCommands {

  interface JobCommand<R> extends Command<JobFacts, JobFact, R> {}

  private JobCommands() {}

  /** The command of an upload to that attempt, which may have ended meanwhile. */
  static <R> JobCommand<R> during(int attempt, JobCommand<R> command) {
    return (job, nowMillis) -> {
      if (job.attempt() != attempt) {
        throw job.conflict("attempt " + attempt + " has ended");
      }
      return command.on(job, nowMillis);
    };
  }

  /** What is late news of an earlier attempt changes nothing. */
  static JobCommand<Boolean> ifStill(int attempt, JobCommand<Boolean> command) {
    return (job, nowMillis) -> job.attempt() == attempt ? command.on(job, nowMillis) : nothing();
  }

  /** The client's parts come again. Replies the number of the new attempt. */
  static JobCommand<Integer> retry() {
    return (job, _) ->
        switch (job.state()) {
          case FAILED, CANCELLED, EXPIRED -> {
            int next = job.attempt() + 1;
            yield new Verdict<>(List.of(new JobFact.Retried(next)), next);
          }
          case COMPLETED -> throw job.conflict("it has its results, and cannot be retried");
          case CREATED,
              UPLOADING,
              WAITING_FOR_APPROVAL,
              RUNNING,
              NOTIFYING,
              FAILING,
              CANCELLING,
              EXPIRING ->
              throw job.conflict("it can be retried when it has ended without results");
        };
  }

  private static Verdict<JobFact, Boolean> recorded(JobFact... facts) {
    return new Verdict<>(List.of(facts), true);
  }

  private static Verdict<JobFact, Boolean> nothing() {
    return Verdict.nothing(false);
  }

  /** The part of that name; a new one is recorded. */
  static JobCommand<PartFacts> part(PartName name, boolean packed, int partsMax) {
    return (job, _) -> {
      PartFacts known = job.part(name);
      if (known != null) {
        return Verdict.nothing(known);
      }
      job.requireParts();
      if (job.uploads().given() >= partsMax) {
        throw new Refusal(Refusal.Kind.TOO_LARGE, "a job has at most " + partsMax + " parts");
      }
      PartFacts part =
          new PartFacts(
              name,
              job.attempt(),
              job.numbersGiven(name.table()),
              job.uploads().given() + 1,
              packed,
              null);
      return new Verdict<>(
          List.of(new JobFact.PartStarted(name.table(), name.name(), part.number(), packed)), part);
    };
  }

  /** The objects that are a job's parts are found, each in one version. All at once. */
  static JobCommand<Boolean> sourcesListed(List<SourcePart> found, int partsMax) {
    return (job, _) -> {
      if (job.hasSources()) {
        return nothing();
      }
      job.requireParts();
      if (found.size() > partsMax) {
        throw new Refusal(Refusal.Kind.TOO_LARGE, "a job has at most " + partsMax + " parts");
      }
      List<JobFact> facts = new ArrayList<>();
      Map<String, Integer> numbers = new TreeMap<>();
      long bytes = 0;
      for (SourcePart part : found) {
        JobFact.SourceFound source = part.fact();
        bytes += source.bytes();
        if (job.part(source.name()) == null) { // otherwise known since a crash that cut this short
          int number = numbers.merge(source.table(), 1, Integer::sum) - 1;
          facts.add(source);
          facts.add(
              new JobFact.PartStarted(
                  source.table(),
                  source.part(),
                  job.numbersGiven(source.table()) + number,
                  part.packed()));
        }
      }
      facts.add(new JobFact.SourcesListed(found.size(), bytes));
      return new Verdict<>(facts, true);
    };
  }

  /** Withdraws a part; the caller has checked that nothing of it was sent. */
  static JobCommand<Boolean> deletePart(PartName name) {
    return (job, _) -> {
      job.requireParts();
      PartFacts known = job.part(name);
      if (known == null) {
        throw unknown(job, name);
      }
      if (known.isComplete()) {
        throw job.conflict(name + " is complete and cannot be deleted");
      }
      return recorded(new JobFact.PartDeleted(name.table(), name.name(), known.number()));
    };
  }

  private static Refusal unknown(JobFacts job, PartName name) {
    return new Refusal(Refusal.Kind.NOT_FOUND, "job " + job.record().id() + " has no part " + name);
  }

  /** The broker has confirmed all of the part. */
  static JobCommand<Boolean> partCompleted(PartName name, PartStatus all) {
    return (job, _) -> {
      PartFacts known = job.part(name);
      if (known != null && known.isComplete()) {
        return nothing();
      }
      job.requireParts();
      List<JobFact> facts = new ArrayList<>();
      facts.add(JobFact.PartCompleted.of(name, all));
      if (all.rejected() > 0) {
        facts.add(new JobFact.RowsRejected(name.table(), name.name(), all.rejected()));
      }
      return new Verdict<>(facts, true);
    };
  }

  /**
   * Refuses unless all parts are complete and every table has one. Replies why the job fails now,
   * if too many of its rows are bad.
   */
  static JobCommand<Optional<String>> seal() {
    return (job, _) -> {
      if (job.isSealed()) {
        return Verdict.nothing(Optional.empty());
      }
      job.requireParts();
      List<String> lacks = lacks(job);
      if (!lacks.isEmpty()) {
        throw new Refusal(
            Refusal.Kind.CONFLICT, "the job cannot be sealed: " + String.join("; ", lacks));
      }
      Optional<String> tooMany = tooManyBadRows(job);
      return new Verdict<>(
          List.of(
              tooMany
                  .<JobFact>map(JobFact.Failing::new)
                  .orElseGet(() -> new JobFact.Sealed(job.parts().size()))),
          tooMany);
    };
  }

  private static Optional<String> tooManyBadRows(JobFacts job) {
    List<TableRows> read = new ArrayList<>();
    for (String table : job.tables()) {
      long rows = 0;
      long bad = 0;
      for (PartFacts part : job.parts()) {
        if (part.name().table().equals(table) && part.whole() != null) {
          rows += part.whole().rows();
          bad += part.whole().rejected();
        }
      }
      read.add(new TableRows(table, bad, rows));
    }
    return job.record().maxBadRows().exceededBy(read);
  }

  private static List<String> lacks(JobFacts job) {
    List<String> open =
        job.parts().stream()
            .filter(part -> !part.isComplete())
            .map(part -> part.name().toString())
            .toList();
    SortedSet<String> missing = new TreeSet<>(job.tables());
    job.parts().forEach(part -> missing.remove(part.name().table()));
    List<String> lacks = new ArrayList<>();
    if (!open.isEmpty()) {
      lacks.add(String.join(", ", open) + " is not complete");
    }
    if (!missing.isEmpty()) {
      lacks.add(
          "table " + String.join(", ", missing) + " has no part (a part without rows is enough)");
    }
    return lacks;
  }

  static JobCommand<Boolean> approve() {
    return (job, _) -> {
      if (!job.record().approval()) {
        throw job.conflict("the job needs no approval");
      }
      if (job.isApproved()) {
        return nothing();
      }
      if (job.state() != JobState.WAITING_FOR_APPROVAL) {
        throw job.conflict("the job does not wait for approval");
      }
      return recorded(new JobFact.Approved());
    };
  }

  /** The opposite of an approval: the job ends. */
  static JobCommand<Boolean> reject(String reason) {
    return (job, _) -> {
      if (!job.record().approval()) {
        throw job.conflict("the job needs no approval");
      }
      JobFact.Cancelling rejected = new JobFact.Cancelling("rejected: " + reason);
      if (job.state() == JobState.CANCELLING && rejected.reason().equals(job.reason())) {
        return nothing();
      }
      if (job.state() != JobState.WAITING_FOR_APPROVAL) {
        throw job.conflict("the job does not wait for approval");
      }
      return recorded(rejected);
    };
  }

  /** Refuses a job that has ended, or has all its results: results are kept. */
  static JobCommand<Boolean> cancel(String reason) {
    return (job, _) -> {
      if (job.isOnItsWay()) {
        return recorded(new JobFact.Cancelling(reason));
      }
      if (job.state() != JobState.CANCELLING) {
        throw job.conflict("the job can no longer be cancelled");
      }
      return nothing();
    };
  }

  /** Replies whether this command ends the job; if not, it was ending already. */
  static JobCommand<Boolean> fail(String reason) {
    return (job, _) -> job.isOnItsWay() ? recorded(new JobFact.Failing(reason)) : nothing();
  }

  /** No message of the job is under way any more. */
  static JobCommand<Boolean> lost(String reason) {
    return (job, _) ->
        job.state() == JobState.RUNNING && !job.hasAllResults()
            ? recorded(new JobFact.Failing(reason))
            : nothing();
  }

  /** The partition has discarded the job. */
  static JobCommand<Boolean> clean(String partition) {
    return (job, _) ->
        job.state().isTerminal() || job.isClean(partition)
            ? nothing()
            : recorded(new JobFact.PartitionClean(partition));
  }

  /** The file of the result is durable. */
  static JobCommand<Boolean> stored(String query, ResultDigest digest) {
    return (job, _) ->
        job.hasResult(query) || !job.isOnItsWay()
            ? nothing()
            : recorded(
                new JobFact.ResultStored(query, digest.sha256(), digest.rows(), digest.bytes()));
  }

  /** The partitions that are stalled now, each with the reason; changes are recorded. */
  static JobCommand<Boolean> stalled(Collection<String> now) {
    return (job, _) -> {
      if (!job.isOnItsWay()) {
        return nothing();
      }
      List<JobFact> facts = new ArrayList<>();
      job.stalled().stream()
          .filter(each -> !now.contains(each))
          .forEach(each -> facts.add(new JobFact.Moving(each)));
      now.stream()
          .filter(each -> !job.stalled().contains(each))
          .forEach(each -> facts.add(new JobFact.Stalled(each)));
      return new Verdict<>(facts, !facts.isEmpty());
    };
  }

  /** Another node owns a partition of a job under way. */
  static JobCommand<Boolean> moved(JobFact.PartitionMoved move) {
    return (job, _) ->
        job.isOnItsWay() && job.takeovers().takes(move.partition(), move.epoch())
            ? recorded(move)
            : nothing();
  }

  /** This percentage was shown to people. */
  static JobCommand<Boolean> shown(int percent) {
    return (job, _) ->
        job.state().isTerminal() || percent <= job.percent()
            ? nothing()
            : recorded(new JobFact.Shown(percent));
  }
}
