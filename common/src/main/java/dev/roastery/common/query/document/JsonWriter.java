package dev.roastery.common.query.document;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/** Writes canonical JSON: no space, fields in their order, numbers without exponent. */
public final class JsonWriter {

  private static final JsonFactory FACTORY = new JsonFactory();

  private JsonWriter() {}

  public static String write(Json json) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = FACTORY.createGenerator(text)) {
      write(json, out);
    } catch (IOException impossible) {
      throw new UncheckedIOException("writing to memory", impossible);
    }
    return text.toString();
  }

  private static void write(Json json, JsonGenerator out) throws IOException {
    switch (json) {
      case Json.Str text -> out.writeString(text.value());
      case Json.Num number -> out.writeNumber(number.value().toPlainString());
      case Json.Constant constant -> out.writeRawValue(constant.text());
      case Json.Arr list -> {
        out.writeStartArray();
        for (Json item : list.items()) {
          write(item, out);
        }
        out.writeEndArray();
      }
      case Json.Obj object -> {
        out.writeStartObject();
        for (Json.Field field : object.fields()) {
          out.writeFieldName(field.name().value());
          write(field.value(), out);
        }
        out.writeEndObject();
      }
    }
  }
}
