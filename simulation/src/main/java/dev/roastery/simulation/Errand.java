package dev.roastery.simulation;

import dev.roastery.common.message.JobId;
import dev.roastery.gateway.jobs.JobFacts;
import dev.roastery.gateway.jobs.JobMachine;
import dev.roastery.gateway.jobs.fold.PartFacts;
import dev.roastery.gateway.jobs.service.JobRequest;
import dev.roastery.gateway.jobs.service.JobState;
import dev.roastery.gateway.jobs.service.PartName;
import dev.roastery.gateway.jobs.service.Refusal;
import dev.roastery.gateway.jobs.upload.PartStatus;
import dev.roastery.gateway.jobs.upload.Piece;
import dev.roastery.simulation.gateway.RunningUpload;
import dev.roastery.simulation.gateway.SimulatedGateway;
import dev.roastery.simulation.scenario.Divergence;
import dev.roastery.simulation.scenario.Work;
import dev.roastery.simulation.scenario.Work.Upload;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One job, from its client's side: what the client wants, does next, and has seen. */
final class Errand {

  private static final URI RECEIVER = URI.create("https://receiver.example/jobs");

  private static final int ATTEMPTS_MAX = 4;
  private static final int SELDOM = 32;

  /** One of so many attempts that ended without results is followed by another one. */
  private static final int RETRIED = 6;

  private final World world;
  private final String key;
  private final JobRequest request;
  private final JobHistory history;
  private final boolean deletes;

  /** Each attempt has rows of its own. */
  private Work work;

  private List<Upload> uploads;
  private JobEnding ending;
  private int attempt = 1;

  /** After so many calls its client does nothing more for it. */
  private int callsLeft;

  /** After so many calls its client wants it no more. */
  private int callsUntilCancelled;

  private @Nullable UUID job;
  private @Nullable RunningUpload upload;
  private @Nullable Object lifeOfUpload;
  private final Map<PartName, Long> offsets = new TreeMap<>();

  /** Bytes that come are a sign of life that is not among the events. */
  private long uploadedMillis;

  private boolean wantsCancelled;

  /** The attempt that is over is to be followed by another one. */
  private boolean wantsRetried;

  /** The gateway was asked for that, and has not answered. */
  private boolean retryAsked;

  private boolean deleteAsked;
  private boolean deleted;

  Errand(World world, int number, Work work) {
    this.world = world;
    this.key = "key-" + number;
    this.request = drawn(work.request());
    this.work = work;
    this.uploads = work.uploads();
    this.history = new JobHistory(world.trace());
    this.ending = new JobEnding(world, work, request.webhook() != null, history);
    this.deletes = world.random().nextBoolean();
    drawPatience();
  }

  private void drawPatience() {
    callsLeft = world.random().nextInt(8) == 0 ? world.random().nextInt(10) : Integer.MAX_VALUE;
    callsUntilCancelled =
        world.random().nextInt(4) == 0 ? world.random().nextInt(60) : Integer.MAX_VALUE;
  }

  private JobRequest drawn(JobRequest plain) {
    return new JobRequest(
        plain.name(),
        plain.queries(),
        plain.tablesJson(),
        plain.badRows(),
        world.random().nextInt(4) == 0,
        world.random().nextBoolean() ? RECEIVER : null);
  }

  /** Its job is over, and all was as it should be; or it is deleted. */
  boolean content() {
    return deleted || (ending.isSeen() && !deletes && !wantsRetried);
  }

  boolean uploading() {
    return upload != null && lifeOfUpload == world.gateway().life() && upload.end() == null;
  }

  void breakOff() {
    if (upload != null) {
      upload.breakOff();
    }
  }

  void wantCancelled() {
    wantsCancelled = true;
  }

  void powerLost() {
    offsets.clear();
  }

  // ---- one call

  void step() {
    boolean _ =
        world
            .gateway()
            .call(gateway -> {
              try {
                call(gateway);
              } catch (Refusal refusal) {
                refused(refusal);
              }
            });
  }

  /** Nothing is refused without a reason, and none is the client's fault. */
  private void refused(Refusal refusal) {
    world.trace().say(() -> key + " is refused: " + refusal.getMessage());
    boolean isFine =
        switch (refusal.kind()) {
          case UNAVAILABLE -> world.faultInjector().diskFaultsDealt();
          case CONFLICT ->
              !String.valueOf(refusal.getMessage()).contains("differs from what was sent before");
          case NOT_FOUND -> deleteAsked;
          default -> false;
        };
    if (!isFine) {
      throw new Divergence("job " + job + " is refused: " + refusal.getMessage(), refusal);
    }
  }

  private void call(SimulatedGateway gateway) {
    UUID id = job;
    if (id == null || (!deleteAsked && world.random().nextInt(64) == 0)) {
      create(gateway.machine());
      return;
    }
    JobFacts facts = gateway.machine().find(id).orElse(null);
    if (facts == null) {
      notThere(gateway.machine(), id);
      return;
    }
    if (facts.attempt() == attempt + 1 && retryAsked) {
      beginAttempt(facts); // the answer was lost
    }
    if (facts.attempt() != attempt) {
      throw new Divergence("%s is in attempt %d of %d".formatted(id, facts.attempt(), attempt));
    }
    boolean tooLate = facts.state() == JobState.NOTIFYING && world.random().nextInt(4) == 0;
    wantsCancelled |= callsUntilCancelled-- == 0 || tooLate;
    boolean over = facts.state().isTerminal();
    look(gateway.machine(), id, over);
    if (upload != null) {
      uploadedMillis = world.millis();
    }
    // A step that a jump of the clock has timed out is tried again soon: that is waited for.
    long silentSince = world.millis() - World.ABANDONED_AFTER.toMillis();
    boolean isLate =
        gateway.idle()
            && gateway.nextMillis() - world.millis() > JobHistory.SLACK_MILLIS
            && uploadedMillis < silentSince;
    if (isLate && !world.faultInjector().diskFaultsDealt()) { // a log that fails delays all
      history.checkPatience(facts, world.millis(), world.gateway().upSinceMillis());
    }
    if (over) {
      checkEnd(facts);
      if (wantsRetried) {
        retry(gateway.machine(), facts);
      } else {
        delete(gateway.machine(), id);
      }
    } else if (ending.isSeen()) {
      throw new Divergence("job " + id + " was over, and is " + facts.state());
    } else if (world.random().nextInt(SELDOM) == 0) {
      askInVain(gateway.machine(), facts);
    } else if (wantsCancelled) {
      cancel(gateway.machine(), id);
    } else if (!uploading()) {
      goOn(gateway, facts);
    }
  }

  private void checkEnd(JobFacts facts) {
    boolean isNew = !ending.isSeen();
    ending.check(facts);
    if (isNew && facts.state() != JobState.COMPLETED && attempt < ATTEMPTS_MAX) {
      wantsRetried = world.random().nextInt(RETRIED) == 0;
    }
  }

  private void retry(JobMachine machine, JobFacts facts) {
    retryAsked = true;
    try {
      machine.retry(facts.record().id());
    } catch (Refusal refusal) {
      retryAsked = refusal.kind() != Refusal.Kind.CONFLICT;
      throw refusal;
    }
    beginAttempt(facts);
  }

  /** What still runs of an upload to the attempt before goes on. */
  private void beginAttempt(JobFacts facts) {
    JobId before = new JobId(facts.record().id(), attempt);
    JobEnding.checkAnswers(world, before, facts.routes().all());
    world.counts().fault(SimulatedFault.JOB_RETRIED);
    world.trace().say(() -> key + " begins attempt " + (attempt + 1));
    attempt++;
    retryAsked = false;
    wantsRetried = false;
    wantsCancelled = false;
    upload = null;
    offsets.clear();
    work = work.again(world.random());
    uploads = work.uploads();
    ending = new JobEnding(world, work, request.webhook() != null, history);
    drawPatience();
    world.gotOn();
  }

  /** A job that was seen to be over has a long history, which is seldom read once more. */
  private void look(JobMachine machine, UUID id, boolean over) {
    boolean again = ending.isSeen();
    boolean all = world.random().nextInt(again ? 16 : 4) == 0;
    if (all || !again) {
      history.look(machine, id, all || over);
    }
  }

  private void create(JobMachine machine) {
    if (job != null) {
      world.counts().fault(SimulatedFault.KEY_REPEATED);
    } else {
      world.faultInjector().maybeFailForceOfGateway();
    }
    JobMachine.Creation creation = machine.create("client", request, key);
    UUID id = creation.job().record().id();
    if (job != null && !(creation.existed() && id.equals(job))) {
      throw new Divergence("the same key has made job " + job + " and job " + id);
    }
    if (job == null) {
      world.trace().say(() -> key + " is job " + id);
      world.gotOn();
    }
    job = id;
  }

  /** A deletion that failed is asked for again until there is nothing to delete. */
  private void notThere(JobMachine machine, UUID id) {
    if (!deleteAsked) {
      throw new Divergence("job " + id + " is not there any more");
    }
    if (machine.record(id).isPresent()) {
      machine.remove(id);
    }
    deleted = true;
  }

  private void delete(JobMachine machine, UUID id) {
    if (deletes) {
      deleteAsked = true;
      machine.remove(id);
      deleted = true;
      world.counts().fault(SimulatedFault.JOB_DELETED);
      world.gotOn();
    }
  }

  private void cancel(JobMachine machine, UUID id) {
    world.counts().fault(SimulatedFault.JOB_CANCELLED);
    ending.cancelAsked();
    wantsCancelled = world.random().nextInt(4) == 0; // or once more
    machine.cancel(id, "not wanted any more");
    ending.cancelled();
    world.gotOn();
  }

  /** What the gateway refuses in this state, unless the state changes right now. */
  private void askInVain(JobMachine machine, JobFacts facts) {
    if (facts.isEnding()) {
      retry(machine, facts); // before all partitions have answered
    } else if (facts.state() != JobState.WAITING_FOR_APPROVAL) {
      machine.reject(facts.record().id(), "not good enough");
      throw new Divergence(key + " was " + facts.state() + ", and could be rejected");
    }
  }

  private void goOn(SimulatedGateway gateway, JobFacts facts) {
    endOfUpload();
    if (callsLeft-- <= 0) {
      return;
    }
    switch (facts.state()) {
      case CREATED, UPLOADING -> {
        if (!facts.isSealed()) {
          if (attempt > 1 && world.random().nextInt(8) == 0) {
            gateway.machine().retry(facts.record().id()); // once more changes nothing
          }
          upload(gateway, facts);
        }
      }
      case WAITING_FOR_APPROVAL -> {
        approveOrReject(gateway.machine(), facts.record().id());
        world.gotOn();
      }
      case RUNNING, NOTIFYING, COMPLETED, FAILING, FAILED -> {}
      case CANCELLING, CANCELLED, EXPIRING, EXPIRED -> {}
    }
  }

  private void approveOrReject(JobMachine machine, UUID id) {
    if (world.random().nextInt(4) > 0) {
      machine.approve(id);
    } else {
      ending.cancelAsked();
      machine.reject(id, "not good enough");
      ending.cancelled();
    }
  }

  // ---- uploads

  private void endOfUpload() {
    RunningUpload ended = upload;
    upload = null;
    if (ended != null && lifeOfUpload == world.gateway().life()) {
      Refusal refusal = ended.refusal();
      if (refusal != null) {
        refused(refusal);
      }
    }
  }

  /** Some part that is not whole; or, when all are, that this is all. */
  private void upload(SimulatedGateway gateway, JobFacts facts) {
    UUID id = facts.record().id();
    world.gotOn();
    List<Upload> left = uploads.stream().filter(each -> !isWhole(facts, each)).toList();
    if (left.isEmpty()) {
      gateway.machine().seal(id);
      return;
    }
    Upload next = left.get(world.random().nextInt(left.size()));
    PartFacts part = facts.part(next.part());
    if (part == null || world.random().nextInt(4) == 0) {
      put(gateway, id, next, part != null);
    } else {
      patch(gateway, id, next);
    }
  }

  private static boolean isWhole(JobFacts facts, Upload upload) {
    PartFacts part = facts.part(upload.part());
    PartStatus whole = part == null ? null : part.whole();
    if (whole != null && whole.batches() > 0 && whole.offset() != upload.csv().length) {
      throw new Divergence(upload.part() + " is complete at " + whole.offset());
    }
    return whole != null;
  }

  private void put(SimulatedGateway gateway, UUID id, Upload all, boolean again) {
    if (again) {
      world.counts().fault(SimulatedFault.UPLOAD_SENT_ANEW);
    }
    offsets.remove(all.part());
    int end = end(0, all);
    byte[] bytes = Arrays.copyOf(all.csv(), end);
    begun(gateway.put(id, all.part(), piece(end, all), bytes));
  }

  private void patch(SimulatedGateway gateway, UUID id, Upload all) {
    long offset = gateway.status(id, all.part()).offset();
    long before = offsets.getOrDefault(all.part(), 0L);
    if (offset > all.csv().length
        || (offset < before && !world.faultInjector().diskFaultsDealt())) {
      throw new Divergence(all.part() + " goes on at " + offset + ", and was at " + before);
    }
    if (offset > 0) {
      world.counts().fault(SimulatedFault.UPLOAD_RESUMED);
    }
    offsets.put(all.part(), offset);
    int end = end((int) offset, all);
    byte[] bytes = Arrays.copyOfRange(all.csv(), (int) offset, end);
    begun(gateway.patch(id, all.part(), offset, piece(end, all), bytes));
  }

  /** Up to the end, or somewhere before. */
  private int end(int from, Upload all) {
    int length = all.csv().length;
    return world.random().nextBoolean() ? length : from + world.random().nextInt(length - from + 1);
  }

  private static Piece piece(int end, Upload all) {
    return end == all.csv().length ? Piece.LAST : Piece.MORE_TO_COME;
  }

  private void begun(@Nullable RunningUpload begun) {
    upload = begun;
    lifeOfUpload = world.gateway().life();
  }

  // ---- at the end

  /** Once more, when everything has come to rest. */
  void check() {
    step();
    if (!content()) {
      throw new Divergence("no end after all: " + this);
    }
  }

  @Override
  public String toString() {
    return key
        + " is job "
        + job
        + (ending.isSeen() ? ", over" : "")
        + (deletes ? ", to be deleted" : "");
  }
}
