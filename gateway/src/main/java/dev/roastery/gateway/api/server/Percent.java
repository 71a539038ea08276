package dev.roastery.gateway.api.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.gateway.api.response.HttpProblem;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.HexFormat;

/** Percent-decoding, once and strictly: what is decoded is never decoded again. */
final class Percent {

  private Percent() {}

  static String decoded(String raw) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(raw.length());
    for (int at = 0; at < raw.length(); at++) {
      char character = raw.charAt(at);
      if (character == '%') {
        if (at + 2 >= raw.length()
            || !HexFormat.isHexDigit(raw.charAt(at + 1))
            || !HexFormat.isHexDigit(raw.charAt(at + 2))) {
          throw HttpProblem.invalid(
              "the address has a % that is not followed by two hexadecimal digits");
        }
        bytes.write(HexFormat.fromHexDigits(raw, at + 1, at + 3));
        at += 2;
      } else if (character > ' ' && character < 0x7f) {
        bytes.write(character);
      } else {
        throw HttpProblem.invalid("the address has a character that must be percent-encoded");
      }
    }
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.toByteArray())).toString();
    } catch (CharacterCodingException _) {
      throw HttpProblem.invalid("the address is not valid UTF-8 after percent-decoding");
    }
  }
}
