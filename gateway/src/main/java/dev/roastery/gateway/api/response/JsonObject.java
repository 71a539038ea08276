package dev.roastery.gateway.api.response;

import dev.roastery.common.query.document.Json;
import dev.roastery.common.query.document.Place;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds an object of JSON; what is null is left out. */
public final class JsonObject {

  private final List<Json.Field> fields = new ArrayList<>();

  public JsonObject put(String name, @Nullable String text) {
    return put(name, text == null ? null : Json.Str.of(text));
  }

  public JsonObject put(String name, @Nullable Long number) {
    return put(name, number == null ? null : Json.Num.of(number));
  }

  public JsonObject put(String name, int number) {
    return put(name, Json.Num.of(number));
  }

  public JsonObject put(String name, boolean value) {
    return put(name, new Json.Constant(Boolean.toString(value), Place.NOWHERE));
  }

  public JsonObject put(String name, List<? extends Json> items) {
    return put(name, Json.Arr.of(items));
  }

  public JsonObject putTexts(String name, List<String> texts) {
    return put(name, texts.stream().map(Json.Str::of).toList());
  }

  public JsonObject put(String name, @Nullable Json value) {
    if (value != null) {
      fields.add(Json.Field.of(name, value));
    }
    return this;
  }

  public Json.Obj json() {
    return Json.Obj.of(fields);
  }
}
