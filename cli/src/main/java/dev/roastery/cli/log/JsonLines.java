package dev.roastery.cli.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.roastery.common.message.JobId;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.process.watch.LogContext;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One JSON object a line: {@code time}, {@code level}, {@code logger}, {@code thread}, {@code
 * node}, {@code partition}, {@code job}, {@code message}, {@code exception}; without those that a
 * line has not. Which job and partition a line is about is known by the values in its sentence,
 * else by the work that its thread is at.
 */
public final class JsonLines extends EncoderBase<ILoggingEvent> {

  private static final DateTimeFormatter MILLIS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);
  private static final byte[] NOTHING = {};
  private static final JsonFactory JSON = new JsonFactory();

  /** The key of {@code MDC} that some threads name their job by. */
  private static final String JOB = "job";

  @Override
  public byte[] headerBytes() {
    return NOTHING;
  }

  @Override
  public byte[] footerBytes() {
    return NOTHING;
  }

  @Override
  public byte[] encode(ILoggingEvent event) {
    ByteArrayOutputStream line = new ByteArrayOutputStream(256);
    try (JsonGenerator out = JSON.createGenerator(line)) {
      out.writeStartObject();
      write(out, event);
      out.writeEndObject();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    line.writeBytes("\n".getBytes(UTF_8));
    return line.toByteArray();
  }

  private static void write(JsonGenerator out, ILoggingEvent event) throws IOException {
    out.writeStringField("time", MILLIS.format(Instant.ofEpochMilli(event.getTimeStamp())));
    out.writeStringField("level", event.getLevel().toString());
    out.writeStringField("logger", event.getLoggerName());
    out.writeStringField("thread", event.getThreadName());
    write(out, "node", LogContext.node());
    write(out, "partition", partition(event));
    write(out, JOB, job(event));
    out.writeStringField("message", event.getFormattedMessage());
    if (event.getThrowableProxy() != null) {
      out.writeStringField("exception", ThrowableProxyUtil.asString(event.getThrowableProxy()));
    }
  }

  private static void write(JsonGenerator out, String name, @Nullable Object value)
      throws IOException {
    if (value != null) {
      out.writeStringField(name, value.toString());
    }
  }

  private static @Nullable Object partition(ILoggingEvent event) {
    for (Object each : arguments(event)) {
      if (each instanceof PartitionName) {
        return each;
      }
    }
    return LogContext.here().partition();
  }

  private static @Nullable Object job(ILoggingEvent event) {
    for (Object each : arguments(event)) {
      switch (each) {
        case JobId job -> {
          return job.id();
        }
        case UUID job -> {
          return job;
        }
        default -> {}
      }
    }
    JobId here = LogContext.here().job();
    Map<String, String> named = event.getMDCPropertyMap();
    return here == null ? named.get(JOB) : here.id();
  }

  private static Object[] arguments(ILoggingEvent event) {
    Object[] arguments = event.getArgumentArray();
    return arguments == null ? new Object[0] : arguments;
  }
}
