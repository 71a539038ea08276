package dev.roastery.simulation.gateway;

import dev.roastery.common.broker.Delivery;
import dev.roastery.common.broker.Transport;
import dev.roastery.common.broker.Transport.Session;
import dev.roastery.common.broker.Transport.SessionListener;
import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.message.Message;
import dev.roastery.common.message.MessageCodec;
import dev.roastery.common.message.bytes.WireException;
import dev.roastery.common.storage.Disk;
import dev.roastery.gateway.collect.ResultSink;
import dev.roastery.gateway.jobs.JobFacts;
import dev.roastery.gateway.jobs.JobMachine;
import dev.roastery.gateway.jobs.JobRecord;
import dev.roastery.gateway.jobs.Notification;
import dev.roastery.gateway.jobs.PartitionMessages;
import dev.roastery.gateway.jobs.ResultStore;
import dev.roastery.gateway.jobs.fold.PartFacts;
import dev.roastery.gateway.jobs.service.GatewaySettings;
import dev.roastery.gateway.jobs.service.JobState;
import dev.roastery.gateway.jobs.service.PartName;
import dev.roastery.gateway.jobs.service.Refusal;
import dev.roastery.gateway.jobs.service.SharedPlans;
import dev.roastery.gateway.jobs.upload.PartStatus;
import dev.roastery.gateway.jobs.upload.Piece;
import dev.roastery.simulation.scenario.Divergence;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One life of a gateway's job core. All that the real one does on threads of its own is a thing to
 * be done here, and the schedule picks the next one: the engine's tasks and steps, messages from
 * partitions, uploads, calls to receivers.
 */
public final class SimulatedGateway {

  private static final int PREFETCH = 64;
  private static final int PARTS_MAX = 100;

  /**
   * What it works with.
   *
   * @param plans what earlier lives have read of plans
   * @param queue where partitions talk to it
   */
  public record Ports(
      Disk disk,
      Transport transport,
      CrashPoints crash,
      LongSupplier clock,
      SplittableRandom random,
      Receivers receivers,
      Evidence evidence,
      SharedPlans plans,
      String queue) {}

  /** A receiver is being told. */
  private record Call(Notification notification, CompletableFuture<Optional<String>> answer) {}

  private final Ports ports;
  private final SteppedHost host;
  private final JobMachine machine;
  private final PartitionMessages messages;
  private final GatewayUploads uploads;
  private final Deque<Runnable> inbox = new ArrayDeque<>();
  private final List<Call> calls = new ArrayList<>();
  private @Nullable Session session;
  private int sessions;

  /** Loads the volume. */
  public SimulatedGateway(Ports ports, GatewaySettings settings) {
    this.ports = ports;
    this.host = new SteppedHost(ports.clock(), ports.random());
    this.uploads =
        new GatewayUploads(ports.disk(), ports.transport(), ports.evidence(), ports.crash());
    JobMachine.Watcher watcher =
        new JobMachine.Watcher() {
          @Override
          public void changed(UUID job) {}

          @Override
          public void discardFiles(JobRecord job) {
            machine.find(job.id()).ifPresent(facts -> uploads.over(facts.id()));
          }
        };
    try {
      this.machine =
          new JobMachine(
              new JobMachine.Ports(
                  ports.disk(), host, ports.transport(), this::tell, ports.crash(), ports.random()),
              settings,
              watcher,
              ports.plans());
    } catch (IOException | UncheckedIOException e) {
      throw new Fatal(FatalReason.DISK_UNREADABLE, "the gateway's volume: " + e, e);
    }
    this.messages = new PartitionMessages(machine, host);
  }

  private CompletableFuture<Optional<String>> tell(Notification notification) {
    CompletableFuture<Optional<String>> answer = new CompletableFuture<>();
    calls.add(new Call(notification, answer));
    return answer;
  }

  /** Where the collector's results go. */
  public ResultSink results() {
    return new ResultStore(ports.disk(), machine);
  }

  public void start() {
    machine.start();
    standBy();
  }

  private void standBy() {
    inbox.clear(); // what an earlier session has brought comes again
    int of = ++sessions;
    Session[] mine = new Session[1];
    mine[0] =
        ports
            .transport()
            .open(
                new SessionListener() {
                  @Override
                  public void delivered(Delivery delivery) {
                    inbox.add(() -> received(of, mine[0], delivery));
                  }

                  @Override
                  public void lost(String reason) {
                    inbox.add(SimulatedGateway.this::standBy);
                  }
                });
    session = mine[0];
    mine[0].subscribe(ports.queue(), PREFETCH);
  }

  private void received(int of, Session from, Delivery delivery) {
    Message message = decode(delivery.body());
    ports.evidence().heard(message);
    messages.take(
        delivery,
        () -> {
          requireRecorded(message);
          inbox.add(() -> {
            if (of == sessions) {
              from.acknowledge(delivery.tag());
            }
          });
        });
  }

  private static Message decode(byte[] body) {
    try {
      return MessageCodec.decode(body);
    } catch (WireException e) {
      throw new Divergence("a partition has sent the gateway what is no message", e);
    }
  }

  /** Invariant 2: what is acknowledged is on record, or of no use any more. */
  private void requireRecorded(Message message) {
    JobFacts job = machine.find(message.job().id()).orElse(null);
    if (job == null || job.state().isTerminal() || !job.id().equals(message.job())) {
      return;
    }
    boolean recorded =
        switch (message) {
          case Message.Gone gone -> job.isClean(gone.partition());
          case Message.Fail _ -> job.isEnding() || job.state() == JobState.NOTIFYING;
          case Message.Job _,
              Message.Batch _,
              Message.Range _,
              Message.End _,
              Message.Close _,
              Message.Abort _ ->
              throw new Divergence("not for a gateway: " + message);
        };
    if (!recorded) {
      throw new Divergence("the gateway acknowledges what it has not recorded: " + message);
    }
  }

  // ---- one thing at a time

  /** Does one thing, if there is one to do. */
  public void work() {
    int first = ports.random().nextInt(4);
    for (int i = 0; i < 4; i++) {
      if (work((first + i) % 4)) {
        return;
      }
    }
  }

  private boolean work(int kind) {
    return switch (kind) {
      case 0 -> host.work();
      case 1 -> uploads.work(ports.random());
      case 2 -> {
        Runnable next = inbox.poll();
        if (next != null) {
          next.run();
        }
        yield next != null;
      }
      default -> {
        if (!calls.isEmpty()) {
          Call call = calls.remove(ports.random().nextInt(calls.size()));
          call.answer().complete(ports.receivers().call(call.notification()));
          yield true;
        }
        yield false;
      }
    };
  }

  public boolean idle() {
    return host.idle() && inbox.isEmpty() && calls.isEmpty() && uploads.idle();
  }

  /** When there is something to do by itself; {@link Long#MAX_VALUE} when never. */
  public long nextMillis() {
    return host.nextMillis();
  }

  /** A SIGTERM. */
  public void close() {
    machine.close();
    if (session != null) {
      session.close();
    }
  }

  /** What it is about, for a schedule that does not end. */
  @Override
  public String toString() {
    return "gateway with %s, %d messages, %d calls, %s"
        .formatted(host, inbox.size(), calls.size(), uploads);
  }

  // ---- what clients ask

  public JobMachine machine() {
    return machine;
  }

  /** How far that part is. */
  public PartStatus status(UUID job, PartName part) {
    JobFacts facts = known(job);
    PartFacts known = facts.part(part);
    if (known == null) {
      throw new Refusal(Refusal.Kind.NOT_FOUND, "no part " + part);
    }
    return uploads.status(facts, known);
  }

  private JobFacts known(UUID job) {
    return machine
        .find(job)
        .orElseThrow(() -> new Refusal(Refusal.Kind.NOT_FOUND, "no job " + job));
  }

  /** A part from its start, or its beginning; null while another request brings it. */
  public @Nullable RunningUpload put(UUID job, PartName part, Piece piece, byte[] bytes) {
    PartFacts started = machine.part(known(job).id(), part, false, PARTS_MAX);
    return started.isComplete()
        ? null
        : uploads.take(machine, known(job), started, -1, piece, bytes);
  }

  /** What follows on that offset. */
  public @Nullable RunningUpload patch(
      UUID job, PartName part, long offset, Piece piece, byte[] bytes) {
    PartFacts started = known(job).part(part);
    if (started == null) {
      throw new Refusal(Refusal.Kind.NOT_FOUND, "no part " + part);
    }
    return started.isComplete()
        ? null
        : uploads.take(machine, known(job), started, offset, piece, bytes);
  }
}
