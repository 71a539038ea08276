package dev.roastery.common.query.document;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.message.MessageCodec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a reader expects at a place of a document. Anything else is a problem: the reader gets null
 * or nothing and continues, to find the other problems too.
 */
public final class Expect {

  /** Names of columns, measures and aliases: they become headers, so they stay on one line. */
  public static final int NAME_LENGTH_MAX = 64;

  public static final String NAME_RULE =
      "a name has 1 to %d characters, at most %d bytes in UTF-8, none a control character"
          .formatted(NAME_LENGTH_MAX, MessageCodec.NAME_BYTES_MAX);

  private static final Pattern NAME = Pattern.compile("[^\\p{Cntrl}]+");

  private final Problems problems;

  /** Pointers of objects with unknown fields, and of the fields that these probably mean. */
  private final Set<String> misspelt = new HashSet<>();

  public Expect(Problems problems) {
    this.problems = problems;
  }

  /** An object that has no other fields than {@code allowed}. */
  public Json.@Nullable Obj object(Json json, Collection<String> allowed) {
    Json.Obj object = anyObject(json);
    if (object != null) {
      for (Json.Field field : object.fields()) {
        String name = field.name().value();
        if (!allowed.contains(name)) {
          misspelt.add(object.place().pointer());
          misspelt.add(object.place().pointer() + "/" + NameSuggestions.closest(name, allowed));
          problems.add(
              field.name().place(),
              "unknown field "
                  + NameSuggestions.quoted(name)
                  + NameSuggestions.insteadOf(name, allowed));
        }
      }
    }
    return object;
  }

  public Json.@Nullable Obj anyObject(Json json) {
    if (json instanceof Json.Obj object) {
      return object;
    }
    mismatch(json, "an object");
    return null;
  }

  public @Nullable Json required(Json.Obj object, String field) {
    Json value = object.get(field);
    if (value == null && !misspelt.contains(object.place().pointer() + "/" + field)) {
      problems.add(object.place(), "the field " + NameSuggestions.quoted(field) + " is missing");
    }
    return value;
  }

  /** The only field whose name is among {@code words}; none, or a second one, is a problem. */
  public Json.@Nullable Field theOne(Json.Obj object, List<String> words, String what) {
    List<Json.Field> found =
        object.fields().stream().filter(field -> words.contains(field.name().value())).toList();
    if (found.size() == 1) {
      return found.getFirst();
    }
    if (found.isEmpty() && misspelt.contains(object.place().pointer())) {
      return null;
    }
    Place place = found.isEmpty() ? object.place() : found.get(1).name().place();
    String count = found.isEmpty() ? "no " + what : "more than one " + what;
    problems.add(place, count + " here; one is needed of: " + NameSuggestions.listed(words));
    return null;
  }

  /** The items of a list; no items when {@code json} is absent, no list, or too long a one. */
  public List<Json> list(@Nullable Json json, int itemsMax) {
    if (json == null) {
      return List.of();
    }
    if (!(json instanceof Json.Arr list)) {
      mismatch(json, "a list");
      return List.of();
    }
    if (list.items().size() > itemsMax) {
      problems.add(
          json.place(), "a list of " + list.items().size() + "; at most " + itemsMax + " allowed");
      return List.of();
    }
    return list.items();
  }

  public Json.@Nullable Str text(Json json) {
    if (json instanceof Json.Str text) {
      return text;
    }
    mismatch(json, "a text");
    return null;
  }

  /** A text that can be a column's name. */
  public Json.@Nullable Str name(Json json) {
    Json.Str text = text(json);
    return text != null && isName(text) ? text : null;
  }

  /** Whether {@code text}, a field's name perhaps, can be a column's name; a problem if not. */
  public boolean isName(Json.Str text) {
    boolean good = isName(text.value());
    if (!good) {
      problems.add(text.place(), NAME_RULE);
    }
    return good;
  }

  /** Whether that can be a column's name; if not, {@link #NAME_RULE} says why. */
  public static boolean isName(String name) {
    return name.length() <= NAME_LENGTH_MAX
        && name.getBytes(UTF_8).length <= MessageCodec.NAME_BYTES_MAX
        && NAME.matcher(name).matches();
  }

  public List<Json.Str> names(@Nullable Json json, int itemsMax) {
    List<Json.Str> names = new ArrayList<>();
    for (Json item : list(json, itemsMax)) {
      Json.Str name = name(item);
      if (name != null) {
        names.add(name);
      }
    }
    return names;
  }

  /** One of the words in {@code allowed}. */
  public Json.@Nullable Str oneOf(Json json, Collection<String> allowed) {
    Json.Str text = text(json);
    if (text == null || allowed.contains(text.value())) {
      return text;
    }
    problems.add(
        text.place(),
        "unknown word "
            + NameSuggestions.quoted(text.value())
            + NameSuggestions.insteadOf(text.value(), allowed));
    return null;
  }

  /** A whole number from 1 to {@code max}; on a problem, 1. */
  public int count(Json json, int max) {
    if (json instanceof Json.Num number) {
      try {
        int count = number.value().intValueExact();
        if (count >= 1 && count <= max) {
          return count;
        }
      } catch (ArithmeticException _) {
        // Not a whole number, or far too large a one: said below.
      }
    }
    problems.add(json.place(), "expected a whole number from 1 to " + max);
    return 1;
  }

  private void mismatch(Json json, String expected) {
    problems.add(json.place(), "expected " + expected + ", found " + json.kind());
  }
}
