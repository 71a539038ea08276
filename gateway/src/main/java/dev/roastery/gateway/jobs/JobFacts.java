package dev.roastery.gateway.jobs;

import dev.roastery.common.message.JobId;
import dev.roastery.common.pipeline.topology.JobTopology;
import dev.roastery.common.workflow.Recorded;
import dev.roastery.gateway.collect.ResultDigest;
import dev.roastery.gateway.jobs.fold.JobParts;
import dev.roastery.gateway.jobs.fold.JobTimes;
import dev.roastery.gateway.jobs.fold.PartFacts;
import dev.roastery.gateway.jobs.fold.Takeovers;
import dev.roastery.gateway.jobs.service.JobEvent;
import dev.roastery.gateway.jobs.service.JobState;
import dev.roastery.gateway.jobs.service.PartName;
import dev.roastery.gateway.jobs.service.Refusal;
import dev.roastery.input.feed.SentBatches;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The state of a job: the fold of its facts. Immutable; each fact gives the next state. Queries
 * that decisions depend on are here; {@link JobCommands} decides what may be recorded.
 */
public final class JobFacts {

  /** The facts that clients see, the last one first. */
  private record Visible(long seq, Recorded<JobFact> fact, @Nullable Visible before) {}

  private final JobRecord record;
  private int attempt = 1;
  private JobState state = JobState.CREATED;
  private @Nullable String reason;
  private boolean sealed;
  private boolean approved;
  private boolean notified;
  private boolean delivered;
  private boolean sourcesListed;
  private SortedMap<PartName, JobFact.SourceFound> sources = Collections.emptySortedMap();
  private JobParts parts = JobParts.NONE;
  private JobTimes times = JobTimes.NONE;
  private Takeovers takeovers = Takeovers.NONE;
  private SortedMap<String, ResultDigest> results = Collections.emptySortedMap();
  private SortedSet<String> clean = Collections.emptySortedSet();
  private SortedSet<String> stalled = Collections.emptySortedSet();
  private int percent;
  private long updatedMillis;

  /** When the client, or the job, last did something. */
  private long heardMillis;

  private long reprievedUntilMillis;
  private long factCount;
  private long eventCount;

  /** The number of events before this attempt, which are on disk only. */
  private long earlierEvents;

  private @Nullable Visible events;

  private JobFacts(JobRecord record) {
    this.record = record;
    this.updatedMillis = record.created().toEpochMilli();
    this.heardMillis = updatedMillis;
  }

  private JobFacts(JobFacts before) {
    this.record = before.record;
    this.attempt = before.attempt;
    this.state = before.state;
    this.reason = before.reason;
    this.sealed = before.sealed;
    this.approved = before.approved;
    this.notified = before.notified;
    this.delivered = before.delivered;
    this.sourcesListed = before.sourcesListed;
    this.sources = before.sources;
    this.parts = before.parts;
    this.times = before.times;
    this.takeovers = before.takeovers;
    this.results = before.results;
    this.clean = before.clean;
    this.stalled = before.stalled;
    this.percent = before.percent;
    this.updatedMillis = before.updatedMillis;
    this.heardMillis = before.heardMillis;
    this.reprievedUntilMillis = before.reprievedUntilMillis;
    this.factCount = before.factCount;
    this.eventCount = before.eventCount;
    this.earlierEvents = before.earlierEvents;
    this.events = before.events;
  }

  /** The state before the first fact. */
  static JobFacts of(JobRecord record) {
    return new JobFacts(record);
  }

  JobFacts with(Recorded<JobFact> fact) {
    JobFacts next = new JobFacts(this);
    next.factCount++;
    next.apply(fact.fact());
    next.times = next.timesAfter(fact);
    next.show(fact);
    return next;
  }

  private JobTimes timesAfter(Recorded<JobFact> fact) {
    return switch (fact.fact()) {
      case JobFact.Sealed _ -> times.sealedAt(fact.atMillis());
      case JobFact.Running _ -> times.startedAt(fact.atMillis());
      case JobFact.Completed _, JobFact.Failed _, JobFact.Cancelled _, JobFact.Expired _ ->
          times.finishedAt(fact.atMillis());
      default -> times;
    };
  }

  private void apply(JobFact fact) {
    switch (fact) {
      case JobFact.Created _, JobFact.RowsRejected _ -> {}
      case JobFact.SourceFound found -> sources = with(sources, found.name(), found);
      case JobFact.SourcesListed _ -> sourcesListed = true;
      case JobFact.Delivered _, JobFact.DeliveryFailed _ -> delivered = true;
      case JobFact.PartitionMoved move ->
          takeovers = takeovers.with(move.partition(), move.epoch());
      case JobFact.PartStarted part -> {
        state = JobState.UPLOADING;
        parts = parts.started(part.name(), attempt, part.number(), part.packed());
      }
      case JobFact.PartCompleted part -> parts = parts.completed(part.name(), part.status());
      case JobFact.PartDeleted part -> parts = parts.withdrawn(part.name());
      case JobFact.Sealed _ -> {
        sealed = true;
        state = record.approval() ? JobState.WAITING_FOR_APPROVAL : state;
      }
      case JobFact.Approved _ -> approved = true;
      case JobFact.Running _ -> state = JobState.RUNNING;
      case JobFact.ResultStored result ->
          results =
              with(
                  results,
                  result.query(),
                  new ResultDigest(result.sha256(), result.rows(), result.bytes()));
      case JobFact.Notifying _ -> state = JobState.NOTIFYING;
      case JobFact.Notified _, JobFact.NotifyFailed _ -> notified = true;
      case JobFact.Completed _ -> state = JobState.COMPLETED;
      case JobFact.Ending ending -> {
        state =
            switch (ending) {
              case JobFact.Failing _ -> JobState.FAILING;
              case JobFact.Cancelling _ -> JobState.CANCELLING;
              case JobFact.Expiring _ -> JobState.EXPIRING;
            };
        reason = ending.reason();
      }
      case JobFact.PartitionClean partition -> clean = with(clean, partition.partition());
      case JobFact.Failed _ -> state = JobState.FAILED;
      case JobFact.Cancelled _ -> {
        state = JobState.CANCELLED;
        results = Collections.emptySortedMap();
      }
      case JobFact.Expired _ -> {
        state = JobState.EXPIRED;
        results = Collections.emptySortedMap();
      }
      case JobFact.Retried(int next) -> {
        state = JobState.CREATED;
        begin(next);
      }
      case JobFact.Stalled stall -> stalled = with(stalled, stall.what());
      case JobFact.Moving moving -> {
        SortedSet<String> left = new TreeSet<>(stalled);
        left.remove(moving.what());
        stalled = Collections.unmodifiableSortedSet(left);
      }
      case JobFact.Shown shown -> percent = Math.max(percent, shown.percent());
      case JobFact.Reprieved reprieved -> reprievedUntilMillis = reprieved.untilMillis();
    }
  }

  /** All that the earlier attempts had is void. */
  private void begin(int next) {
    attempt = next;
    earlierEvents = eventCount;
    reason = null;
    sealed = false;
    approved = false;
    notified = false;
    delivered = false;
    sourcesListed = false;
    sources = Collections.emptySortedMap();
    parts = JobParts.NONE;
    times = JobTimes.NONE;
    results = Collections.emptySortedMap();
    clean = Collections.emptySortedSet();
    stalled = Collections.emptySortedSet();
    percent = 0;
  }

  private static <K, V> SortedMap<K, V> with(SortedMap<K, V> all, K key, V value) {
    SortedMap<K, V> more = new TreeMap<>(all);
    more.put(key, value);
    return Collections.unmodifiableSortedMap(more);
  }

  private static SortedSet<String> with(SortedSet<String> all, String one) {
    SortedSet<String> more = new TreeSet<>(all);
    more.add(one);
    return Collections.unmodifiableSortedSet(more);
  }

  /**
   * What clients see ends a silence, but for what nodes do. The events of a job that has ended are
   * on disk only, so that it needs little memory.
   */
  private void show(Recorded<JobFact> fact) {
    if (JobEvents.isVisible(fact.fact())) {
      eventCount++;
      updatedMillis = fact.atMillis();
      if (!(fact.fact() instanceof JobFact.PartitionMoved)) {
        heardMillis = fact.atMillis();
        reprievedUntilMillis = 0;
      }
      events = new Visible(eventCount, fact, events);
    }
    if (state.isTerminal()) {
      events = null;
    }
  }

  // ---- what is known

  public JobRecord record() {
    return record;
  }

  /** The name that its partitions know it by. */
  public JobId id() {
    return new JobId(record.id(), attempt);
  }

  /** Counted from 1. */
  public int attempt() {
    return attempt;
  }

  public JobTopology routes() {
    return new JobTopology(id(), record.plan());
  }

  public JobState state() {
    return state;
  }

  /** Why the job failed, was cancelled or expired. */
  public @Nullable String reason() {
    return reason;
  }

  public boolean isSealed() {
    return sealed;
  }

  boolean isApproved() {
    return approved;
  }

  boolean mayRun() {
    return sealed && (approved || !record.approval());
  }

  /** Whether its receiver was notified, or the last attempt failed. */
  boolean isNotified() {
    return notified;
  }

  /** Whether its results are in the bucket, or the last attempt to put them there failed. */
  boolean isDelivered() {
    return delivered;
  }

  /** Whether it is known which objects are its parts. */
  public boolean hasSources() {
    return sourcesListed;
  }

  /** The objects that its parts are. */
  public SortedMap<PartName, JobFact.SourceFound> sources() {
    return sources;
  }

  /** Whether the job can still fail, be cancelled or expire. */
  boolean isOnItsWay() {
    return switch (state) {
      case CREATED, UPLOADING, WAITING_FOR_APPROVAL, RUNNING -> true;
      case NOTIFYING, COMPLETED -> false;
      case FAILING, FAILED, CANCELLING, CANCELLED, EXPIRING, EXPIRED -> false;
    };
  }

  /** Whether the job is ending early: partitions are discarding it. */
  public boolean isEnding() {
    return switch (state) {
      case FAILING, CANCELLING, EXPIRING -> true;
      case CREATED, UPLOADING, WAITING_FOR_APPROVAL, RUNNING, NOTIFYING -> false;
      case COMPLETED, FAILED, CANCELLED, EXPIRED -> false;
    };
  }

  /** Whether no row of the job may stay: not of its results, and none that were skipped. */
  public boolean isUnwanted() {
    return switch (state) {
      case CANCELLING, CANCELLED, EXPIRING, EXPIRED -> true;
      case CREATED, UPLOADING, WAITING_FOR_APPROVAL, RUNNING, NOTIFYING, COMPLETED -> false;
      case FAILING, FAILED -> false;
    };
  }

  public boolean hasAllResults() {
    return results.size() == record.plan().queries().size();
  }

  /** Whether every partition has confirmed that it has discarded the job. */
  boolean isCleanEverywhere() {
    return routes().all().stream().allMatch(partition -> clean.contains(partition.toString()));
  }

  public boolean isClean(String partition) {
    return clean.contains(partition);
  }

  public boolean hasResult(String query) {
    return results.containsKey(query);
  }

  public SortedMap<String, ResultDigest> results() {
    return results;
  }

  /** All parts, with their sums. */
  public JobParts uploads() {
    return parts;
  }

  public JobTimes times() {
    return times;
  }

  public Collection<PartFacts> parts() {
    return parts.all().values();
  }

  /** Parts that their client took back: their numbers are senders that sent nothing. */
  public List<PartFacts> deletedParts() {
    return parts.deleted();
  }

  /** How many parts of that table were ever started: the number of the next one. */
  int numbersGiven(String table) {
    return parts.numbersGiven(table);
  }

  public @Nullable PartFacts part(PartName name) {
    return parts.part(name);
  }

  SortedSet<String> stalled() {
    return stalled;
  }

  public boolean isStalled() {
    return !stalled.isEmpty() && !state.isTerminal();
  }

  public int percent() {
    return percent;
  }

  /** The time of the last event that clients see. */
  public Instant updated() {
    return Instant.ofEpochMilli(updatedMillis);
  }

  /** The begin of a silence of the client, as far as facts tell. */
  long heardMillis() {
    return heardMillis;
  }

  /** Also those of earlier attempts. */
  public Takeovers takeovers() {
    return takeovers;
  }

  /** When the job expires after a reprieve; 0 without a reprieve in this silence. */
  public long reprievedUntilMillis() {
    return reprievedUntilMillis;
  }

  /** The number of facts of all attempts. */
  public long factCount() {
    return factCount;
  }

  /** The number of events that clients see. */
  long eventCount() {
    return eventCount;
  }

  /** The number of events before this attempt; those after are returned by {@link #events}. */
  long earlierEvents() {
    return earlierEvents;
  }

  /** This attempt's events after the one, up to the other; only for a job that has not ended. */
  List<JobEvent> events(long afterSeq, long lastSeq) {
    List<JobEvent> found = new ArrayList<>();
    for (Visible each = events; each != null && each.seq() > afterSeq; each = each.before()) {
      if (each.seq() <= lastSeq) {
        found.add(JobEvents.of(each.seq(), record, each.fact()));
      }
    }
    return found.reversed();
  }

  /**
   * What was sent of each part of a table, by the part's number; a number without a part, such as 0
   * of a table without parts, is a sender that sent nothing.
   */
  SentBatches sent(String table) {
    SentBatches sent = SentBatches.inTurn(parts.batches(table));
    for (JobFact.SourceFound source : sources.values()) {
      PartFacts part = part(source.name());
      if (source.readByWorkers() && source.table().equals(table) && part != null) {
        sent.runs()[part.number()] = source.run();
      }
    }
    return sent;
  }

  /** All tables that the queries need. */
  public SortedSet<String> tables() {
    return record.tables();
  }

  /** Throws a refusal if the job accepts no more parts. */
  public void requireParts() {
    if (!state.takesParts() || sealed) {
      throw conflict("the job accepts no more parts" + (reason == null ? "" : ": " + reason));
    }
  }

  Refusal conflict(String what) {
    return new Refusal(Refusal.Kind.CONFLICT, "job " + record.id() + " is " + state + ": " + what);
  }
}
