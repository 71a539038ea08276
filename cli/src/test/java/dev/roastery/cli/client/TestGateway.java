package dev.roastery.cli.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.roastery.cli.client.TestJobs.Job;
import dev.roastery.cli.client.TestJobs.Part;
import dev.roastery.gateway.jobs.service.JobState;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A gateway after the contract, whose jobs survive its restart, and that fails as told. */
public final class TestGateway implements AutoCloseable {

  static final ObjectMapper JSON = new ObjectMapper();

  public final TestJobs jobs = new TestJobs();

  /** {@code METHOD /path}, as they came. */
  public final List<String> calls = Collections.synchronizedList(new ArrayList<>());

  /** So many calls are answered 503 first. */
  public final AtomicInteger unavailable = new AtomicInteger();

  /** The body of the next part breaks off after so many bytes; -1 for never. */
  public final AtomicLong breakAt = new AtomicLong(-1);

  /** So many answers are lost after the work is done. */
  public final AtomicInteger lostCreations = new AtomicInteger();

  /** So many answers to HEAD tell an offset that is not so any more. */
  public final AtomicInteger wrongOffsets = new AtomicInteger();

  /** So many downloads are damaged. */
  public final AtomicInteger damaged = new AtomicInteger();

  /** So many downloads break off half-way. */
  public final AtomicInteger brokenDownloads = new AtomicInteger();

  /** Each stream of events breaks off after so many. */
  public volatile int eventsAtOnce = Integer.MAX_VALUE;

  public volatile Optional<String> token = Optional.empty();

  /** What is done instead of going on where {@link #breakAt} is. */
  public volatile Runnable atBreak = () -> {};

  /** The part that is refused for its bad row; its job fails. */
  public volatile String badPart = "";

  /** Parts that are received right now, and the most at once. */
  private final AtomicInteger receiving = new AtomicInteger();

  public final AtomicInteger receivingMost = new AtomicInteger();

  /** Parts wait for each other before the first goes on. */
  public volatile CountDownLatch together = new CountDownLatch(0);

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private HttpServer server;
  private final int port;

  public TestGateway() throws IOException {
    this.server = listen(0);
    this.port = server.getAddress().getPort();
  }

  private HttpServer listen(int onPort) throws IOException {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), onPort);
    HttpServer listening = HttpServer.create(address, 0);
    listening.createContext("/", this::handle);
    listening.setExecutor(threads);
    listening.start();
    return listening;
  }

  public String url() {
    return "http://127.0.0.1:" + port;
  }

  public synchronized void stop() {
    server.stop(0);
  }

  public synchronized void start() throws IOException {
    server = listen(port);
  }

  @Override
  public void close() {
    stop();
    threads.shutdownNow();
  }

  public long count(String call) {
    return List.copyOf(calls).stream().filter(each -> each.startsWith(call)).count();
  }

  private void handle(HttpExchange call) throws IOException {
    String path = call.getRequestURI().getPath();
    calls.add(call.getRequestMethod() + " " + path);
    try (call) {
      String bearer = call.getRequestHeaders().getFirst("Authorization");
      if (unavailable.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
        call.getResponseHeaders().set("Retry-After", "0");
        problem(call, 503, "unavailable", "the broker is away", Map.of());
      } else if (token.isPresent() && !("Bearer " + token.get()).equals(bearer)) {
        problem(call, 401, "unauthorized", "no such token", Map.of());
      } else if (path.equals("/v1/workers")) {
        answer(call, 200, "{\"workers\":[{\"node\":\"a-1\",\"owns\":[]}],\"partitions\":[]}");
      } else if (path.equals("/v1/jobs")) {
        jobs(call);
      } else {
        Optional<Job> job = jobs.find(path.split("/", -1)[3]);
        if (job.isEmpty()) {
          problem(call, 404, "not-found", "there is no such job", Map.of());
        } else {
          job(call, job.get(), path.split("/", 5));
        }
      }
    }
  }

  private void jobs(HttpExchange call) throws IOException {
    if (call.getRequestMethod().equals("GET")) {
      answer(call, 200, "{\"jobs\":[" + String.join(",", jobs.texts()) + "]}");
      return;
    }
    String key = call.getRequestHeaders().getFirst("Idempotency-Key");
    String request = new String(call.getRequestBody().readAllBytes(), UTF_8);
    boolean known = jobs.keys().contains(key);
    Job job = jobs.create(key, request);
    if (lostCreations.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      return;
    }
    answer(call, known ? 200 : 201, job.text());
  }

  private void job(HttpExchange call, Job job, String[] path) throws IOException {
    String what = path.length < 5 ? "" : path[4];
    String method = call.getRequestMethod();
    if (what.startsWith("parts/")) {
      part(call, job, what.substring("parts/".length()));
    } else if (what.equals("events")) {
      events(call, job);
    } else if (what.equals("results")) {
      answer(call, 200, "{\"results\":" + job.resultsText() + "}");
    } else if (what.equals("rejects")) {
      answer(call, 200, "part,line,column,reason,value,row\n");
    } else if (what.startsWith("results/")) {
      String csv = job.results().get(what.substring("results/".length()));
      boolean wrong = damaged.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
      if (brokenDownloads.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
        call.sendResponseHeaders(200, csv.length());
        call.getResponseBody().write(csv.substring(0, csv.length() / 2).getBytes(UTF_8));
        throw new IOException("the connection breaks");
      }
      answer(call, 200, wrong ? csv.replace('1', '2') : csv);
    } else if (method.equals("DELETE")) {
      jobs.delete(job);
      call.sendResponseHeaders(204, -1);
    } else if (method.equals("GET")) {
      answer(call, 200, job.text());
    } else if (!job.apply(what)) {
      problem(call, 409, "conflict", "the job is over", Map.of());
    } else {
      answer(call, 202, job.text());
    }
  }

  private void part(HttpExchange call, Job job, String name) throws IOException {
    Part part = job.part(name);
    String method = call.getRequestMethod();
    if (method.equals("HEAD")) {
      if (wrongOffsets.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
        call.getResponseHeaders().set("Upload-Offset", "1");
        call.sendResponseHeaders(204, -1);
        return;
      }
      if (!part.begun) {
        call.sendResponseHeaders(404, -1);
        return;
      }
      part(call, 204, part);
      return;
    }
    String offset = call.getRequestHeaders().getFirst("Upload-Offset");
    if (method.equals("PATCH") && Long.parseLong(offset) != part.offset()) {
      problem(call, 409, "offset-mismatch", "go on", Map.of("expected-offset", part.offset()));
    } else if (receive(call, job, part, name)) {
      part(call, 201, part);
    }
  }

  /** Whether all of it came. */
  private boolean receive(HttpExchange call, Job job, Part part, String name) throws IOException {
    String encoding = call.getRequestHeaders().getFirst("Content-Encoding");
    part.begin(encoding, call.getRequestMethod().equals("PUT"));
    receivingMost.accumulateAndGet(receiving.incrementAndGet(), Math::max);
    try {
      awaitOthers();
      InputStream body = call.getRequestBody();
      byte[] buffer = new byte[1000];
      for (int read = body.read(buffer); read >= 0; read = body.read(buffer)) {
        part.bytes.write(buffer, 0, read);
        long limit = breakAt.get();
        if (limit >= 0 && part.bytes.size() >= limit && breakAt.compareAndSet(limit, -1)) {
          atBreak.run();
          return false;
        }
        if (name.equals(badPart)) {
          job.over(JobState.FAILED);
          Map<String, Object> row =
              Map.of(
                  "part",
                  name,
                  "line",
                  7,
                  "column",
                  "item_id",
                  "reason",
                  "is not a whole number",
                  "value",
                  "x\u001b[31m");
          problem(call, 422, "bad-row", "a row cannot be read", row);
          return false;
        }
      }
      part.complete = true;
      return true;
    } finally {
      receiving.decrementAndGet();
    }
  }

  private void awaitOthers() {
    try {
      together.countDown();
      if (!together.await(30, TimeUnit.SECONDS)) {
        throw new AssertionError("still waiting for " + together.getCount() + " parts more");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("the gateway is closed", e);
    }
  }

  private static void part(HttpExchange call, int status, Part part) throws IOException {
    call.getResponseHeaders().set("Upload-Offset", String.valueOf(part.offset()));
    call.getResponseHeaders().set("Upload-Complete", part.complete ? "?1" : "?0");
    call.sendResponseHeaders(status, -1);
  }

  private void events(HttpExchange call, Job job) throws IOException {
    if (!"text/event-stream".equals(call.getRequestHeaders().getFirst("Accept"))) {
      answer(call, 200, "{\"events\":[" + String.join(",", job.events()) + "]}");
      return;
    }
    String last = call.getRequestHeaders().getFirst("Last-Event-ID");
    int next = last == null ? 0 : Integer.parseInt(last);
    call.getResponseHeaders().set("Content-Type", "text/event-stream");
    call.sendResponseHeaders(200, 0);
    OutputStream out = call.getResponseBody();
    for (int sent = 0; sent < eventsAtOnce; sent++, next++) {
      while (job.events().size() <= next) {
        if (job.isOver()) {
          return;
        }
        out.write(": ping\n\n".getBytes(UTF_8));
        out.flush();
        job.awaitNews(next);
      }
      String data = job.events().get(next);
      String kind = JSON.readTree(data).path("kind").textValue();
      String event = "id: " + (next + 1) + "\nevent: " + kind + "\ndata: " + data + "\n\n";
      out.write(event.getBytes(UTF_8));
      out.flush();
    }
  }

  private static void problem(
      HttpExchange call, int status, String slug, String detail, Map<String, Object> members)
      throws IOException {
    Map<String, Object> problem = new java.util.TreeMap<>(members);
    problem.put("type", "/problems/" + slug);
    problem.put("detail", detail);
    call.getResponseHeaders().set("Content-Type", "application/problem+json");
    answer(call, status, JSON.writeValueAsString(problem));
  }

  private static void answer(HttpExchange call, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(UTF_8);
    call.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    if (bytes.length > 0) {
      call.getResponseBody().write(bytes);
    }
  }
}
