package dev.roastery.bucket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.storage.object.Content;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.object.ObjectStore;
import dev.roastery.harness.store.FakeFault;
import dev.roastery.testkit.store.FakeS3;
import dev.roastery.testkit.store.MemoryStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code run} and {@code tables infer} read objects as they read files, and write results back. */
class StoreRunTest {

  private static final String SQL =
      "sums: select city, sum(price) as total from orders group by city";

  @TempDir private Path folder;

  @Test
  void aRunOverABucketGivesTheBytesOfARunOverTheSameFiles() throws IOException {
    Path set = folder.resolve("set");
    Cli.run("generate", "--out", set.toString(), "--transactions", "30000").isDone();
    Cli.run("run", set.toString(), "--out", folder.resolve("out").toString()).isDone();
    try (BucketServer server = BucketServer.start(folder.resolve("buckets"), 0);
        ObjectStore store = TestBuckets.client(server)) {
      TestSets.upload(store, set, "sets/one/");

      String from = url(server, "/some/prefix/sets/one");
      String to = url(server, "/some/prefix/results");
      Cli.Outcome first = Cli.run("run", from, "--out", to, "--threads", "3").isDone();
      assertThat(first.err()).contains("; results in s3://roastery/some/prefix/results\n");
      assertThat(TestSets.objects(store, "results/"))
          .isEqualTo(TestSets.files(folder.resolve("out")));

      Cli.run("run", from, "--out", to).isDone(); // replaces them, as in a folder
      assertThat(TestSets.objects(store, "results/"))
          .isEqualTo(TestSets.files(folder.resolve("out")));
    }
  }

  @Test
  void compressedAndPlainObjectsOfMoreThanOneBlockAreInferredAndRead() throws IOException {
    byte[] rows = rows(150_000);
    assertThat(rows.length).isGreaterThan(3 << 20);
    MemoryStore memory = new MemoryStore();
    memory.put(new ObjectName("p/orders/a.csv"), Content.of(rows));
    memory.put(new ObjectName("p/orders/b.csv.gz"), Content.of(packed(rows)));
    memory.put(new ObjectName("p/orders/none.csv"), Content.of(new byte[0]));
    memory.put(new ObjectName("p/notes.txt"), Content.of("notes".getBytes(UTF_8)));
    try (FakeS3 fake = FakeS3.over(memory)) {
      Cli.Outcome inferred = Cli.run("tables", "infer", url(fake)).isDone();
      assertThat(inferred.out()).contains("\"price\" : \"decimal(2)\"");
      assertThat(inferred.err()).contains("orders (3 files)").contains("not read, 1: notes.txt");

      Cli.Outcome sums = Cli.run("run", url(fake), "--sql", SQL, "--format", "csv").isDone();
      assertThat(sums.out()).isEqualTo("city,total\nBerlin,150000.00\nBonn,150000.00\n");
    }
  }

  @Test
  void aBadRowIsToldWithTheObjectsAddressAndItsLine() throws IOException {
    MemoryStore memory = new MemoryStore();
    memory.put(
        new ObjectName("p/orders.csv"),
        Content.of("city,price\nBonn,1.00\nBonn,2.00,3\nBerlin,4.00\n".getBytes(UTF_8)));
    try (FakeS3 fake = FakeS3.over(memory)) {
      Cli.Outcome refused = Cli.run("run", url(fake), "--sql", SQL);
      assertThat(refused.code()).isEqualTo(4);
      assertThat(refused.err()).contains("s3://bucket/p/orders.csv").contains("line 3");

      Path out = folder.resolve("out");
      Cli.run(
              "run",
              url(fake),
              "--sql",
              SQL,
              "--bad-rows",
              "skip",
              "--max-bad-rows",
              "1",
              "--out",
              url(fake).replace("/p?", "/out?"))
          .isDone();
      assertThat(TestSets.objects(memory, "out/"))
          .containsOnlyKeys("rejected-rows.csv", "sums.csv");
      assertThat(Files.exists(out)).isFalse();
    }
  }

  @Test
  void anObjectThatIsReplacedWhileItIsReadEndsTheRun() throws IOException {
    MemoryStore memory = new MemoryStore();
    ObjectName name = new ObjectName("p/orders.csv");
    memory.put(name, Content.of(rows(300_000)));
    try (FakeS3 fake = FakeS3.over(memory)) {
      AtomicInteger reads = new AtomicInteger();
      fake.faults(request -> {
        if (request.method().equals("GET")
            && request.toString().contains("orders.csv")
            && reads.incrementAndGet() == 5) {
          memory.put(name, Content.of(rows(200_000)));
        }
        return new FakeFault.None();
      });
      Cli.Outcome outcome =
          Cli.run("run", url(fake), "--sql", SQL, "--out", folder.resolve("out").toString());
      assertThat(outcome.code()).isEqualTo(4);
      assertThat(outcome.err())
          .contains("roastery: s3://bucket/p/orders.csv was replaced or deleted while it was read");
      assertThat(TestSets.files(folder.resolve("out"))).isEmpty();
    }
  }

  @Test
  void whatIsNotThereAndWhatIsRefusedEndWithTheirSentences() throws IOException {
    try (FakeS3 fake = FakeS3.over(new MemoryStore())) {
      Cli.Outcome nothing = Cli.run("run", url(fake), "--sql", SQL);
      assertThat(nothing.code()).isEqualTo(2);
      assertThat(nothing.err())
          .contains("there is no object whose address begins with s3://bucket/p/");
    }
    try (BucketServer server = BucketServer.start(folder.resolve("buckets"), 0)) {
      Cli.Outcome refused = Cli.run("run", "s3://nowhere/p?endpoint=" + server.endpoint());
      assertThat(refused.code()).isEqualTo(56);
      assertThat(refused.err()).contains("STORE_REFUSED: there is no bucket nowhere");
    }
    Files.writeString(folder.resolve("orders.csv"), "city,price\nBonn,1.00\n");
    Cli.Outcome nowhere =
        Cli.run(
            "run",
            "file://" + folder,
            "--sql",
            SQL,
            "--out",
            "s3://b-c/p?endpoint=http://127.0.0.1:1");
    assertThat(nowhere.code()).isEqualTo(8);
    assertThat(nowhere.err()).contains("nothing listens there");
  }

  private static String url(FakeS3 fake) {
    return "s3://bucket/p?endpoint=" + fake.endpoint();
  }

  private static String url(BucketServer server, String path) {
    return "s3://" + BucketServer.BUCKET + path + "?endpoint=" + server.endpoint();
  }

  private static byte[] rows(int count) {
    StringBuilder text = new StringBuilder("city,price,remark\n");
    for (int row = 0; row < count; row++) {
      text.append(row % 2 == 0 ? "Bonn" : "Berlin")
          .append(",1.00,row number ")
          .append(row)
          .append('\n');
    }
    return text.toString().getBytes(UTF_8);
  }

  private static byte[] packed(byte[] rows) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(packed)) {
      out.write(rows);
    }
    return packed.toByteArray();
  }
}
