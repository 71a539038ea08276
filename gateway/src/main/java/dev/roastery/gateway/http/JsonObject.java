package dev.roastery.gateway.http;

import dev.roastery.common.plan.document.Json;
import dev.roastery.common.plan.document.Place;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds an object of JSON; what is null is left out. */
final class JsonObject {

  private final List<Json.Field> fields = new ArrayList<>();

  JsonObject put(String name, @Nullable String text) {
    return put(name, text == null ? null : Json.Str.of(text));
  }

  JsonObject put(String name, @Nullable Long number) {
    return put(name, number == null ? null : Json.Num.of(number));
  }

  JsonObject put(String name, int number) {
    return put(name, Json.Num.of(number));
  }

  JsonObject put(String name, boolean value) {
    return put(name, new Json.Constant(Boolean.toString(value), Place.NOWHERE));
  }

  JsonObject put(String name, List<? extends Json> items) {
    return put(name, Json.Arr.of(items));
  }

  JsonObject putTexts(String name, List<String> texts) {
    return put(name, texts.stream().map(Json.Str::of).toList());
  }

  JsonObject put(String name, @Nullable Json value) {
    if (value != null) {
      fields.add(Json.Field.of(name, value));
    }
    return this;
  }

  Json.Obj json() {
    return Json.Obj.of(fields);
  }
}
