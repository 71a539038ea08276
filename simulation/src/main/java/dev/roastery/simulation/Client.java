package dev.roastery.simulation;

import dev.roastery.common.partition.Outbound;
import dev.roastery.common.partition.PartitionName;
import dev.roastery.common.transport.Delivery;
import dev.roastery.common.transport.Parcel;
import dev.roastery.common.transport.Transport;
import dev.roastery.common.transport.Transport.Session;
import dev.roastery.common.transport.Transport.SessionListener;
import dev.roastery.common.wire.JobId;
import dev.roastery.common.wire.Message;
import dev.roastery.common.wire.MessageCodec;
import dev.roastery.common.wire.WireException;
import dev.roastery.simulation.effect.Effect;
import dev.roastery.simulation.effect.EffectHook;
import dev.roastery.simulation.effect.Incarnation;
import dev.roastery.simulation.effect.SimulatedCrash;
import dev.roastery.simulation.scenario.Divergence;
import dev.roastery.simulation.scenario.SimulatedTopology;
import dev.roastery.simulation.scenario.Work;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The gateway and its clients in one: uploads datasets, cancels some, receives results and replies.
 * It crashes too; then it knows only what it had received, and sends everything of an open job
 * again from the start.
 */
final class Client implements EffectHook {

  private final World world;
  private final TreeMap<JobId, Errand> errands = new TreeMap<>();
  private @Nullable Incarnation life;
  private @Nullable Transport transport;
  private @Nullable Session session;
  private final Deque<Runnable> inbox = new ArrayDeque<>();
  private int lives;

  /** One job, seen from here. {@code gone} are the partitions that confirm a cancellation. */
  private static final class Errand {
    final Work work;
    final Set<String> gone = new TreeSet<>();
    boolean cancelled;
    boolean answered;

    /** What is to be sent in this life, and is not sent yet. */
    Deque<Outbound> toSend = new ArrayDeque<>();

    final List<PartitionName> partitions;

    Errand(Work work) {
      this.work = work;
      this.partitions = work.partitions();
    }

    /**
     * Whether its result exists, or it has been discarded everywhere; and nothing is left to be
     * sent.
     */
    boolean isOver() {
      return toSend.isEmpty() && (cancelled ? gone.size() == partitions.size() : answered);
    }
  }

  Client(World world, List<Work> works) {
    this.world = world;
    works.forEach(work -> errands.put(work.job(), new Errand(work)));
  }

  boolean up() {
    return life != null;
  }

  @Nullable Incarnation life() {
    return life;
  }

  void start() {
    Incarnation begun = new Incarnation("client." + ++lives, this);
    life = begun;
    inbox.clear();
    errands.values().forEach(this::plan);
    alive(() -> {
      transport = world.connect(begun);
      transport.declare(world.queues());
      standBy();
    });
  }

  private void alive(Runnable code) {
    try {
      code.run();
    } catch (SimulatedCrash crash) {
      world.trace().say(() -> "client crashed: " + crash.getMessage());
      life = null;
    }
  }

  /** What is left to be sent, for a client that remembers only what was confirmed. */
  private void plan(Errand errand) {
    errand.toSend = new ArrayDeque<>();
    if (errand.cancelled) {
      cancelMessages(errand);
    } else if (errand.answered) {
      closeMessages(errand);
    } else {
      errand.toSend.addAll(errand.work.messages());
    }
  }

  private void cancelMessages(Errand errand) {
    JobId job = errand.work.job();
    for (PartitionName to : errand.partitions) {
      if (!errand.gone.contains(to.toString())) {
        errand.toSend.add(new Outbound(to.queue(), new Message.Abort(job, "cancelled")));
      }
    }
  }

  private void closeMessages(Errand errand) {
    JobId job = errand.work.job();
    for (PartitionName to : errand.partitions) {
      errand.toSend.add(new Outbound(to.queue(), new Message.Close(job)));
    }
  }

  private void standBy() {
    Transport open = transport;
    if (open == null) {
      return;
    }
    int of = lives;
    Session[] mine = new Session[1];
    mine[0] =
        open.open(
            new SessionListener() {
              @Override
              public void delivered(Delivery delivery) {
                inbox.add(() -> received(mine[0], delivery));
              }

              @Override
              public void lost(String reason) {
                inbox.add(() -> {
                  if (of == lives) {
                    standBy();
                  }
                });
              }
            });
    session = mine[0];
    session.subscribe(SimulatedTopology.CLIENT_QUEUE, 8);
    session.subscribe(SimulatedTopology.GATEWAY_QUEUE, 8);
  }

  private void received(Session from, Delivery delivery) {
    Message message = decode(delivery.body());
    Errand errand = errands.get(message.job());
    if (errand == null) {
      throw new Divergence("a message of a job that nobody submitted: " + message);
    }
    switch (message) {
      case Message.Batch result ->
          world.results().put(result.job(), result.id().stream(), result.rows());
      case Message.Gone gone -> errand.gone.add(gone.partition());
      case Message.Fail fail ->
          throw new Divergence(
              "job " + fail.job() + " failed in " + fail.partition() + ": " + fail.reason());
      case Message.Job _, Message.End _, Message.Close _, Message.Abort _ ->
          throw new Divergence("not for a client: " + message);
    }
    from.acknowledge(delivery.tag());
  }

  private static Message decode(byte[] body) {
    try {
      return MessageCodec.decode(body);
    } catch (WireException e) {
      throw new Divergence("a client received what is no message", e);
    }
  }

  /** Closes jobs that have all their results. */
  private void closeAnswered() {
    for (Errand errand : errands.values()) {
      if (!errand.answered && world.results().complete(errand.work.job())) {
        world.trace().say(() -> "client has the results of " + errand.work.job());
        errand.answered = true;
        if (!errand.cancelled) {
          errand.toSend.clear();
          closeMessages(errand);
        }
      }
    }
  }

  /** Takes in what came, or sends the next message of some job. */
  void step() {
    if (life == null) {
      return;
    }
    alive(() -> {
      Runnable next = inbox.poll();
      closeAnswered();
      if (next != null) {
        next.run();
      } else {
        sendNext();
      }
    });
  }

  private void sendNext() {
    List<Errand> open = new ArrayList<>();
    for (Errand each : errands.values()) {
      if (!each.toSend.isEmpty()) {
        open.add(each);
      }
    }
    if (open.isEmpty() || transport == null) {
      return;
    }
    Errand errand = open.get(world.random().nextInt(open.size()));
    Outbound outbound = errand.toSend.remove();
    Parcel parcel = Parcel.of(outbound.message(), "gateway");
    transport.publish(outbound.queue(), parcel, () -> {});
  }

  /** A client changes its mind about some job that has no answer yet. */
  void cancelOne() {
    List<Errand> open = errands.values().stream().filter(e -> !e.answered && !e.cancelled).toList();
    if (!open.isEmpty() && life != null) {
      Errand errand = open.get(world.random().nextInt(open.size()));
      errand.cancelled = true;
      world.counts().fault(SimulatedFault.JOB_CANCELLED);
      plan(errand);
    }
  }

  void kill() {
    if (life != null) {
      life.end();
      life = null;
    }
  }

  /** Whether every job has its result, or is gone from everywhere. */
  boolean content() {
    if (!inbox.isEmpty()) {
      return false;
    }
    for (Errand errand : errands.values()) {
      if (!errand.isOver()) {
        return false;
      }
    }
    return true;
  }

  /** What is missing, in words. */
  List<String> waits() {
    List<String> waits = new ArrayList<>();
    errands.forEach((job, errand) -> {
      if (errand.cancelled) {
        waits.add("job " + job + " cancelled, gone from " + errand.gone);
      } else if (!errand.answered) {
        waits.add("job " + job + " has no result; " + errand.toSend.size() + " to send");
      }
    });
    return waits;
  }

  @Override
  public void before(Effect effect, String target, long amount) {
    if (world.strikes(world.parameters().clientCrash())) {
      world.counts().fault(SimulatedFault.CLIENT_CRASHED);
      throw new SimulatedCrash("before " + effect);
    }
  }

  @Override
  public void after(Effect effect, String target, long amount) {
    if (world.strikes(world.parameters().clientCrash())) {
      world.counts().fault(SimulatedFault.CLIENT_CRASHED);
      throw new SimulatedCrash("after " + effect);
    }
  }
}
