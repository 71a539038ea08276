package dev.roastery.gateway.api;

import com.sun.net.httpserver.HttpServer;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.process.Metrics;
import dev.roastery.gateway.api.server.ConcurrencyLimit;
import dev.roastery.gateway.api.server.HttpLimits;
import dev.roastery.gateway.api.server.HttpSettings;
import dev.roastery.gateway.api.server.JdkServer;
import dev.roastery.gateway.api.server.Readiness;
import dev.roastery.gateway.api.server.RequestExecutor;
import dev.roastery.gateway.api.server.RequestHandler;
import dev.roastery.gateway.api.server.RequestMetrics;
import dev.roastery.gateway.api.server.Route;
import dev.roastery.gateway.api.server.Router;
import dev.roastery.gateway.api.server.Tokens;
import dev.roastery.gateway.jobs.service.JobService;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.function.Consumer;

/** The gateway, listening, until it is closed. */
public final class HttpGateway implements AutoCloseable {

  private final HttpServer server;
  private final RequestExecutor stalls;
  private final RequestHandler entrance;
  private final EventCalls events;
  private final HttpSettings settings;

  private HttpGateway(
      HttpServer server,
      RequestExecutor stalls,
      RequestHandler entrance,
      EventCalls events,
      HttpSettings settings) {
    this.server = server;
    this.stalls = stalls;
    this.entrance = entrance;
    this.events = events;
    this.settings = settings;
  }

  /**
   * Listens when it returns. The exception's sentence says what to change.
   *
   * @param onFatal ends the process, should a request find that a promise is broken
   */
  public static HttpGateway start(
      HttpSettings settings,
      JobService service,
      Readiness readiness,
      Metrics metrics,
      Consumer<Fatal> onFatal)
      throws IOException {
    HttpLimits limits = settings.limits();
    Tokens tokens = Tokens.of(settings.tokens(), settings.isForThisMachineOnly());
    ConcurrencyLimit uploads =
        new ConcurrencyLimit("uploads at once", limits.uploadsPerClientMax());
    ConcurrencyLimit watchers = new ConcurrencyLimit("event streams at once", limits.watchersMax());
    EventCalls events = new EventCalls(service, watchers, limits);
    List<Route> routes =
        ApiRoutes.of(
            new JobCalls(service, limits, tokens::share),
            new UploadCalls(service, uploads),
            events,
            new ResultCalls(service),
            new SystemCalls(service, readiness, metrics));
    RequestHandler entrance =
        new RequestHandler(
            new Router(routes), tokens, limits, new RequestMetrics(metrics), onFatal);
    HttpServer server = JdkServer.create(settings);
    RequestExecutor stalls = new RequestExecutor(limits);
    server.setExecutor(stalls);
    server.createContext("/", entrance);
    server.start();
    new OperatorMetrics(metrics, service).register(readiness);
    metrics.gauge("roastery_http_requests_open", "Requests in progress.", stalls::size);
    metrics.gauge("roastery_http_uploads_open", "Uploads of parts in progress.", uploads::taken);
    metrics.gauge("roastery_http_watchers_open", "Open event streams.", watchers::taken);
    return new HttpGateway(server, stalls, entrance, events, settings);
  }

  /** Where it listens. */
  public URI address() {
    String scheme = settings.tls() == null ? "http" : "https";
    String host = settings.bind().contains(":") ? "[" + settings.bind() + "]" : settings.bind();
    return URI.create(scheme + "://" + host + ":" + server.getAddress().getPort());
  }

  /**
   * Refuses what is new with a 503, ends the event streams, lets all else end within a limit, and
   * closes what then is left.
   */
  @Override
  public void close() {
    entrance.close();
    events.close();
    entrance.awaitIdle(settings.limits().stopMillisMax());
    // The server's own wait would be too long: it keeps counting clients that have left.
    server.stop(0);
    stalls.close();
  }
}
