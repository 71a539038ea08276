package dev.roastery.gateway.jobs;

import dev.roastery.common.durable.Disk;
import dev.roastery.common.durable.FileDisk;
import dev.roastery.common.partition.Routes;
import dev.roastery.gateway.collect.ResultDigest;
import dev.roastery.gateway.jobs.JobView.ResultView;
import dev.roastery.gateway.jobs.upload.RejectedRows;
import dev.roastery.gateway.jobs.upload.host.Part;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one job: its record, and what its log says has happened. Its state is a function
 * of that log, so that after a crash it is what it was. Everything that is recorded twice happens
 * once.
 */
final class Job implements AutoCloseable {

  private final JobRecord record;
  private final Path folder;
  private final Disk disk;
  private final Clock clock;
  private final Routes routes;
  private final List<Runnable> watchers = new CopyOnWriteArrayList<>();

  // Guarded by this.
  private final JobLog log;
  private final SortedMap<PartName, Part> parts = new TreeMap<>();
  private final SortedMap<String, ResultView> results = new TreeMap<>();
  private final SortedSet<String> clean = new TreeSet<>();
  private JobState state = JobState.CREATED;
  private @Nullable String reason;
  private boolean sealed;
  private boolean approved;
  private boolean told;
  private Instant active;
  private final ShownPercent shown;
  private int percent;
  private final SortedSet<String> stalled = new TreeSet<>();

  private final ReentrantLock rejectsLock = new ReentrantLock();
  // Guarded by that lock.
  private boolean rejectsAreFinal;

  Job(JobRecord record, Path folder, Clock clock) throws IOException {
    this.record = record;
    this.folder = folder;
    this.clock = clock;
    this.routes = record.routes();
    Files.createDirectories(folder.resolve("parts"));
    Files.createDirectories(results());
    this.disk = new FileDisk(folder);
    this.active = record.created();
    this.shown = new ShownPercent(folder);
    this.log = new JobLog(folder, this::apply);
    this.active = log.lastChange(record.created());
    if (state.isTerminal()) {
      retire();
    } else {
      percent = shown.read();
      for (Part part : parts.values()) {
        if (!part.isComplete()) {
          part.open();
        }
      }
    }
  }

  UUID id() {
    return record.id();
  }

  JobRecord record() {
    return record;
  }

  Routes routes() {
    return routes;
  }

  Path folder() {
    return folder;
  }

  Path results() {
    return folder.resolve("results");
  }

  // ---- what has happened

  /** The log's events become what is known. */
  private void apply(JobEvent event) {
    switch (event.kind()) {
      case "part_started" -> {
        state = JobState.UPLOADING;
        PartName name = partName(event.facts());
        parts.put(
            name,
            new Part(
                name,
                Integer.parseInt(fact(event, "number")),
                Boolean.parseBoolean(fact(event, "packed")),
                disk,
                "parts"));
      }
      case "part_completed" -> completed(event);
      case "sealed" -> {
        sealed = true;
        state = record.approval() ? JobState.WAITING_FOR_APPROVAL : state;
      }
      case "approved" -> approved = true;
      case "running" -> state = JobState.RUNNING;
      case "result_stored" ->
          results.put(
              fact(event, "query"),
              new ResultView(
                  fact(event, "query"),
                  record.plan().query(fact(event, "query")).output(),
                  fact(event, "sha256"),
                  Long.parseLong(fact(event, "rows")),
                  Long.parseLong(fact(event, "bytes"))));
      case "notifying" -> state = JobState.NOTIFYING;
      case "notified", "notify_failed" -> told = true;
      case "partition_clean" -> clean.add(fact(event, "partition"));
      case "failing" -> state = JobState.FAILING;
      case "cancelling" -> state = JobState.CANCELLING;
      case "expiring" -> state = JobState.EXPIRING;
      case "completed" -> state = JobState.COMPLETED;
      case "failed" -> state = JobState.FAILED;
      case "cancelled" -> state = JobState.CANCELLED;
      case "expired" -> state = JobState.EXPIRED;
      default -> {} // only for people
    }
    String why = event.facts().get("reason");
    reason = why == null ? reason : why;
  }

  private void completed(JobEvent event) {
    Part part = parts.get(partName(event.facts()));
    if (part == null) {
      throw new IllegalStateException("event " + event + " is about no part");
    }
    part.completed(Part.Done.of(event.facts()));
  }

  private static PartName partName(Map<String, String> facts) {
    return new PartName(facts.getOrDefault("table", ""), facts.getOrDefault("part", ""));
  }

  private static String fact(JobEvent event, String name) {
    String value = event.facts().get(name);
    if (value == null) {
      throw new IllegalStateException("event " + event + " lacks " + name);
    }
    return value;
  }

  private void record(String kind, String text, Map<String, String> facts) {
    apply(log.append(clock.instant(), kind, text, facts));
    active = clock.instant();
    if (state.isTerminal()) {
      retire();
    }
    news();
  }

  /** Tells the watchers. */
  void news() {
    watchers.forEach(Runnable::run);
  }

  JobService.Watch watch(Runnable news) {
    watchers.add(news);
    return () -> watchers.remove(news);
  }

  synchronized void created() {
    if (log.isEmpty()) {
      String name = record.name();
      record(
          "created",
          name == null ? "The job was created." : "\"" + name + "\" was created.",
          Map.of());
    }
  }

  /** The part of that name; it is made when it is not there. */
  synchronized Part part(PartName name, boolean packed, int partsMax) throws IOException {
    Part known = parts.get(name);
    if (known != null) {
      return known;
    }
    requireParts();
    if (parts.size() >= partsMax) {
      throw new Refusal(Refusal.Kind.TOO_LARGE, "a job has at most " + partsMax + " parts");
    }
    long number = parts.keySet().stream().filter(p -> p.table().equals(name.table())).count();
    record(
        "part_started",
        name + " is coming in.",
        Map.of(
            "table", name.table(),
            "part", name.name(),
            "number", Long.toString(number),
            "packed", Boolean.toString(packed)));
    Part part = parts.get(name);
    if (part == null) {
      throw new IllegalStateException(name + " was recorded, and is not there");
    }
    part.open();
    return part;
  }

  synchronized void partCompleted(Part part) {
    if (part.isComplete()) {
      return;
    }
    requireParts();
    Part.Done all = part.whole();
    Map<String, String> facts = new TreeMap<>(all.facts());
    facts.put("table", part.name().table());
    facts.put("part", part.name().name());
    record(
        "part_completed", part.name() + " is in: " + counted(all.batches(), "batch") + ".", facts);
    if (all.rejected() > 0) {
      record(
          "rows_rejected",
          counted(all.rejected(), "row") + " of " + part.name() + " could not be read.",
          Map.of(
              "table", part.name().table(),
              "part", part.name().name(),
              "rejected", Long.toString(all.rejected())));
    }
  }

  private static String counted(long count, String what) {
    return count + " " + what + (count == 1 ? "" : what.endsWith("h") ? "es" : "s");
  }

  synchronized void requireParts() {
    if (!state.takesParts() || sealed) {
      throw conflict("it takes no more parts" + (reason == null ? "" : ", for " + reason));
    }
  }

  /** Something is coming in: the job is not abandoned. */
  synchronized void active() {
    active = clock.instant();
  }

  /** After a time when nobody could reach the gateway: it is not abandoned before the rest. */
  synchronized void activeNotBefore(Instant time) {
    active = active.isBefore(time) ? time : active;
  }

  synchronized Instant lastActive() {
    return active;
  }

  /** Gives the job up, unless something has come after {@code limit}, or it may run. */
  synchronized boolean expire(Instant limit) {
    boolean waits = !mayRun() && (state.takesParts() || state == JobState.WAITING_FOR_APPROVAL);
    if (waits && !active.isAfter(limit)) {
      end("expiring", (sealed ? "nobody approved it" : "nothing came") + " since " + active);
    }
    return state == JobState.EXPIRING;
  }

  /** Refuses unless all parts are whole, and no table is missing. */
  synchronized void seal() {
    if (sealed) {
      return;
    }
    requireParts();
    List<String> open =
        parts.values().stream()
            .filter(part -> !part.isComplete())
            .map(part -> part.name().toString())
            .toList();
    SortedSet<String> missing = tables();
    parts.keySet().forEach(part -> missing.remove(part.table()));
    if (!open.isEmpty() || !missing.isEmpty()) {
      List<String> lacks = new ArrayList<>();
      if (!open.isEmpty()) {
        lacks.add(String.join(", ", open) + " is not complete");
      }
      if (!missing.isEmpty()) {
        lacks.add(
            "table " + String.join(", ", missing) + " has no part (one without rows will do)");
      }
      throw new Refusal(
          Refusal.Kind.CONFLICT, "the job cannot be sealed: " + String.join("; ", lacks));
    }
    record("sealed", "All is in: " + counted(parts.size(), "part") + ".", Map.of());
  }

  /** All tables that the queries need. */
  SortedSet<String> tables() {
    SortedSet<String> tables = new TreeSet<>(record.plan().facts());
    tables.addAll(record.plan().references());
    return tables;
  }

  synchronized void approve() {
    if (!record.approval()) {
      throw conflict("it needs no approval");
    }
    if (!approved) {
      if (state != JobState.WAITING_FOR_APPROVAL) {
        throw conflict("it does not wait for approval");
      }
      record("approved", "The job was approved.", Map.of());
    }
  }

  synchronized void running() {
    if (state.takesParts() || state == JobState.WAITING_FOR_APPROVAL) {
      record("running", "The workers have all of it.", Map.of());
    }
  }

  synchronized void stored(String query, ResultDigest digest) {
    if (!results.containsKey(query) && !state.isTerminal() && !isEnding()) {
      record(
          "result_stored",
          "The result of " + query + " is there: " + counted(digest.rows(), "row") + ".",
          Map.of(
              "query", query,
              "sha256", digest.sha256(),
              "rows", Long.toString(digest.rows()),
              "bytes", Long.toString(digest.bytes())));
    }
  }

  synchronized boolean hasAllResults() {
    return results.size() == record.plan().queries().size();
  }

  /** False when something else has ended the job before. */
  synchronized boolean notifying() {
    if (state == JobState.RUNNING) {
      record("notifying", "All results are there.", Map.of());
    }
    return state == JobState.NOTIFYING;
  }

  synchronized void told(boolean heard, String sentence) {
    if (!told) {
      record(heard ? "notified" : "notify_failed", sentence, Map.of());
    }
  }

  synchronized boolean wasTold() {
    return told;
  }

  /** What stands still, each with why; each is told once until it moves again. */
  synchronized void stalled(Collection<String> now) {
    for (String each : now) {
      if (isOnItsWay() && !stalled.contains(each)) {
        record("stalled", "No progress: " + each + ".", Map.of());
      }
    }
    stalled.clear();
    stalled.addAll(now);
  }

  private boolean isOnItsWay() {
    return switch (state) {
      case CREATED, UPLOADING, WAITING_FOR_APPROVAL, RUNNING -> true;
      default -> false;
    };
  }

  synchronized boolean isStalled() {
    return !stalled.isEmpty() && !state.isTerminal();
  }

  /** What is shown never falls, also when the gateway dies and is started again. */
  synchronized int percentAtLeast(int known) {
    if (known > percent) {
      percent = known;
      if (!state.isTerminal()) {
        shown.note(percent);
      }
    }
    return percent;
  }

  /** Whether this is what ends the job; otherwise something else has, before. */
  synchronized boolean end(String kind, String why) {
    boolean first = isOnItsWay();
    if (first) {
      record(kind, sentence(kind, why), Map.of("reason", why));
    }
    return first;
  }

  private static String sentence(String kind, String why) {
    return switch (kind) {
      case "cancelling" -> "The job is cancelled: " + why;
      case "expiring" -> "The job is given up: " + why;
      default -> "The job fails: " + why;
    };
  }

  synchronized void clean(String partition) {
    if (!state.isTerminal() && !clean.contains(partition)) {
      record(
          "partition_clean",
          partition + " has nothing of the job any more.",
          Map.of("partition", partition));
    }
  }

  synchronized boolean isCleanEverywhere() {
    return routes.all().stream().allMatch(partition -> clean.contains(partition.toString()));
  }

  synchronized void completed() {
    if (state == JobState.NOTIFYING) {
      record("completed", "The job is completed.", Map.of());
    }
  }

  /** The end of a job that has no results. */
  synchronized void ended() {
    switch (state) {
      case FAILING -> record("failed", "The job has failed.", Map.of());
      case CANCELLING -> record("cancelled", "The job is cancelled.", Map.of());
      case EXPIRING -> record("expired", "The job is over.", Map.of());
      default -> {} // it is over already
    }
  }

  Refusal conflict(String what) {
    return new Refusal(Refusal.Kind.CONFLICT, "job " + id() + " is " + state() + ": " + what);
  }

  // ---- what is known

  synchronized JobState state() {
    return state;
  }

  synchronized @Nullable String reason() {
    return reason;
  }

  synchronized boolean isSealed() {
    return sealed;
  }

  synchronized boolean mayRun() {
    return sealed && (approved || !record.approval());
  }

  /** Something has ended it, and it is being removed. */
  synchronized boolean isEnding() {
    return switch (state) {
      case FAILING, CANCELLING, EXPIRING -> true;
      default -> false;
    };
  }

  synchronized Collection<Part> parts() {
    return List.copyOf(parts.values());
  }

  synchronized Part existing(PartName name) {
    Part part = parts.get(name);
    if (part == null) {
      throw new Refusal(Refusal.Kind.NOT_FOUND, "job " + id() + " has no part " + name);
    }
    return part;
  }

  synchronized ResultView result(String query) {
    ResultView result = results.get(query);
    if (result == null) {
      throw new Refusal(
          Refusal.Kind.NOT_FOUND, "job " + id() + " has no result of " + query + " (yet)");
    }
    return result;
  }

  synchronized List<JobEvent> events(long afterSeq) {
    return log.after(afterSeq);
  }

  synchronized Instant updated() {
    return log.lastChange(record.created());
  }

  synchronized JobView view(JobView.Progress progress, @Nullable Instant expires) {
    return new JobView(
        id(),
        record.client(),
        record.name(),
        state,
        reason,
        record.created(),
        updated(),
        expires,
        record.plan().queries().stream().map(query -> query.name()).toList(),
        List.copyOf(tables()),
        record.badRows(),
        parts.values().stream().map(Part::view).toList(),
        parts.values().stream().mapToLong(Part::rejected).sum(),
        progress,
        List.copyOf(results.values()));
  }

  /** Rows that were skipped so far, as CSV. */
  Path rejects() {
    Path file = folder.resolve("rejects.csv");
    rejectsLock.lock();
    try {
      if (!rejectsAreFinal) {
        boolean isFinal = isSealed() || state().isTerminal();
        RejectedRows.collect(parts().stream().map(Part::rejects).toList(), disk, "rejects.csv");
        rejectsAreFinal = isFinal;
      }
      return file;
    } catch (IOException e) {
      throw Jobs.unwritable(e);
    } finally {
      rejectsLock.unlock();
    }
  }

  /** It is over, and few will ask: keeps no open file, and no more memory than a look needs. */
  private void retire() {
    parts.values().stream().filter(part -> !part.isComplete()).forEach(Part::forget);
    shown.forget();
    log.retire();
  }

  @Override
  public synchronized void close() {
    parts.values().forEach(Part::close);
    try {
      log.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
