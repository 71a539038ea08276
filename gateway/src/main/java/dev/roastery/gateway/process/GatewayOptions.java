package dev.roastery.gateway.process;

import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.storage.location.StoreLocation;
import dev.roastery.common.storage.location.StoreOptions;
import dev.roastery.common.storage.s3.S3Bucket;
import dev.roastery.gateway.api.server.HttpLimits;
import dev.roastery.gateway.api.server.HttpSettings;
import dev.roastery.gateway.api.server.JdkServer;
import dev.roastery.gateway.jobs.service.GatewaySettings;
import dev.roastery.gateway.jobs.service.StoreRules;
import dev.roastery.gateway.jobs.service.StoreRules.Readers;
import dev.roastery.input.csv.column.CsvLimits;
import dev.roastery.input.source.SourceRules;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;
import picocli.CommandLine.TypeConversionException;

/** The HTTP options of a gateway: where it listens, and its limits. */
public final class GatewayOptions {

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "${env:ROASTERY_HTTP_PORT:-8080}",
      description = "Port to listen on; 0 is any free port (ROASTERY_HTTP_PORT, ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--bind",
      paramLabel = "ADDRESS",
      defaultValue = "${env:ROASTERY_HTTP_BIND:-127.0.0.1}",
      description =
          "Address to listen on; 0.0.0.0 is all addresses (ROASTERY_HTTP_BIND, ${DEFAULT-VALUE}).")
  private String bind = "";

  @Option(
      names = "--open-to-everybody",
      defaultValue = "${env:ROASTERY_OPEN_TO_EVERYBODY:-false}",
      description =
          "Listen beyond this machine even without --tokens, so that everyone who reaches the port"
              + " is the same client (ROASTERY_OPEN_TO_EVERYBODY, ${DEFAULT-VALUE}).")
  private boolean openToEverybody;

  @Option(
      names = "--tls-keystore",
      paramLabel = "FILE",
      defaultValue = "${env:ROASTERY_TLS_KEYSTORE}",
      description =
          "PKCS #12 file with key and certificate; enables HTTPS (ROASTERY_TLS_KEYSTORE).")
  private @Nullable Path tlsKeystore;

  @Option(
      names = "--tls-password-file",
      paramLabel = "FILE",
      defaultValue = "${env:ROASTERY_TLS_PASSWORD_FILE}",
      description = "File with the password of the keystore (ROASTERY_TLS_PASSWORD_FILE).")
  private @Nullable Path tlsPasswordFile;

  @Option(
      names = "--tokens",
      paramLabel = "FILE",
      defaultValue = "${env:ROASTERY_TOKENS}",
      description =
          "File of allowed clients, with lines from 'roastery token'; without it, every client of"
              + " this machine is allowed (ROASTERY_TOKENS).")
  private @Nullable Path tokens;

  @Option(
      names = "--connections-max",
      paramLabel = "N",
      defaultValue = "${env:ROASTERY_CONNECTIONS_MAX:-10000}",
      description =
          "Maximum number of open connections (ROASTERY_CONNECTIONS_MAX, ${DEFAULT-VALUE}).")
  private int connectionsMax;

  @Option(
      names = "--uploads-max",
      paramLabel = "N",
      defaultValue = "${env:ROASTERY_UPLOADS_MAX:-32}",
      description =
          "Maximum number of parts that one client uploads at once (ROASTERY_UPLOADS_MAX,"
              + " ${DEFAULT-VALUE}).")
  private int uploadsMax;

  @Option(
      names = "--watchers-max",
      paramLabel = "N",
      defaultValue = "${env:ROASTERY_WATCHERS_MAX:-500}",
      description =
          "Maximum number of open event streams (ROASTERY_WATCHERS_MAX, ${DEFAULT-VALUE}).")
  private int watchersMax;

  @Option(
      names = "--header-bytes-max",
      paramLabel = "BYTES",
      defaultValue = "${env:ROASTERY_HEADER_BYTES_MAX:-16384}",
      description =
          "Maximum size of a request's first line and headers (ROASTERY_HEADER_BYTES_MAX,"
              + " ${DEFAULT-VALUE}).")
  private int headerBytesMax;

  @Option(
      names = "--json-bytes-max",
      paramLabel = "BYTES",
      defaultValue = "${env:ROASTERY_JSON_BYTES_MAX:-1048576}",
      description = "Maximum size of a JSON body (ROASTERY_JSON_BYTES_MAX, ${DEFAULT-VALUE}).")
  private int jsonBytesMax;

  @Option(
      names = "--idle-seconds",
      paramLabel = "SECONDS",
      defaultValue = "${env:ROASTERY_IDLE_SECONDS:-30}",
      description =
          "How long a connection may be idle between requests (ROASTERY_IDLE_SECONDS,"
              + " ${DEFAULT-VALUE}).")
  private int idleSeconds;

  @Option(
      names = "--stall-seconds",
      paramLabel = "SECONDS",
      defaultValue = "${env:ROASTERY_STALL_SECONDS:-60}",
      description =
          "How long a body may stall without a byte (ROASTERY_STALL_SECONDS, ${DEFAULT-VALUE}).")
  private int stallSeconds;

  @Option(
      names = "--part-bytes-max",
      paramLabel = "BYTES",
      defaultValue = "${env:ROASTERY_PART_BYTES_MAX:-68719476736}",
      description =
          "Maximum size of a part, decompressed (ROASTERY_PART_BYTES_MAX, ${DEFAULT-VALUE}).")
  private long partBytesMax;

  @Option(
      names = "--parts-max",
      paramLabel = "N",
      defaultValue = "${env:ROASTERY_PARTS_MAX:-10000}",
      description = "Maximum number of parts of a job (ROASTERY_PARTS_MAX, ${DEFAULT-VALUE}).")
  private int partsMax;

  @Option(
      names = "--open-jobs-max",
      paramLabel = "N",
      defaultValue = "${env:ROASTERY_OPEN_JOBS_MAX:-100}",
      description =
          "Maximum number of open jobs of one client (ROASTERY_OPEN_JOBS_MAX, ${DEFAULT-VALUE}).")
  private int openJobsMax;

  @Option(
      names = "--rejected-max",
      paramLabel = "N",
      defaultValue = "${env:ROASTERY_REJECTED_MAX:-100000}",
      description =
          "Maximum number of skipped rows of a part (ROASTERY_REJECTED_MAX, ${DEFAULT-VALUE}).")
  private long rejectedMax;

  @Option(
      names = "--under-way-bytes",
      paramLabel = "BYTES",
      defaultValue = "${env:ROASTERY_UNDER_WAY_BYTES:-4194304}",
      description =
          "Maximum number of bytes of all uploads in flight to the broker"
              + " (ROASTERY_UNDER_WAY_BYTES, ${DEFAULT-VALUE}).")
  private long underWayBytes;

  @Option(
      names = "--abandoned-after",
      paramLabel = "DURATION",
      defaultValue = "${env:ROASTERY_ABANDONED_AFTER:-PT24H}",
      description =
          "An unsealed job that receives nothing for this long expires (ROASTERY_ABANDONED_AFTER,"
              + " ${DEFAULT-VALUE}).")
  private Duration abandonedAfter = Duration.ZERO;

  @Option(
      names = "--keep",
      paramLabel = "DURATION",
      defaultValue = "${env:ROASTERY_KEEP:-PT168H}",
      description = "How long a finished job is kept (ROASTERY_KEEP, ${DEFAULT-VALUE}).")
  private Duration keep = Duration.ZERO;

  @Option(
      names = "--stalled-after",
      paramLabel = "DURATION",
      defaultValue = "${env:ROASTERY_STALLED_AFTER:-PT30S}",
      description =
          "A job without progress for this long is shown as stalled (ROASTERY_STALLED_AFTER,"
              + " ${DEFAULT-VALUE}).")
  private Duration stalledAfter = Duration.ZERO;

  @Option(
      names = "--fail-stalled-after",
      paramLabel = "DURATION",
      defaultValue = "${env:ROASTERY_FAIL_STALLED_AFTER:-PT10M}",
      description =
          "A running job without progress for this long fails if its messages are lost, so that it"
              + " could never complete (ROASTERY_FAIL_STALLED_AFTER, ${DEFAULT-VALUE}).")
  private Duration failStalledAfter = Duration.ZERO;

  @Option(
      names = "--lost-after",
      paramLabel = "DURATION",
      defaultValue = "${env:ROASTERY_LOST_AFTER:-PT8S}",
      description =
          "A node that is silent for this long is shown as lost (ROASTERY_LOST_AFTER,"
              + " ${DEFAULT-VALUE}).")
  private Duration lostAfter = Duration.ZERO;

  @Option(
      names = "--webhook-key-file",
      paramLabel = "FILE",
      defaultValue = "${env:ROASTERY_WEBHOOK_KEY_FILE}",
      description = "File with the key that signs notifications (ROASTERY_WEBHOOK_KEY_FILE).")
  private @Nullable Path webhookKeyFile;

  @Option(
      names = "--private-webhooks",
      defaultValue = "${env:ROASTERY_PRIVATE_WEBHOOKS:-false}",
      description =
          "Allow webhooks at private addresses (ROASTERY_PRIVATE_WEBHOOKS, ${DEFAULT-VALUE}).")
  private boolean privateWebhooks;

  @Option(
      names = "--public-url",
      paramLabel = "URL",
      defaultValue = "${env:ROASTERY_PUBLIC_URL}",
      description =
          "Address by which clients reach this gateway: notifications then have whole addresses of"
              + " results, otherwise paths (ROASTERY_PUBLIC_URL).")
  private @Nullable URI publicUrl;

  @Option(
      names = "--otlp",
      paramLabel = "URL",
      defaultValue = "${env:ROASTERY_OTLP}",
      description =
          "Collector of OpenTelemetry that gets a trace of each job by OTLP over HTTP, such as"
              + " http://localhost:4318 (ROASTERY_OTLP).")
  private @Nullable URI otlp;

  @Option(
      names = "--sources",
      paramLabel = "URL",
      split = ",",
      defaultValue = "${env:ROASTERY_SOURCES}",
      description =
          "Clients may have parts read below that address, s3://BUCKET/PREFIX with the gateway's"
              + " credentials, or file:///FOLDER; may be repeated. Without it, from nowhere"
              + " (ROASTERY_SOURCES).")
  private List<String> sources = List.of();

  @Option(
      names = "--sources-read-by",
      paramLabel = "gateway|workers",
      defaultValue = "${env:ROASTERY_SOURCES_READ_BY:-gateway}",
      converter = ReadersOfSources.class,
      description =
          "Who reads large parts of --sources: workers do if their aggregators have the same"
              + " --sources, and see the same folders (ROASTERY_SOURCES_READ_BY,"
              + " ${DEFAULT-VALUE}).")
  private Readers readers = Readers.GATEWAY;

  @Option(
      names = "--deliver-to",
      paramLabel = "s3://BUCKET/PREFIX",
      split = ",",
      defaultValue = "${env:ROASTERY_DELIVER_TO}",
      description =
          "Clients may have results put below that address, with this gateway's credentials; may be"
              + " repeated. Without it, into no bucket (ROASTERY_DELIVER_TO).")
  private List<String> targets = List.of();

  @Mixin private StoreOptions stores = new StoreOptions();

  private static final Set<String> MAY_BE_ZERO = Set.of("--port", "--rejected-max");

  @Spec(Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  public HttpSettings http() {
    if ((tlsKeystore == null) != (tlsPasswordFile == null)) {
      throw usage("--tls-keystore and --tls-password-file must be set together");
    }
    if (!openToEverybody && isOpenToOthers()) {
      throw usage(
          "--bind "
              + bind
              + " would let everyone who reaches it use this gateway: set --tokens FILE, or"
              + " --open-to-everybody to mean it");
    }
    HttpSettings.Tls tls =
        tlsKeystore == null || tlsPasswordFile == null
            ? null
            : new HttpSettings.Tls(tlsKeystore, tlsPasswordFile);
    HttpLimits usual = HttpLimits.defaults();
    try {
      HttpLimits limits =
          new HttpLimits(
              headerBytesMax,
              jsonBytesMax,
              connectionsMax,
              idleSeconds,
              usual.headerMillisMax(),
              Math.multiplyExact(stallSeconds, 1_000),
              uploadsMax,
              watchersMax,
              usual.drainBytesMax(),
              usual.drainMillisMax(),
              usual.pingMillis(),
              usual.stopMillisMax());
      return new HttpSettings(port, bind, tls, tokens, limits);
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw usage(String.valueOf(e.getMessage()));
    }
  }

  /** To be called before the broker is waited for, or anything is written. */
  public void refuseUnusable(HttpSettings address) {
    if (new InetSocketAddress(address.bind(), address.port()).isUnresolved()) {
      throw usage("--bind: unknown host " + address.bind());
    }
    try {
      JdkServer.requireFiles(address);
    } catch (IOException e) {
      throw usage(String.valueOf(e.getMessage()));
    }
  }

  /** Whether clients of other machines need no token. */
  boolean isOpenToOthers() {
    return tokens == null && !isLoopback();
  }

  /** A name that cannot be resolved cannot be listened on either; that is said later. */
  private boolean isLoopback() {
    try {
      return Stream.of(InetAddress.getAllByName(bind)).allMatch(InetAddress::isLoopbackAddress);
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /** By the words that people type. */
  private static final class ReadersOfSources implements ITypeConverter<Readers> {
    @Override
    public Readers convert(String word) {
      return switch (word.toLowerCase(Locale.ROOT)) {
        case "gateway" -> Readers.GATEWAY;
        case "workers" -> Readers.WORKERS;
        default -> throw new TypeConversionException("'" + word + "' is not gateway or workers");
      };
    }
  }

  /** Healthy nodes must not be shown as lost; the workers use the gateway's heartbeat interval. */
  public void refuseSlower(long heartbeatMillis) {
    if (lostAfter.toMillis() < 2 * heartbeatMillis) {
      throw usage(
          "--lost-after %s is less than two heartbeats of %d s: healthy nodes would be shown as lost"
              .formatted(lostAfter, heartbeatMillis / 1_000));
    }
  }

  public GatewaySettings settings(Partitions partitions) {
    try {
      return new GatewaySettings(
          partitions,
          CsvLimits.DEFAULT.batchBytes(),
          underWayBytes,
          partBytesMax,
          partsMax,
          openJobsMax,
          rejectedMax,
          abandonedAfter,
          keep,
          stalledAfter,
          failStalledAfter,
          lostAfter,
          webhookKeyFile,
          privateWebhooks,
          publicUrl(),
          collector(),
          stores());
    } catch (IllegalArgumentException e) {
      throw usage(String.valueOf(e.getMessage()));
    }
  }

  private StoreRules stores() {
    Map<String, String> environment = System.getenv();
    return new StoreRules(
        SourceRules.of(sources, address -> stores.location(address, environment), environment),
        readers,
        buckets(targets, environment));
  }

  private List<S3Bucket> buckets(
      @Nullable List<String> addresses, Map<String, String> environment) {
    List<S3Bucket> buckets = new ArrayList<>();
    for (String address : addresses == null ? List.<String>of() : addresses) {
      if (!(stores.location(address, environment)
          instanceof StoreLocation.Bucket(S3Bucket bucket))) {
        throw new IllegalArgumentException(
            "'" + address + "' is no bucket: --deliver-to is s3://BUCKET/PREFIX");
      }
      buckets.add(bucket);
    }
    return buckets;
  }

  private String publicUrl() {
    URI url = publicUrl;
    if (url == null || url.toString().isEmpty()) {
      return "";
    }
    if (!isPlain(url)) {
      throw usage("--public-url is '" + url + "', not like https://host");
    }
    return url.toString().replaceAll("/+$", "");
  }

  private @Nullable URI collector() {
    URI url = otlp;
    if (url == null || url.toString().isEmpty()) {
      return null;
    }
    if (!isPlain(url)) {
      throw usage("--otlp is '" + url + "', not like http://localhost:4318");
    }
    return url;
  }

  private static boolean isPlain(URI url) {
    return String.valueOf(url.getScheme()).matches("https?")
        && url.getHost() != null
        && url.getRawUserInfo() == null
        && url.getRawQuery() == null
        && url.getRawFragment() == null;
  }

  /** To be called first: each of the numbers by its name. */
  public void refuseTooSmall() {
    for (OptionSpec option : spec.options()) {
      String name = option.longestName();
      boolean tooSmall =
          switch (option.getValue()) {
            case Number number -> number.longValue() < (MAY_BE_ZERO.contains(name) ? 0 : 1);
            case Duration duration -> !duration.isPositive();
            case null, default -> false;
          };
      if (tooSmall) {
        throw usage(name + " is " + option.getValue() + ", which is too small");
      }
    }
  }

  private ParameterException usage(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }
}
