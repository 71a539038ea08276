package dev.roastery.testkit.store;

import dev.roastery.common.storage.object.ObjectStore;
import dev.roastery.harness.store.FakeFault;
import dev.roastery.harness.store.FakeRequest;
import dev.roastery.harness.store.StoreServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLContext;

/**
 * A {@link StoreServer} in this process, over a store of the test's. It does to each request what
 * the test says, and remembers what came. A page of a list has three names.
 */
public final class FakeS3 implements AutoCloseable {

  private static final int NAMES_IN_PAGE = 3;

  private final String scheme;
  private final StoreServer server;
  private final List<FakeRequest> requests = new ArrayList<>();
  private volatile Function<FakeRequest, FakeFault> script = _ -> new FakeFault.None();

  private FakeS3(ServerSocketFactory sockets, String scheme, ObjectStore store) throws IOException {
    this.scheme = scheme;
    this.server =
        StoreServer.start(
            sockets.createServerSocket(0, 50, InetAddress.getLoopbackAddress()),
            store,
            NAMES_IN_PAGE,
            this::received);
  }

  public static FakeS3 over(ObjectStore store) throws IOException {
    return new FakeS3(ServerSocketFactory.getDefault(), "http://127.0.0.1:", store);
  }

  /** With a certificate, which must be for {@code localhost}. */
  public static FakeS3 overTls(ObjectStore store, SSLContext context) throws IOException {
    return new FakeS3(context.getServerSocketFactory(), "https://localhost:", store);
  }

  private FakeFault received(FakeRequest request) {
    synchronized (requests) {
      requests.add(request);
      return script.apply(request);
    }
  }

  /** From now on, this is asked what goes wrong with a request: before its body is read. */
  public void faults(Function<FakeRequest, FakeFault> faults) {
    script = faults;
  }

  /** The next request of that method has this fault, and no other. */
  public void once(String method, FakeFault fault) {
    boolean[] isOver = {false};
    script =
        request -> {
          if (isOver[0] || !request.method().equals(method)) {
            return new FakeFault.None();
          }
          isOver[0] = true;
          return fault;
        };
  }

  public URI endpoint() {
    return URI.create(scheme + server.port());
  }

  /** All that came, without their bodies; also those that were not done. */
  public List<FakeRequest> requests() {
    synchronized (requests) {
      return List.copyOf(requests);
    }
  }

  public long count(String method) {
    return requests().stream().filter(request -> request.method().equals(method)).count();
  }

  /** How many connections it has had. */
  public int accepted() {
    return server.accepted();
  }

  public int openUploads() {
    return server.openUploads();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
