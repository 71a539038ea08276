package dev.roastery.simulation.mutation;

import dev.roastery.common.broker.Parcel;
import dev.roastery.common.broker.Transport;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.journal.PersistenceService;
import dev.roastery.common.journal.format.ProcessedIds;
import dev.roastery.common.kernel.run.GroupRuns;
import dev.roastery.common.kernel.state.GroupTables;
import dev.roastery.common.kernel.state.KeptStreams;
import dev.roastery.common.kernel.state.StageState;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.partition.PartitionListener;
import dev.roastery.common.partition.PendingSend;
import dev.roastery.common.partition.host.Watchdog;
import dev.roastery.common.partition.ownership.PartitionOwner;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.process.HeartbeatSender;
import dev.roastery.common.query.value.RowOrder;
import dev.roastery.common.storage.object.ByteRange;
import dev.roastery.common.storage.object.Content;
import dev.roastery.common.storage.object.Creation;
import dev.roastery.common.storage.object.ETag;
import dev.roastery.common.storage.object.Got;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.object.ObjectStore;
import dev.roastery.common.storage.object.PatientStore;
import dev.roastery.common.storage.object.SettledCreate;
import dev.roastery.common.storage.object.SettledCreate.Settled;
import dev.roastery.common.storage.object.StoreException;
import dev.roastery.common.workflow.log.ExecutionState;
import dev.roastery.gateway.cluster.LostMessages;
import dev.roastery.gateway.jobs.JobFacts;
import dev.roastery.gateway.jobs.JobMachine;
import dev.roastery.gateway.jobs.service.JobState;
import dev.roastery.gateway.jobs.upload.PartRoute;
import dev.roastery.input.csv.scan.RowStarts;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** What mutants do instead of what is right. Called by rewritten classes only. */
public final class Sabotage {

  private static final long IMPATIENT_MILLIS = 1_000;
  private static final SplittableRandom RANDOM = new SplittableRandom(1);

  private Sabotage() {}

  /** A watchdog that never looks. */
  public static Watchdog unwatched(
      PartitionListener next, long limitMillis, Consumer<Fatal> onFatal) {
    return new Watchdog(next, limitMillis, System::nanoTime, onFatal);
  }

  /** A watchdog that bites soon: no sabotage, but what a test can wait for. */
  public static Watchdog impatient(
      PartitionListener next, long limitMillis, Consumer<Fatal> onFatal) {
    return Watchdog.started(next, IMPATIENT_MILLIS, onFatal);
  }

  /** A node that says goodbye before its partitions are released. */
  public static void closeAtOnce(HeartbeatSender heart) {
    heart.stopping();
    heart.close();
  }

  /** A stop that takes as long as it takes: no sabotage, but a test may hold a partition then. */
  public static boolean joinForEver(Thread stopping, Duration limit) throws InterruptedException {
    stopping.join();
    return true;
  }

  /** A report for which a node waits until every partition is free. */
  public static boolean awaitForEver(CountDownLatch said, long time, TimeUnit unit)
      throws InterruptedException {
    said.await();
    return true;
  }

  /** Output ids that are drawn instead of counted. */
  public static Object randomSeq(
      Map<Object, Object> sent, Object key, Object one, BiFunction<Object, Object, Object> add) {
    sent.merge(key, one, add);
    return RANDOM.nextLong(1, 1_000_000);
  }

  /** Each END counts, even a second one of the same sender. */
  public static Object countMessage(
      SortedMap<Object, Object> promised, Object sender, Object count) {
    Object key = sender;
    while (promised.containsKey(key)) {
      key = (Integer) key + 1;
    }
    promised.put(key, count);
    return null;
  }

  /** A snapshot without processed ids. */
  public static void writeNoIds(ProcessedIds ids, DataOutputStream out) throws IOException {
    out.writeInt(0);
  }

  /** A publication that counts as confirmed when it is sent. */
  public static void confirmAtOnce(
      Transport transport, String queue, Parcel parcel, Runnable confirmed) {
    transport.publish(queue, parcel, () -> {});
    confirmed.run();
  }

  /** A job may be cancelled until its client knows that it is over. */
  public static boolean isNotOver(JobFacts job) {
    return !job.state().isTerminal() && !job.isEnding();
  }

  /** A job that is over as soon as its end has begun. */
  public static JobState isOverAlready(JobFacts job) {
    return job.isEnding() ? JobState.FAILED : job.state();
  }

  /** An execution that has always ended. */
  public static boolean yes(ExecutionState state) {
    return true;
  }

  /** A job that waits for its approval, whatever it does. */
  public static JobState isWaiting(JobFacts job) {
    return JobState.WAITING_FOR_APPROVAL;
  }

  /** A job that runs, whatever it does. */
  public static JobState isRunning(JobFacts job) {
    return JobState.RUNNING;
  }

  /** Every attempt is the same. */
  public static boolean isSame(JobId one, Object other) {
    return true;
  }

  /** A queue that is empty, whatever it has. */
  public static boolean isEmptyAnyhow(LostMessages.Cluster cluster, PartitionName partition) {
    return true;
  }

  /** An owner that has nothing in hand, whatever it says. */
  public static boolean isIdleAnyhow(
      LostMessages.Cluster cluster, PartitionName partition, Instant since) {
    return true;
  }

  /** An owner that had nothing in hand at some time. */
  public static boolean isIdleEver(
      LostMessages.Cluster cluster, PartitionName partition, Instant since) {
    return cluster.isIdleSince(partition, Instant.MIN);
  }

  /** A time that is late enough. */
  public static boolean isAfterAnyhow(Instant time, Instant other) {
    return true;
  }

  /** The job of a label, but another attempt. */
  public static Optional<JobId> nextAttempt(String label) {
    return JobId.parse(label).map(job -> new JobId(job.id(), job.attempt() + 1));
  }

  /** An attempt of which partitions have said that they have nothing, before they were asked. */
  public static void beginWithAnswers(JobFacts job, int attempt)
      throws ReflectiveOperationException {
    beginWith(job, attempt, "clean");
  }

  /** An attempt that has the parts of the one before. */
  public static void beginWithParts(JobFacts job, int attempt) throws ReflectiveOperationException {
    beginWith(job, attempt, "parts");
  }

  private static void beginWith(JobFacts job, int attempt, String kept)
      throws ReflectiveOperationException {
    Field field = JobFacts.class.getDeclaredField(kept);
    field.setAccessible(true);
    Object before = field.get(job);
    Method begin = JobFacts.class.getDeclaredMethod("begin", int.class);
    begin.setAccessible(true);
    invoke(begin, job, attempt);
    field.set(job, before);
  }

  /** A message that counts as recorded when it has come. */
  public static CompletableFuture<?> deliverLater(JobMachine machine, Message message) {
    var _ = machine.deliver(message);
    return CompletableFuture.completedFuture(true);
  }

  /** A batch that counts as confirmed when it is sent. */
  public static void publishUnconfirmed(
      PartRoute route, int part, long batch, byte[] rows, Runnable confirmed) {
    switch (route.use()) {
      case COUNTED -> route.feed().fact(route.table(), part, batch, rows, () -> {});
      case LOOKED_UP -> route.feed().reference(route.table(), part, batch, rows, () -> {});
    }
    confirmed.run();
  }

  /** No piece is left, whatever there is. */
  public static boolean nothingLeft(PendingSend send) {
    return false;
  }

  /** Rows as a hash map happens to hold them. */
  @SuppressWarnings("NonApiType") // the signature is that of the call it replaces
  public static Set<?> inAnyOrder(TreeMap<?, ?> rows) {
    List<Object> order = new ArrayList<>(rows.entrySet());
    for (int i = order.size() - 1; i > 0; i--) {
      Collections.swap(order, i, RANDOM.nextInt(i + 1));
    }
    return new LinkedHashSet<>(order);
  }

  /** Working state without the sums. */
  public static byte[] saveNothing(GroupTables state) {
    return nothing();
  }

  /** Working state without the batches that came. */
  public static byte[] saveNothing(KeptStreams state) {
    return nothing();
  }

  private static byte[] nothing() {
    return StageState.encode(new TreeMap<String, TreeMap<StageState.Place, byte[]>>());
  }

  /** A list of which the first element comes a second time. */
  public static List<?> firstTwice(Collection<?> all) {
    List<Object> more = new ArrayList<>(all);
    more.addAll(all.stream().limit(1).toList());
    return more;
  }

  /** A run that is being written has none of its groups in memory. */
  public static Optional<Rows> nothingUnwritten(GroupRuns runs) {
    return Optional.empty();
  }

  /** Rows as chance has them. */
  public static int[] shuffled(Rows rows, int[] some, RowOrder order) {
    int[] numbers = some.clone();
    for (int i = numbers.length - 1; i > 0; i--) {
      int other = RANDOM.nextInt(i + 1);
      int number = numbers[i];
      numbers[i] = numbers[other];
      numbers[other] = number;
    }
    return numbers;
  }

  /** A gate that waits for the first of its streams only. */
  public static Stream<Object> onlyFirst(Stream<Object> first, Stream<Object> second) {
    return first;
  }

  /** An epoch that counts without proof that its owner still had its place in line. */
  public static void settleAtOnce(PartitionOwner owner) throws ReflectiveOperationException {
    Field stand = PartitionOwner.class.getDeclaredField("stand");
    stand.setAccessible(true);
    Object inside = stand.get(owner);
    Object place = call(inside, "place");
    Object open = call(inside, "open");
    Method settle =
        PartitionOwner.class.getDeclaredMethod("settle", place.getClass(), open.getClass());
    settle.setAccessible(true);
    invoke(settle, owner, place, open);
  }

  private static Object call(Object object, String method) throws ReflectiveOperationException {
    Method accessor = object.getClass().getDeclaredMethod(method);
    accessor.setAccessible(true);
    return accessor.invoke(object);
  }

  static Object invoke(Method method, Object object, Object... arguments)
      throws IllegalAccessException {
    try {
      return method.invoke(object, arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof Error crash) {
        throw crash;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  /** The buffer cut before the snapshot that covers it is there. */
  public static void trimFirst(PersistenceService service) throws ReflectiveOperationException {
    Field field = PersistenceService.class.getDeclaredField("buffer");
    field.setAccessible(true);
    Object buffer = field.get(service);
    if (buffer != null) {
      Method trim = buffer.getClass().getDeclaredMethod("trimBefore", long.class);
      trim.setAccessible(true);
      invoke(trim, buffer, Long.MAX_VALUE);
    }
  }

  /** A create that does not happen. */
  public static Settled pretend(PatientStore store, ObjectName name, byte[] bytes) {
    return new Settled.Mine();
  }

  /** A create that replaces what is there. */
  public static Settled overwrite(PatientStore store, ObjectName name, byte[] bytes)
      throws StoreException {
    store.put(name, Content.of(bytes));
    return new Settled.Mine();
  }

  /** A create that has always succeeded. */
  public static Settled createInVain(PatientStore store, ObjectName name, byte[] bytes)
      throws StoreException {
    var _ = store.create(name, bytes);
    return new Settled.Mine();
  }

  /** Whoever created it. */
  public static boolean alwaysEqual(byte[] there, byte[] mine) {
    return true;
  }

  /** The reply was lost, and now it is somebody else's. */
  public static boolean neverEqual(byte[] there, byte[] mine) {
    return false;
  }

  /** No answer is a good answer. */
  public static Settled hopeTheBest(SettledCreate creates, ObjectName name, byte[] bytes)
      throws StoreException, ReflectiveOperationException {
    Field field = SettledCreate.class.getDeclaredField("store");
    field.setAccessible(true);
    return ((ObjectStore) field.get(creates)).create(name, Content.of(bytes))
            instanceof Creation.ExistsAlready
        ? creates.create(name, bytes)
        : new Settled.Mine();
  }

  /** For {@code RowStarts.anywhere}. */
  public static RowStarts.Search lookNowhere(RowStarts starts, long from, long target) {
    return starts.atRow(target, target);
  }

  /** For {@code ObjectStore.get}. */
  public static Got getAnyVersion(ObjectStore store, ObjectName name, ByteRange range, ETag etag)
      throws StoreException {
    return store.get(name, range, ETag.ANY);
  }
}
