package dev.roastery.common.query.document;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the bytes of one document. Broken JSON is one problem, and there is no value then. */
public final class JsonReader {

  public static final int NESTING_MAX = 16;
  public static final int NUMBER_LENGTH_MAX = 64;

  // The limits that a person meets are checked here, with a message for a person; Jackson's own are
  // set so wide that they are never the first to be hit.
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNameLength(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private final Problems problems;
  private final JsonParser parser;

  private JsonReader(JsonParser parser, Problems problems) {
    this.parser = parser;
    this.problems = problems;
  }

  public static @Nullable Json read(byte[] bytes, int bytesMax, Problems problems) {
    String text = text(bytes, bytesMax, problems);
    if (text == null) {
      return null;
    }
    try (JsonParser parser = FACTORY.createParser(text)) {
      return new JsonReader(parser, problems).document();
    } catch (Unreadable broken) {
      problems.add(broken.place, broken.sentence);
    } catch (JsonEOFException end) {
      problems.add(
          placeOf(end.getLocation(), ""),
          "the document ends in the middle: a closing quote, bracket or brace is missing");
    } catch (JsonProcessingException broken) {
      problems.add(
          placeOf(broken.getLocation(), ""), NotJson.sentence(broken.getOriginalMessage()));
    } catch (IOException impossible) {
      throw new UncheckedIOException("reading from memory", impossible);
    }
    return null;
  }

  /** The text of a document, without its byte order mark. */
  public static @Nullable String text(byte[] bytes, int bytesMax, Problems problems) {
    if (bytes.length > bytesMax) {
      String sizes = bytes.length + " bytes; at most " + bytesMax + " are allowed";
      problems.add(Place.NOWHERE, "the document has " + sizes);
      return null;
    }
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return text.startsWith("\uFEFF") ? text.substring(1) : text;
    } catch (CharacterCodingException _) {
      problems.add(Place.NOWHERE, "the document is not UTF-8 text; save it as UTF-8");
      return null;
    }
  }

  private Json document() throws IOException, Unreadable {
    JsonToken first = parser.nextToken();
    if (first == null) {
      throw new Unreadable(Place.NOWHERE, "the document is empty; a JSON object is expected");
    }
    Json json = value(first, "", 0);
    if (parser.nextToken() != null) {
      throw new Unreadable(here(""), "nothing may follow the end of the document's object");
    }
    return json;
  }

  private Json value(JsonToken token, String pointer, int depth) throws IOException, Unreadable {
    Place place = here(pointer);
    if (depth > NESTING_MAX) {
      throw new Unreadable(place, "nested too deeply; at most " + NESTING_MAX + " levels");
    }
    return switch (token) {
      case START_OBJECT -> object(place, depth + 1);
      case START_ARRAY -> list(place, depth + 1);
      case VALUE_STRING -> new Json.Str(wellFormed(parser.getText(), place), place);
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(parser.getText(), place);
      case VALUE_TRUE, VALUE_FALSE, VALUE_NULL -> new Json.Constant(parser.getText(), place);
      default -> throw new IllegalStateException("token " + token + " where a value is expected");
    };
  }

  private Json object(Place place, int depth) throws IOException, Unreadable {
    List<Json.Field> fields = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      String pointer = place.pointer() + "/" + name.replace("~", "~0").replace("/", "~1");
      Place namePlace = here(pointer);
      wellFormed(name, namePlace);
      Json value = value(parser.nextToken(), pointer, depth);
      if (seen.add(name)) {
        fields.add(new Json.Field(new Json.Str(name, namePlace), value));
      } else {
        problems.add(
            namePlace, NameSuggestions.quoted(name) + " is given twice; keep one of the two");
      }
    }
    return new Json.Obj(fields, place.until((int) parser.currentLocation().getCharOffset()));
  }

  private Json list(Place place, int depth) throws IOException, Unreadable {
    List<Json> items = new ArrayList<>();
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      items.add(value(token, place.pointer() + "/" + items.size(), depth));
    }
    return new Json.Arr(items, place);
  }

  /** A huge exponent is a few characters here, and gigabytes of digits wherever it is compared. */
  private static Json number(String text, Place place) throws Unreadable {
    if (text.length() <= NUMBER_LENGTH_MAX) {
      try {
        BigDecimal value = new BigDecimal(text);
        if (Math.abs((long) value.scale()) <= NUMBER_LENGTH_MAX) {
          return new Json.Num(value, place);
        }
      } catch (NumberFormatException _) {
        // An exponent beyond what a BigDecimal holds: refused below, like any other too large one.
      }
    }
    throw new Unreadable(
        place, "a number with too many digits; at most " + NUMBER_LENGTH_MAX + " are allowed");
  }

  /** Half of a surrogate pair has no UTF-8 form, and so could not be compared with any value. */
  private static String wellFormed(String text, Place place) throws Unreadable {
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw new Unreadable(place, "a text with half of a surrogate pair (\\ud800 to \\udfff)");
    }
    return text;
  }

  private Place here(String pointer) {
    return placeOf(parser.currentTokenLocation(), pointer);
  }

  private static Place placeOf(@Nullable JsonLocation location, String pointer) {
    if (location == null) {
      return Place.NOWHERE;
    }
    int start = (int) location.getCharOffset();
    return new Place(location.getLineNr(), location.getColumnNr(), pointer, start, start);
  }

  /** The document makes no sense from here on. */
  private static final class Unreadable extends Exception {
    private static final long serialVersionUID = 1;
    private final transient Place place;
    private final String sentence;

    Unreadable(Place place, String sentence) {
      super(sentence);
      this.place = place;
      this.sentence = sentence;
    }
  }
}
