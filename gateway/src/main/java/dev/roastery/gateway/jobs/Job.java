package dev.roastery.gateway.jobs;

import dev.roastery.common.pipeline.topology.JobTopology;
import dev.roastery.gateway.jobs.JobView.PartView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One job as uploads and its watchers use it: what is known of it, the parts that are coming in,
 * and who wants to hear of changes. It decides nothing: what it is asked to record are commands to
 * the {@link JobMachine}.
 */
final class Job implements AutoCloseable {

  private final JobMachine machine;
  private final JobRecord record;
  private final Path folder;
  private final JobTopology routes;
  private final RejectsFile rejects;
  private final List<Runnable> watchers = new CopyOnWriteArrayList<>();
  private final Map<PartName, Part> parts = new ConcurrentHashMap<>();
  private final AtomicInteger percent = new AtomicInteger();

  Job(JobMachine machine, JobRecord record, Path folder) {
    this.machine = machine;
    this.record = record;
    this.folder = folder;
    this.routes = record.routes();
    this.rejects = new RejectsFile(this, folder.resolve("rejects.csv"));
  }

  UUID id() {
    return record.id();
  }

  JobRecord record() {
    return record;
  }

  JobTopology routes() {
    return routes;
  }

  SortedSet<String> tables() {
    return record.tables();
  }

  /** What is safe of it. */
  JobFacts facts() {
    return machine.find(id()).orElseThrow(() -> JobMachine.unknown(id(), null));
  }

  // ---- for uploads

  /** The part of that name; it is made when it is not there. */
  Part part(PartName name, boolean packed) {
    return live(machine.part(id(), name, packed));
  }

  Part existing(PartName name) {
    PartFacts part = facts().part(name);
    if (part == null) {
      throw new Refusal(Refusal.Kind.NOT_FOUND, "job " + id() + " has no part " + name);
    }
    return live(part);
  }

  void requireParts() {
    facts().requireParts();
  }

  /** Something is coming in: the job is not abandoned. */
  void active() {
    machine.active(id());
  }

  void partCompleted(Part part) {
    if (part.isComplete()) {
      return;
    }
    Part.Done all = part.whole();
    machine.partCompleted(
        id(),
        part.name(),
        new PartFacts.Whole(all.offset(), all.batches(), all.rejected(), all.rejectedBytes()));
    part.completed(all);
  }

  void fail(String reason) {
    machine.fail(id(), reason);
  }

  // ---- its parts

  private Part live(PartFacts part) {
    return parts.computeIfAbsent(part.name(), _ -> opened(part));
  }

  private Part opened(PartFacts facts) {
    try {
      Path there = Files.createDirectories(folder.resolve("parts"));
      Part part = new Part(facts.name(), facts.number(), facts.packed(), there);
      if (facts.whole() == null) {
        part.open();
      } else {
        part.completed(done(facts.whole()));
      }
      return part;
    } catch (IOException e) {
      throw JobMachine.unwritable(e);
    }
  }

  private static Part.Done done(PartFacts.Whole whole) {
    return new Part.Done(whole.offset(), whole.batches(), whole.rejected(), whole.rejectedBytes());
  }

  /** How far a part is: of one that is complete its facts say it, of others their files. */
  PartView view(PartFacts part) {
    PartFacts.Whole whole = part.whole();
    if (whole == null && !facts().state().isTerminal()) {
      return live(part).view();
    }
    PartFacts.Whole all = whole == null ? new PartFacts.Whole(0, 0, 0, 0) : whole;
    return new PartView(
        part.name().table(),
        part.name().name(),
        part.number(),
        all.offset(),
        whole != null,
        all.batches(),
        all.rejected());
  }

  /** All parts, for their rejected rows. */
  List<Part> parts() {
    return facts().parts().stream().map(this::live).toList();
  }

  /** Deletes what parts need only while they come in. Again is fine. */
  void partsOver() {
    for (PartFacts each : facts().parts()) {
      Part part = live(each);
      if (!each.isComplete()) {
        part.forget();
      }
    }
  }

  /** Rows that were skipped so far, as CSV. */
  Path rejects() {
    return rejects.written();
  }

  // ---- for its watchers

  /** Tells the watchers. */
  void news() {
    watchers.forEach(Runnable::run);
  }

  JobService.Watch watch(Runnable news) {
    watchers.add(news);
    return () -> watchers.remove(news);
  }

  /** What is shown never falls, also when the gateway dies and is started again. */
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
