package dev.roastery.common.journal;

import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.message.BatchId;
import dev.roastery.common.message.JobId;
import dev.roastery.common.storage.Disk;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * The least partition there can be: its state is the list of the messages it has applied, which a
 * broker sends it again until they are acknowledged. Three to a group, and small files, so that a
 * short life passes every line of the durable code.
 */
public final class Reference {

  public static final String DIRECTORY = "stage/0";
  public static final String PARTITION = "stage-0";
  public static final UUID VOLUME = new UUID(1, 2);
  static final JobId JOB = new JobId(new UUID(3, 4), 1);
  static final PersistenceSettings SETTINGS = new PersistenceSettings(4, 1024, 200);

  private static final int GROUP = 3;

  /** What the world outside has seen; it outlives the partition's process. */
  static final class World {
    private int acknowledged;
    private int appended;

    int acknowledged() {
      return acknowledged;
    }

    int appended() {
      return appended;
    }

    World copy() {
      World copy = new World();
      copy.acknowledged = acknowledged;
      copy.appended = appended;
      return copy;
    }
  }

  private final World world;
  private final PersistenceService service;
  private final List<Integer> applied = new ArrayList<>();

  private Reference(World world, PersistenceService service) {
    this.world = world;
    this.service = service;
  }

  /** One process: recovers, and handles all messages up to {@code total}. */
  static List<Integer> live(MemoryDisk disk, World world, int total, CrashPoints crash) {
    Reference owner = new Reference(world, claim(disk, crash));
    owner.recover();
    owner.handle(total);
    return owner.applied;
  }

  /** What a process finds at its start, in the order in which it was applied. */
  public static List<Integer> recovered(Disk disk) {
    Reference owner = new Reference(new World(), claim(disk, CrashPoints.none()));
    owner.replay();
    return owner.applied;
  }

  static PersistenceService claim(Disk disk, CrashPoints crash) {
    return PersistenceService.claim(disk, DIRECTORY, PARTITION, VOLUME, SETTINGS, crash);
  }

  private void recover() {
    replay();
    service.commitWorkingState(state());
    service.settle();
  }

  private void replay() {
    ByteBuffer state = ByteBuffer.wrap(service.recoverWorkingState().orElse(new byte[0]));
    while (state.hasRemaining()) {
      applied.add(state.getInt());
    }
    service.recoverBufferedChunks().forEach(this::apply);
  }

  private void handle(int total) {
    for (int next = world.acknowledged; next < total; next += GROUP) {
      int end = Math.min(next + GROUP, total);
      List<byte[]> group = new ArrayList<>();
      for (int number = next; number < end; number++) {
        if (!service.processedIds().contains(id(number))) {
          world.appended = Math.max(world.appended, number + 1);
          service.appendChunkToBuffer(message(number));
          group.add(message(number));
        }
      }
      service.forceChunkBuffer();
      world.acknowledged = end;
      group.forEach(this::apply);
      send(next);
      if (service.shouldCommitState()) {
        service.commitWorkingState(state());
      }
    }
    service.close();
  }

  private void send(int number) {
    String name = "send-" + number;
    if (!service.sendHasBeenAcknowledged(JOB, name)) {
      service.commitSendAck(JOB, name);
    }
  }

  private void apply(byte[] message) {
    int number = ByteBuffer.wrap(message).getInt();
    if (service.processedIds().add(id(number))) {
      applied.add(number);
    }
  }

  private byte[] state() {
    ByteBuffer state = ByteBuffer.allocate(4 * applied.size());
    applied.forEach(state::putInt);
    return state.array();
  }

  static BatchId id(int number) {
    return new BatchId(JOB, "transactions", 0, number);
  }

  /** Its number, and as many bytes of it as make lengths differ. */
  public static byte[] message(int number) {
    ByteBuffer message = ByteBuffer.allocate(4 + number % 29);
    message.putInt(number);
    while (message.hasRemaining()) {
      message.put((byte) number);
    }
    return message.array();
  }
}
