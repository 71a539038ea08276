package dev.roastery.common.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.broker.Delivery;
import dev.roastery.common.broker.Parcel;
import dev.roastery.common.broker.Transport;
import dev.roastery.common.broker.Transport.Session;
import dev.roastery.common.broker.Transport.SessionListener;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.process.state.FolderState;
import dev.roastery.common.process.state.ObjectState;
import dev.roastery.common.process.state.VolumeId;
import dev.roastery.common.process.state.WorkerState;
import dev.roastery.common.storage.FileDisk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Checks, before a node owns anything, that it has the volume of the stage's other nodes. The
 * broker keeps a card with the id of that volume in a queue of its own, which has one active
 * consumer at a time. A node reads all of the queue: it publishes claims, and when one that it sent
 * after its first delivery comes back, the node has seen every card. If there is none, the node is
 * the first of its stage and publishes the card. Without this check, nodes with folders of their
 * own work until the first restart, and then refuse one another's partitions; and a second gateway
 * has the workers discard the jobs of the first, which it does not know.
 */
public final class StageVolume {

  private static final int PREFETCH = 64;
  private static final long ASK_MILLIS = 1_000;
  private static final String CLAIM = "claim ";
  private static final String VOLUME = "volume ";
  private static final String GATEWAY = "gateway";

  /** What the sentences of a refusal say of those that share a volume. */
  private record Rule(String owner, String advice) {}

  private static final Rule ONE_GATEWAY =
      new Rule(
          "the gateway of this broker has ",
          "a broker has one gateway for each virtual host: mount its volume here (--state), or give"
              + " this gateway and its workers a virtual host of their own (--amqp)");

  private final String process;
  private final Rule rule;
  private final Transport transport;
  private final boolean replaces;

  /**
   * The volume of a node.
   *
   * @param where for people
   * @param isEmpty whether no partition has been there
   */
  public record Mine(UUID id, String where, boolean isEmpty) {

    /** The one that is mounted in that folder. */
    public static Mine in(Path folder, String process, Collection<PartitionName> partitions) {
      boolean isEmpty =
          partitions.stream().noneMatch(each -> Files.exists(folder.resolve(each.toString())));
      UUID id = VolumeId.of(new FileDisk(folder), process);
      return new Mine(id, folder.toAbsolutePath().toString(), isEmpty);
    }

    /** The one that a worker has. */
    static Mine in(WorkerState state, String process, Collection<PartitionName> partitions) {
      return switch (state) {
        case FolderState volume -> in(volume.folder(), process, partitions);
        case ObjectState store ->
            new Mine(store.id(process), store.where(), store.hasNone(partitions));
      };
    }
  }

  /**
   * @param replaces whether an operator has accepted the loss of the volume on the card
   */
  StageVolume(String process, Transport transport, boolean replaces) {
    this(
        process,
        new Rule(
            "the " + process + " nodes of this broker share ",
            "the nodes of a stage need one common folder (--state): mount it here"),
        transport,
        replaces);
  }

  private StageVolume(String process, Rule rule, Transport transport, boolean replaces) {
    this.process = process;
    this.rule = rule;
    this.transport = transport;
    this.replaces = replaces;
  }

  /** The same for a gateway, which shares its volume with no other process. */
  public static StageVolume ofGateway(Transport transport, boolean replaces) {
    return new StageVolume(GATEWAY, ONE_GATEWAY, transport, replaces);
  }

  static String queue(String process) {
    return "roastery." + process + ".volume";
  }

  /** What happens to a session. */
  private sealed interface News {}

  private record Arrived(Delivery delivery) implements News {}

  /** The broker has the card that was published. */
  private record Confirmed() implements News {}

  private record Lost() implements News {}

  /** Waits for the broker; throws when the other nodes of the stage have another volume. */
  public void check(Mine mine) throws InterruptedException {
    transport.declare(List.of(queue(process)));
    boolean known = false;
    while (!known) {
      BlockingQueue<News> news = new LinkedBlockingQueue<>();
      try (Session session = transport.open(listener(news::add))) {
        session.subscribe(queue(process), PREFETCH);
        known = new Turn(session, news).isDone(mine);
      }
    }
  }

  private static SessionListener listener(Consumer<News> news) {
    return new SessionListener() {
      @Override
      public void delivered(Delivery delivery) {
        news.accept(new Arrived(delivery));
      }

      @Override
      public void lost(String reason) {
        news.accept(new Lost());
      }
    };
  }

  /** One session at the queue. */
  private final class Turn {

    private final Session session;
    private final BlockingQueue<News> news;
    private final List<Long> claims = new ArrayList<>();
    private final List<Long> cards = new ArrayList<>();
    private final Set<String> volumes = new TreeSet<>();
    private String nonce = "";

    Turn(Session session, BlockingQueue<News> news) {
      this.session = session;
      this.news = news;
    }

    /** Whether the card is there now; false when the session ended before. */
    boolean isDone(Mine mine) throws InterruptedException {
      claim();
      if (!readAll()) {
        return false;
      }
      String own = VOLUME + mine.id();
      if (!replaces) {
        refuseOther(own, mine);
      }
      if (!volumes.equals(Set.of(own))) {
        List<Long> earlier = List.copyOf(cards); // the new card may be delivered here as well
        if (!publish(own)) {
          return false;
        }
        earlier.forEach(session::acknowledge);
      }
      claims.forEach(session::acknowledge);
      return true;
    }

    private boolean readAll() throws InterruptedException {
      boolean isFirst = true;
      while (true) {
        switch (news.poll(ASK_MILLIS, TimeUnit.MILLISECONDS)) {
          case null -> claim(); // the turn of another node may have taken this node's claim away
          case Lost _ -> {
            return false;
          }
          case Confirmed _ -> {}
          case Arrived arrived -> {
            boolean isLast = keep(arrived.delivery()) && !isFirst;
            if (isLast) {
              return true;
            }
            if (isFirst) {
              isFirst = false;
              claim(); // only what is published from now on is behind all that was there
            }
          }
        }
      }
    }

    /** Whether it is the claim that was published last. */
    private boolean keep(Delivery delivery) {
      String text = new String(delivery.body(), UTF_8);
      if (text.startsWith(VOLUME)) {
        volumes.add(text);
        cards.add(delivery.tag());
        return false;
      }
      claims.add(delivery.tag());
      return text.equals(nonce);
    }

    private void claim() {
      nonce = CLAIM + UUID.randomUUID();
      send(nonce, () -> {});
    }

    private void send(String text, Runnable confirmed) {
      transport.publish(
          queue(process), new Parcel(text.getBytes(UTF_8), text, "CARD", "", process), confirmed);
    }

    /** Returns when the broker has it; false when the session has ended before. */
    private boolean publish(String card) throws InterruptedException {
      send(card, () -> news.add(new Confirmed()));
      while (true) {
        switch (news.take()) {
          case Confirmed _ -> {
            return true;
          }
          case Lost _ -> {
            return false;
          }
          case Arrived arrived -> keep(arrived.delivery());
        }
      }
    }

    private void refuseOther(String own, Mine mine) {
      for (String volume : volumes) {
        if (!volume.equals(own)) {
          throw new Fatal(
              mine.isEmpty() ? FatalReason.VOLUME_LOST : FatalReason.VOLUME_FOREIGN,
              "%s%s, but %s of this node is %s%s; %s. If that volume is lost for good, accept the loss of"
                      .formatted(
                          rule.owner(),
                          volume,
                          mine.where(),
                          mine.isEmpty() ? "a new " : "",
                          own,
                          rule.advice())
                  + " its jobs (docs/operations.md)");
        }
      }
    }
  }
}
