package dev.roastery.cli.service;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.Commands;
import dev.roastery.cli.Outcome;
import dev.roastery.embedded.sample.Progress;
import dev.roastery.embedded.sample.SampleDataset;
import dev.roastery.embedded.sample.SampleSettings;
import dev.roastery.testkit.oracle.NaiveOracle;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that mean no good, at the same door and the same time as one that does. */
class HostileClientsTest {

  private static final int IDLE = 2_000;

  @TempDir private Path folder;
  private final List<Socket> sockets = new ArrayList<>();
  private Service service;

  @BeforeEach
  void setUp() throws IOException {
    service =
        Service.dev(folder, "--stall-seconds=2", "--part-bytes-max=300000000", "--uploads-max=64");
  }

  @AfterEach
  void tearDown() throws IOException {
    for (Socket each : sockets) {
      each.close();
    }
    service.close();
  }

  @Test
  void theyAreRefusedAndAnHonestClientGetsItsRightAnswer() throws Exception {
    Path set = folder.resolve("set");
    new SampleDataset(new SampleSettings(40_000, 12, 4), set, Progress.UNWATCHED).write(2);
    String job = newJob();
    List<Socket> slow = new ArrayList<>();
    for (int i = 0; i < IDLE; i++) {
      sockets.add(connect());
    }
    for (int i = 0; i < 20; i++) {
      slow.add(put(job + "/parts/stores/slow" + i, "store_id,st"));
    }
    Path out = folder.resolve("out");
    CompletableFuture<Outcome> honest =
        CompletableFuture.supplyAsync(() ->
            Commands.run(
                Map.of("ROASTERY_GATEWAY", service.url()),
                "submit",
                set.toString(),
                "--watch",
                "--quiet",
                "--out=" + out));

    assertThat(head("GET /v1/jobs HTTP/1.1\r\nHost: h\r\nX: " + "x".repeat(30_000) + "\r\n\r\n"))
        .startsWith("HTTP/1.1 431 ");
    assertThat(head("GET " + job + "/../../../../etc/passwd HTTP/1.1\r\nHost: h\r\n\r\n"))
        .startsWith("HTTP/1.1 4");
    assertThat(service.status("/v1/jobs/" + UUID.randomUUID())).isEqualTo(404);
    assertThat(part(job, "..%2f..%2fevil", "x".getBytes(ISO_8859_1), "identity").statusCode())
        .isBetween(400, 404);
    HttpResponse<String> bomb = part(job, "bomb.csv", bomb(), "gzip");
    assertThat(bomb.statusCode()).as(bomb.body()).isEqualTo(413);
    for (Socket each : slow) {
      assertThat(head(each)).startsWith("HTTP/1.1 408 ");
    }

    Outcome outcome = honest.get();
    assertThat(outcome.code()).as(outcome.err()).isZero();
    assertThat(Service.results(out)).isEqualTo(right(set));
    assertThat(folder.resolve("evil")).doesNotExist();
  }

  private String newJob() throws IOException {
    HttpResponse<String> answer =
        service.call(service.to("/v1/jobs").POST(BodyPublishers.ofString("{}")));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    return answer.headers().firstValue("Location").orElseThrow();
  }

  private HttpResponse<String> part(String job, String name, byte[] body, String encoding)
      throws IOException {
    return service.call(
        service
            .to(job + "/parts/stores/" + name)
            .header("Content-Encoding", encoding)
            .PUT(BodyPublishers.ofByteArray(body)));
  }

  /** 200 MB of nothing, in 200 kB. */
  private static byte[] bomb() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write("store_id,store_name\n".getBytes(ISO_8859_1));
      byte[] row = ("1," + "a".repeat(60_000) + "\n").getBytes(ISO_8859_1);
      for (int i = 0; i < 6_000; i++) {
        out.write(row);
      }
    }
    return packed.toByteArray();
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), service.port());
    socket.setSoTimeout(60_000);
    return socket;
  }

  private Socket put(String path, String begin) throws IOException {
    Socket socket = connect();
    sockets.add(socket);
    String head = "PUT " + path + " HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\n";
    socket.getOutputStream().write((head + begin).getBytes(ISO_8859_1));
    return socket;
  }

  private String head(String request) throws IOException {
    Socket socket = connect();
    sockets.add(socket);
    socket.getOutputStream().write(request.getBytes(ISO_8859_1));
    return head(socket);
  }

  /** The first line of the answer. */
  private static String head(Socket socket) throws IOException {
    InputStream in = socket.getInputStream();
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next >= 0 && next != '\r'; next = in.read()) {
      line.append((char) next);
    }
    return line.toString();
  }

  private static SortedMap<String, String> right(Path set) throws Exception {
    SortedMap<String, String> right = new TreeMap<>();
    NaiveOracle.results(set).forEach((query, csv) -> right.put(query + ".csv", csv));
    return right;
  }
}
