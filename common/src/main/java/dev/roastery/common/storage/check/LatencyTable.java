package dev.roastery.common.storage.check;

import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.object.StoreException;
import java.util.Arrays;
import java.util.List;

/** Times creates and gets, one after the other. */
final class LatencyTable {

  private static final int SMALL = 1_000;
  private static final int LARGE = 1_000_000;
  private static final int SMALL_CALLS = 100;
  private static final int LARGE_CALLS = 20;

  /** A call that has a number. */
  private interface Call {
    void run(int number) throws StoreException;
  }

  private LatencyTable() {}

  static List<Latency> of(TestGround ground) throws StoreException {
    return List.of(
        timed("create 1 KB", SMALL_CALLS, i -> create(ground, i, SMALL)),
        timed("create 1 MB", LARGE_CALLS, i -> create(ground, i, LARGE)),
        timed("get 1 KB", SMALL_CALLS, i -> ground.store().get(name(ground, i, SMALL))),
        timed("get 1 MB", LARGE_CALLS, i -> ground.store().get(name(ground, i, LARGE))));
  }

  private static Latency timed(String what, int calls, Call call) throws StoreException {
    long[] nanos = new long[calls];
    for (int i = 0; i < calls; i++) {
      long start = System.nanoTime();
      call.run(i);
      nanos[i] = System.nanoTime() - start;
    }
    return Latency.of(what, nanos);
  }

  private static void create(TestGround ground, int number, int bytes) throws StoreException {
    byte[] body = new byte[bytes];
    Arrays.fill(body, (byte) number);
    ground.make(name(ground, number, bytes), body);
  }

  private static ObjectName name(TestGround ground, int number, int bytes) {
    return ground.name("latency-" + bytes + "-" + number);
  }
}
