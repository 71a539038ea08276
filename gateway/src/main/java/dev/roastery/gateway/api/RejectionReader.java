package dev.roastery.gateway.api;

import dev.roastery.common.query.document.Expect;
import dev.roastery.common.query.document.Json;
import dev.roastery.common.query.document.JsonReader;
import dev.roastery.common.query.document.Problems;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the body of a request that rejects a job: {@code {"reason": "wrong month"}}. */
final class RejectionReader {

  private static final int REASON_LENGTH_MAX = 1_000;
  private static final String REASON = "reason";

  private final Problems problems = new Problems("request");
  private final Expect expect = new Expect(problems);

  private RejectionReader() {}

  static String reason(byte[] body, int bytesMax) {
    return new RejectionReader().read(body, bytesMax);
  }

  private String read(byte[] body, int bytesMax) {
    Json json = JsonReader.read(body, bytesMax, problems);
    Json.Obj object = json == null ? null : expect.object(json, List.of(REASON));
    String reason = object == null ? "" : reason(object);
    if (!problems.none()) {
      throw JobRequestReader.invalid(problems.all());
    }
    return reason;
  }

  private String reason(Json.Obj object) {
    @Nullable Json found = object.get(REASON);
    if (found == null) {
      problems.add(object.place(), "give a \"reason\"");
      return "";
    }
    Json.Str text = expect.text(found);
    String reason = text == null ? "" : text.value();
    if (text != null
        && (reason.isBlank()
            || reason.length() > REASON_LENGTH_MAX
            || reason.codePoints().anyMatch(Character::isISOControl))) {
      problems.add(
          text.place(), "a reason is 1 to " + REASON_LENGTH_MAX + " characters on one line");
    }
    return reason;
  }
}
