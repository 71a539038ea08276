package dev.roastery.gateway.jobs.host;

import dev.roastery.common.message.JobId;
import dev.roastery.common.pipeline.topology.JobTopology;
import dev.roastery.common.share.Share;
import dev.roastery.common.storage.Disk;
import dev.roastery.common.storage.DurableFiles;
import dev.roastery.gateway.jobs.JobFacts;
import dev.roastery.gateway.jobs.JobFolders;
import dev.roastery.gateway.jobs.JobMachine;
import dev.roastery.gateway.jobs.JobRecord;
import dev.roastery.gateway.jobs.ResultStore;
import dev.roastery.gateway.jobs.fold.PartFacts;
import dev.roastery.gateway.jobs.service.JobService;
import dev.roastery.gateway.jobs.service.JobView.PartPage;
import dev.roastery.gateway.jobs.service.JobView.PartView;
import dev.roastery.gateway.jobs.service.PartName;
import dev.roastery.gateway.jobs.service.Refusal;
import dev.roastery.gateway.jobs.upload.PartStatus;
import dev.roastery.gateway.jobs.upload.host.Part;
import dev.roastery.gateway.jobs.upload.host.UploadedJob;
import dev.roastery.input.BadRows;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One job as its uploads and watchers use it: its facts, its open parts, and its watchers. It makes
 * no decision: everything it records is a command to the {@link JobMachine}.
 */
final class JobHandle implements AutoCloseable {

  private final JobMachine machine;
  private final JobRecord record;
  private final Disk disk;
  private final RejectsFile rejects;
  private final List<Runnable> watchers = new CopyOnWriteArrayList<>();

  /** Those that were deleted stay, so that an upload that comes too late finds them so. */
  private final Map<Key, Part> parts = new ConcurrentHashMap<>();

  private final AtomicInteger percent = new AtomicInteger();

  /** A part that was deleted and one that came after it have the same name. */
  private record Key(PartName name, int attempt, int number) {}

  JobHandle(JobMachine machine, JobRecord record, Disk disk) {
    this.machine = machine;
    this.record = record;
    this.disk = disk;
    this.rejects = new RejectsFile(this, disk, JobFolders.of(record.id()) + "/rejects.csv");
  }

  UUID id() {
    return record.id();
  }

  /** The durable state of the job. */
  JobFacts facts() {
    return machine.find(id()).orElseThrow(() -> JobMachine.unknown(id(), null));
  }

  // ---- for uploads

  /** For an upload to the attempt that the job is in now. */
  UploadedJob attempt() {
    return new Attempt(facts().id());
  }

  /** An upload that still runs when another attempt begins must not change that one. */
  private final class Attempt implements UploadedJob {

    private final JobId job;

    Attempt(JobId job) {
      this.job = job;
    }

    private JobFacts facts() {
      JobFacts facts = JobHandle.this.facts();
      if (!facts.id().equals(job)) {
        throw new Refusal(
            Refusal.Kind.CONFLICT,
            "attempt " + job.attempt() + " of job " + job.id() + " has ended");
      }
      return facts;
    }

    @Override
    public UUID id() {
      return job.id();
    }

    @Override
    public Share share() {
      return record.plan().share();
    }

    @Override
    public JobTopology routes() {
      return new JobTopology(job, record.plan());
    }

    @Override
    public SortedSet<String> tables() {
      return record.tables();
    }

    @Override
    public int batchBytes() {
      return record.batchBytes();
    }

    @Override
    public BadRows badRows() {
      return record.badRows();
    }

    /** The part of that name; a new one is recorded first. */
    @Override
    public Part part(PartName name, boolean packed, int partsMax) {
      return live(machine.part(job, name, packed, partsMax));
    }

    @Override
    public Part existing(PartName name) {
      PartFacts part = facts().part(name);
      if (part == null) {
        throw new Refusal(Refusal.Kind.NOT_FOUND, "job " + id() + " has no part " + name);
      }
      return live(part);
    }

    @Override
    public void requireParts() {
      facts().requireParts();
    }

    @Override
    public void active() {
      machine.active(id());
    }

    @Override
    public void partCompleted(Part part) {
      if (!part.isComplete()) {
        partCompleted(part, part.status());
      }
    }

    @Override
    public void partCompleted(Part part, PartStatus all) {
      machine.partCompleted(job, part.name(), all);
      part.completed(all);
    }

    @Override
    public void deletePart(Part part) {
      machine.deletePart(job, part.name());
      part.deleted();
    }

    @Override
    public void fail(String reason) {
      machine.fail(job, reason);
    }
  }

  // ---- its parts

  private Part live(PartFacts part) {
    return parts.computeIfAbsent(
        new Key(part.name(), part.attempt(), part.number()), _ -> opened(part));
  }

  private Part opened(PartFacts facts) {
    try {
      String folder = JobFolders.parts(new JobId(id(), facts.attempt()));
      DurableFiles.createFolder(disk, folder);
      Part part = new Part(facts.name(), facts.number(), facts.packed(), disk, folder);
      if (facts.whole() == null) {
        part.open();
      } else {
        part.completed(facts.whole());
      }
      return part;
    } catch (IOException e) {
      throw JobMachine.unwritable(e);
    }
  }

  /** The facts have the status of a complete part, its ledger that of any other. */
  PartView view(PartFacts part) {
    PartStatus whole = part.whole();
    if (whole == null && !facts().state().isTerminal()) {
      return live(part).view();
    }
    return (whole == null ? PartStatus.NOTHING : whole)
        .view(part.name(), part.number(), part.isComplete());
  }

  /** In the order in which they were started. */
  PartPage page(int afterPlace, int limit) {
    List<PartFacts> found = facts().uploads().page(afterPlace, limit + 1);
    List<PartFacts> shown = found.subList(0, Math.min(limit, found.size()));
    return new PartPage(
        shown.stream().map(this::view).toList(),
        found.size() > limit ? shown.getLast().place() : null);
  }

  /** What is safe of each table. Only the parts that are coming in are looked at. */
  SortedMap<String, PartStatus> safe() {
    JobFacts facts = facts();
    Map<PartName, PartStatus> coming = new TreeMap<>();
    if (!facts.state().isTerminal()) {
      facts.uploads().incomplete().forEach((name, part) -> coming.put(name, live(part).status()));
    }
    return facts.uploads().sums(coming);
  }

  /** Another attempt begins. */
  void begin() {
    percent.set(0);
    changed();
  }

  /** All parts, for their rejected rows. */
  List<Part> parts() {
    return facts().parts().stream().map(this::live).toList();
  }

  /**
   * Deletes the files of incomplete parts, and of an unwanted job the results and the rejected
   * rows. It may be called again.
   */
  void discardFiles() {
    for (PartFacts each : facts().parts()) {
      Part part = live(each);
      if (!each.isComplete()) {
        part.discard();
      }
      if (facts().isUnwanted()) {
        part.discardRejects();
      }
    }
    facts().deletedParts().forEach(each -> live(each).discard());
    discardAnswers();
  }

  private void discardAnswers() {
    try {
      if (facts().isUnwanted()) {
        rejects.discard();
      }
      ResultStore.discard(disk, facts());
    } catch (IOException e) {
      throw JobMachine.unwritable(e);
    }
  }

  /** The path of a CSV file with the rows that were skipped so far. */
  String rejects() {
    return rejects.written();
  }

  // ---- for its watchers

  /** Notifies the watchers of a change. */
  void changed() {
    watchers.forEach(Runnable::run);
  }

  JobService.Watch watch(Runnable news) {
    watchers.add(news);
    return () -> watchers.remove(news);
  }

  /** The percentage to show. It never falls, even if the gateway dies and restarts. */
  int percentAtLeast(int known) {
    JobFacts facts = facts();
    int before = Math.max(facts.percent(), percent.getAndAccumulate(known, Math::max));
    if (known > before && !facts.state().isTerminal()) {
      machine.shown(id(), known);
    }
    return Math.max(before, known);
  }

  @Override
  public void close() {
    parts.values().forEach(Part::close);
  }
}
