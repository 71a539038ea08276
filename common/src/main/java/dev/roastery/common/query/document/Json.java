package dev.roastery.common.query.document;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A JSON value and where it stands. Values that say the same are equal, wherever they say it: so
 * two queries are the same when their documents differ in layout only.
 */
public sealed interface Json {

  Place place();

  /** A string. */
  record Str(String value, Place place) implements Json {
    public static Str of(String value) {
      return new Str(value, Place.NOWHERE);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Str that && value.equals(that.value);
    }

    @Override
    public int hashCode() {
      return value.hashCode();
    }
  }

  /** A number, exact; 75, 75.0 and 7.5e1 are the same. */
  record Num(BigDecimal value, Place place) implements Json {
    public static Num of(long value) {
      return new Num(BigDecimal.valueOf(value), Place.NOWHERE);
    }

    public Num {
      value = value.stripTrailingZeros();
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Num that && value.equals(that.value);
    }

    @Override
    public int hashCode() {
      return value.hashCode();
    }
  }

  /** One of {@code true}, {@code false} and {@code null}. */
  record Constant(String text, Place place) implements Json {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Constant that && text.equals(that.text);
    }

    @Override
    public int hashCode() {
      return text.hashCode();
    }
  }

  /** A list. */
  record Arr(List<Json> items, Place place) implements Json {
    public static Arr of(List<? extends Json> items) {
      return new Arr(List.copyOf(items), Place.NOWHERE);
    }

    public Arr {
      items = List.copyOf(items);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Arr that && items.equals(that.items);
    }

    @Override
    public int hashCode() {
      return items.hashCode();
    }
  }

  /** An object, its fields in the order of the document, no name twice. */
  record Obj(List<Field> fields, Place place) implements Json {
    public static Obj of(List<Field> fields) {
      return new Obj(fields, Place.NOWHERE);
    }

    /** The object as its author wrote it, in the text of the document that it was read from. */
    public String asWritten(String document) {
      return document.substring(place.start(), place.end());
    }

    public static Obj of(Field... fields) {
      return of(List.of(fields));
    }

    public Obj {
      fields = List.copyOf(fields);
    }

    public @Nullable Json get(String name) {
      for (Field field : fields) {
        if (field.name().value().equals(name)) {
          return field.value();
        }
      }
      return null;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Obj that && fields.equals(that.fields);
    }

    @Override
    public int hashCode() {
      return fields.hashCode();
    }
  }

  /** One field of an object; the place of {@code name} is that of the name itself. */
  record Field(Str name, Json value) {
    public static Field of(String name, Json value) {
      return new Field(Str.of(name), value);
    }
  }

  /** How a message calls what stands here. */
  default String kind() {
    return switch (this) {
      case Str _ -> "a text";
      case Num _ -> "a number";
      case Constant constant -> constant.text();
      case Arr _ -> "a list";
      case Obj _ -> "an object";
    };
  }
}
