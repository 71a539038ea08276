package dev.roastery.common.query.document;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.PrettyPrinter;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** Writes canonical JSON: no space, fields in their order, numbers without exponent. */
public final class JsonWriter {

  private static final JsonFactory FACTORY = new JsonFactory();

  private JsonWriter() {}

  public static String write(Json json) {
    return text(json, null);
  }

  /** The same for people: on several lines, indented. */
  public static String writeLines(Json json) {
    DefaultIndenter lines = new DefaultIndenter("  ", "\n");
    DefaultPrettyPrinter printer =
        new DefaultPrettyPrinter(
                Separators.createDefaultInstance()
                    .withObjectFieldValueSpacing(Separators.Spacing.AFTER))
            .withObjectIndenter(lines);
    return text(json, printer);
  }

  private static String text(Json json, @Nullable PrettyPrinter printer) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = FACTORY.createGenerator(text)) {
      out.setPrettyPrinter(printer);
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
