package dev.roastery.gateway.api.response;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.databind.util.RawValue;
import dev.roastery.common.query.document.Json;
import dev.roastery.common.query.document.JsonWriter;
import dev.roastery.common.query.value.ResultColumn;
import dev.roastery.gateway.cluster.ClusterView.Life;
import dev.roastery.gateway.format.ResultHead;
import dev.roastery.gateway.jobs.service.JobEvent;
import dev.roastery.input.BadRows;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What clients get as JSON: records and maps, member by member in their order, without those that
 * are null. So the names in the records of {@code jobs.service} and {@code cluster} are those of
 * the HTTP interface.
 */
public final class ApiJson {

  private static final DateTimeFormatter MILLIS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL)
          .registerModule(
              new SimpleModule()
                  .addSerializer(new WrittenAs<>(Instant.class, MILLIS::format))
                  .addSerializer(new WrittenAs<>(BadRows.class, ApiJson::word))
                  .addSerializer(new WrittenAs<>(Life.class, ApiJson::word))
                  .addSerializer(new WrittenAs<>(ResultColumn.class, ApiJson::column))
                  .addSerializer(new WrittenAs<>(JobEvent.class, ApiJson::event))
                  .addSerializer(
                      new WrittenAs<>(Json.class, json -> new RawValue(JsonWriter.write(json)))));

  private ApiJson() {}

  /** A type that is written as something else is. */
  private static final class WrittenAs<T> extends StdSerializer<T> {
    private static final long serialVersionUID = 1;

    private final transient Function<T, Object> form;

    WrittenAs(Class<T> type, Function<T, Object> form) {
      super(type);
      this.form = form;
    }

    @Override
    public void serialize(T value, JsonGenerator out, SerializerProvider all) throws IOException {
      all.defaultSerializeValue(form.apply(value), out);
    }
  }

  public static String text(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /** The types are those of the documents that describe tables; and some that only results have. */
  private static Map<String, Object> column(ResultColumn column) {
    ResultHead.Column described = ResultHead.Column.of(column);
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("name", described.name());
    members.put("type", described.type());
    if (described.scale() != ResultHead.NO_SCALE) {
      members.put("scale", described.scale());
    }
    return members;
  }

  private static Map<String, Object> event(JobEvent event) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("seq", event.seq());
    members.put("at", event.at());
    members.put("kind", event.kind());
    members.put("text", event.text());
    new TreeMap<>(event.facts()).forEach(members::putIfAbsent);
    return members;
  }
}
