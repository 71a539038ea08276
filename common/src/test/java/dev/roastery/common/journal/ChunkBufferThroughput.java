package dev.roastery.common.journal;

import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.storage.FileDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * What the chunk buffer costs over plain writing: the same bytes in the same groups, once through
 * {@link PersistenceService} and once as one write a message and one fsync a group; then how long a
 * recovery takes. Alternating, medians (of the ratio: of each pair's, for a shared disk has its
 * moods). Argument: a directory on the disk to be measured.
 */
public final class ChunkBufferThroughput {

  private static final int ROUNDS = 31;

  private final Path directory;
  private final int messageBytes;
  private final int group;
  private final int groups;
  private final byte[] message;

  private ChunkBufferThroughput(Path directory, int messageBytes, int group, int groups) {
    this.directory = directory;
    this.messageBytes = messageBytes;
    this.group = group;
    this.groups = groups;
    this.message = new byte[messageBytes];
    new Random(1).nextBytes(message);
  }

  public static void main(String[] arguments) throws IOException {
    Path directory = Files.createTempDirectory(Path.of(arguments[0]), "throughput");
    System.out.println("message   group   plain MB/s  buffer MB/s  ratio  batches/s");
    for (int[] shape : new int[][] {{4 << 10, 64, 40}, {64 << 10, 16, 20}, {512 << 10, 8, 10}}) {
      new ChunkBufferThroughput(directory, shape[0], shape[1], shape[2]).compare();
    }
    recovery(directory);
    delete(directory);
  }

  private void compare() throws IOException {
    List<Long> plain = new ArrayList<>();
    List<Long> buffered = new ArrayList<>();
    List<Double> ratios = new ArrayList<>();
    for (int round = -2; round < ROUNDS; round++) {
      long first = round % 2 == 0 ? plain() : buffered();
      long second = round % 2 == 0 ? buffered() : plain();
      if (round >= 0) {
        plain.add(round % 2 == 0 ? first : second);
        buffered.add(round % 2 == 0 ? second : first);
        ratios.add((double) plain.getLast() / buffered.getLast());
      }
    }
    double bytes = (double) messageBytes * group * groups;
    System.out.printf(
        "%7d  %6d  %11.0f  %11.0f  %5.2f  %9.0f%n",
        messageBytes,
        group,
        bytes / median(plain) * 1e3,
        bytes / median(buffered) * 1e3,
        median(ratios),
        group * groups / median(buffered) * 1e9);
  }

  private long plain() throws IOException {
    Path file = directory.resolve("plain");
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      long start = System.nanoTime();
      for (int i = 0; i < groups; i++) {
        for (int j = 0; j < group; j++) {
          ByteBuffer bytes = ByteBuffer.wrap(message);
          while (bytes.hasRemaining()) {
            channel.write(bytes);
          }
        }
        channel.force(false);
      }
      return System.nanoTime() - start;
    } finally {
      Files.delete(file);
    }
  }

  private long buffered() throws IOException {
    Path volume = Files.createDirectory(directory.resolve("volume"));
    try (PersistenceService service = claim(volume)) {
      service.commitWorkingState(new byte[0]);
      service.settle();
      long start = System.nanoTime();
      for (int i = 0; i < groups; i++) {
        for (int j = 0; j < group; j++) {
          service.appendChunkToBuffer(message);
        }
        service.forceChunkBuffer();
      }
      return System.nanoTime() - start;
    } finally {
      delete(volume);
    }
  }

  /** A snapshot of 64 MiB and a buffer of 64 MiB after it, in the page cache. */
  private static void recovery(Path directory) throws IOException {
    Path volume = Files.createDirectory(directory.resolve("recovery"));
    byte[] state = new byte[64 << 20];
    byte[] message = new byte[256 << 10];
    new Random(2).nextBytes(state);
    new Random(3).nextBytes(message);
    try (PersistenceService service = claim(volume)) {
      service.commitWorkingState(state);
      service.settle();
      for (int i = 0; i < 256; i++) {
        service.appendChunkToBuffer(message);
      }
      service.forceChunkBuffer();
    }
    for (int round = 0; round < 5; round++) {
      long start = System.nanoTime();
      try (PersistenceService service = claim(volume)) {
        long read = System.nanoTime();
        System.out.printf(
            "recovery of 64 MiB + %d chunks: read in %d ms",
            service.report().chunks(), (read - start) / 1_000_000);
        if (round == 4) {
          service.commitWorkingState(state);
          System.out.printf(", first snapshot in %d ms", (System.nanoTime() - read) / 1_000_000);
        }
        System.out.println();
      }
    }
  }

  private static PersistenceService claim(Path volume) {
    return PersistenceService.claim(
        new FileDisk(volume),
        "p",
        "p",
        new UUID(1, 1),
        PersistenceSettings.standard(),
        CrashPoints.none());
  }

  private static double median(List<? extends Number> values) {
    return values.stream()
        .map(Number::doubleValue)
        .sorted()
        .skip(values.size() / 2)
        .findFirst()
        .orElseThrow();
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> below = Files.walk(directory)) {
      for (Path path : below.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
