package dev.roastery.simulation.broker;

import dev.roastery.simulation.effect.Incarnation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A broker in memory, after RabbitMQ's quorum queues with a single active consumer. The contract:
 *
 * <ul>
 *   <li><b>Nothing happens by itself.</b> Arrivals, deliveries, confirms, acknowledgements and
 *       notices are pending until {@link #step} or {@link #run} picks them, in any order but these:
 *       what one connection sends to one queue arrives in order (unless {@link
 *       BrokerFault#PUBLICATION_OVERTAKES}), and a queue delivers from its head. Only from within
 *       these two methods are nodes called, and a node's crash leaves through them.
 *   <li><b>Publications.</b> A confirmed message is never lost (but for {@link
 *       BrokerFault#MESSAGE_LOST}). When the connection is lost, a first part of what was under way
 *       still arrives, confirms do not; the transport sends all that is unconfirmed again.
 *   <li><b>Consumers.</b> The first to subscribe is the active one and the others wait. When a
 *       session ends, what it has not acknowledged goes back to the head in order (unless {@link
 *       BrokerFault#RETURN_SHUFFLED} or {@link BrokerFault#RETURN_TO_TAIL}), and the next one is
 *       active.
 *   <li><b>Two ends.</b> Broker and node learn of a lost connection separately, in either order. In
 *       between the node may act on a session that it no longer has (a zombie): its
 *       acknowledgements have no effect. Or the broker may deliver to a dead connection. Of the
 *       acknowledgements in flight at the loss, a first part counts.
 *   <li><b>A killed node</b> is a lost connection that the node will never notice.
 *   <li><b>A restart</b> ends all connections; of what was never confirmed nor delivered each
 *       message is kept or lost, and all else is kept.
 *   <li><b>Duplicates</b> of any message come at any time, also long after it was acknowledged.
 * </ul>
 *
 * <p>Left out: flow control (the simulator looks at {@link SimulatedTransport#unconfirmed}), queues
 * with other arguments, delivery limits, consumer timeouts and priorities, time.
 */
public final class SimulatedBroker {

  private final EventScheduler scheduler;
  private final FaultDice dice;
  private final Map<String, MessageQueue> queuesByName = new HashMap<>();
  private final List<MessageQueue> queues = new ArrayList<>();
  private final List<SimulatedTransport> transports = new ArrayList<>();
  private final List<SimulatedSession> attached = new ArrayList<>();
  private final List<PublishLink> orphans = new ArrayList<>();
  private final Action alarmEnds = new AlarmEnds();

  public SimulatedBroker(SplittableRandom random, BrokerFaults faults) {
    scheduler = new EventScheduler(random);
    dice = new FaultDice(random, faults);
  }

  /** Connects one life of a node. */
  public SimulatedTransport connect(Incarnation incarnation) {
    SimulatedTransport transport = new SimulatedTransport(this, incarnation);
    transports.add(transport);
    return transport;
  }

  /** Other faults from now on; what is late or to come twice already stays so. */
  public void become(BrokerFaults faults) {
    dice.become(faults);
  }

  /** How often a fault has struck. */
  public int struck(BrokerFault fault) {
    return dice.struck(fault);
  }

  /** Lets a fault strike or runs one pending action, by chance; false when nothing is pending. */
  public boolean step() {
    BrokerFault fault = dice.drawFault();
    if (fault != null) {
      strike(fault);
      return true;
    }
    if (scheduler.size() == 0) {
      return false;
    }
    scheduler.run(scheduler.draw());
    return true;
  }

  /** How many actions are pending and not stopped by an alarm. */
  public int pending() {
    return scheduler.size();
  }

  /** Runs the pending action of this index, from 0. */
  public void run(int index) {
    scheduler.run(scheduler.get(index));
  }

  /** What the pending action of this index is, for a trace. */
  public String describe(int index) {
    return scheduler.get(index).toString();
  }

  /** The broker crashes and restarts at once; each node notices later. */
  public void restart() {
    dice.count(BrokerFault.RESTART);
    List.copyOf(transports).forEach(SimulatedTransport::declareDead);
    List.copyOf(attached).forEach(SimulatedSession::detach);
    orphans.forEach(PublishLink::arriveNow);
    orphans.clear();
    queues.forEach(MessageQueue::restart);
    endAlarm();
  }

  /** From now on no publication arrives or is confirmed; it ends late, or by {@link #endAlarm}. */
  public void alarm() {
    if (!scheduler.alarm()) {
      dice.count(BrokerFault.ALARM);
      scheduler.beginAlarm();
      scheduler.add(alarmEnds, true);
    }
  }

  public void endAlarm() {
    scheduler.remove(alarmEnds);
    scheduler.endAlarm();
  }

  /** Loses one message that waits in this queue, for ever; false when none does. */
  public boolean loseMessage(String queue) {
    boolean lost = queue(queue).loseOne();
    if (lost) {
      dice.count(BrokerFault.MESSAGE_LOST);
    }
    return lost;
  }

  /** Messages waiting in a queue. */
  public int ready(String queue) {
    return queue(queue).ready();
  }

  /** Messages of a queue that a session has and the broker has no acknowledgement of. */
  public int unacknowledged(String queue) {
    return queue(queue).unacked();
  }

  /** All that ever arrived in a queue: ready + unacknowledged + acknowledged + lost. */
  public long published(String queue) {
    return queue(queue).published();
  }

  public long acknowledged(String queue) {
    return queue(queue).acknowledgedCount();
  }

  /** Messages that a fault took out of a queue. */
  public long lost(String queue) {
    return queue(queue).lost();
  }

  /** The node that the broker delivers this queue to. */
  public @Nullable String activeConsumer(String queue) {
    Subscription active = queue(queue).active();
    return active == null ? null : active.session().node();
  }

  EventScheduler scheduler() {
    return scheduler;
  }

  FaultDice dice() {
    return dice;
  }

  void declare(String name) {
    if (!queuesByName.containsKey(name)) {
      MessageQueue queue = new MessageQueue(name, scheduler, dice);
      queuesByName.put(name, queue);
      queues.add(queue);
      List.copyOf(transports).forEach(transport -> transport.declared(queue));
    }
  }

  @Nullable MessageQueue find(String name) {
    return queuesByName.get(name);
  }

  MessageQueue queue(String name) {
    MessageQueue queue = find(name);
    if (queue == null) {
      throw new IllegalStateException("no queue '" + name + "' was declared");
    }
    return queue;
  }

  boolean noticedLate() {
    return dice.strikes(BrokerFault.LOSS_NOTICED_LATE);
  }

  void attached(SimulatedSession session) {
    attached.add(session);
  }

  void detached(SimulatedSession session) {
    attached.remove(session);
  }

  void orphaned(PublishLink link) {
    orphans.removeIf(PublishLink::isEmpty);
    if (!link.isEmpty()) {
      orphans.add(link);
    }
  }

  void left(SimulatedTransport transport) {
    transports.remove(transport);
  }

  private void strike(BrokerFault fault) {
    switch (fault) {
      case RESTART -> restart();
      case ALARM -> alarm();
      case MESSAGE_LOST -> {
        if (!queues.isEmpty()) {
          loseMessage(queues.get(dice.below(queues.size())).name());
        }
      }
      case PUBLISHING_CUT -> someTransport(fault, SimulatedTransport::cutPublishing);
      case SESSIONS_CUT -> someTransport(fault, SimulatedTransport::cutSessions);
      case PUBLICATION_LATE,
          PUBLICATION_OVERTAKES,
          PUBLICATION_REFUSED,
          MESSAGE_DUPLICATED,
          CONFIRM_LATE,
          RETURN_SHUFFLED,
          RETURN_TO_TAIL,
          LOSS_NOTICED_LATE ->
          throw new IllegalArgumentException(fault + " is no fault of a step");
    }
  }

  private void someTransport(BrokerFault fault, Consumer<SimulatedTransport> cut) {
    if (!transports.isEmpty()) {
      dice.count(fault);
      cut.accept(transports.get(dice.below(transports.size())));
    }
  }

  private final class AlarmEnds extends Action {

    @Override
    void run() {
      endAlarm();
    }

    @Override
    public String toString() {
      return "the broker's alarm ends";
    }
  }
}
