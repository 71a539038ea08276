package dev.roastery.input.csv;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.query.language.Dialect.Encoding;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A part in another encoding is its text in UTF-8, or it is refused. */
class TranscodingTest {

  private static final String LATIN = "id;name\n1;M\u00fcller \u00df\u00ff\u00a0\n".repeat(3000);
  private static final String ALL = "id,name\n1,\u20ac \u65e5\u672c \ud83d\ude00\n".repeat(3000);

  /** Brings so many bytes at a time. */
  private static InputStream slow(byte[] bytes, int portion) {
    return new ByteArrayInputStream(bytes) {
      @Override
      public synchronized int read(byte[] to, int offset, int length) {
        return super.read(to, offset, Math.min(portion, length));
      }
    };
  }

  private static String read(byte[] bytes, int portion, Encoding encoding) throws IOException {
    try (InputStream in = Transcoding.utf8("t.csv", slow(bytes, portion), encoding)) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 1000, 1 << 20})
  void aTextIsTheSameHoweverItsBytesArrive(int portion) throws IOException {
    assertThat(read(LATIN.getBytes(ISO_8859_1), portion, Encoding.LATIN_1)).isEqualTo(LATIN);
    assertThat(read(ALL.getBytes(UTF_8), portion, Encoding.UTF_8)).isEqualTo(ALL);
    assertThat(read(ALL.getBytes(UTF_16), portion, Encoding.UTF_16)).isEqualTo(ALL);
    assertThat(read(ALL.getBytes(UTF_16LE), portion, Encoding.UTF_16)).isEqualTo(ALL);
    assertThat(read(ALL.getBytes(UTF_16BE), portion, Encoding.UTF_16)).isEqualTo(ALL);
    byte[] euro = "1;\u20ac \u201eZ\u201c\n".getBytes(Charset.forName("windows-1252"));
    assertThat(read(euro, portion, Encoding.WINDOWS_1252)).isEqualTo("1;\u20ac \u201eZ\u201c\n");
  }

  @Test
  void aMarkOfUtf16IsHeededWhateverTheTableSays() throws IOException {
    for (Encoding encoding : Encoding.values()) {
      assertThat(read(ALL.getBytes(UTF_16), 1000, encoding)).isEqualTo(ALL);
      assertThat(read(("\ufeff" + ALL).getBytes(UTF_16LE), 1000, encoding)).isEqualTo(ALL);
    }
  }

  @Test
  void anEmptyPartIsEmpty() throws IOException {
    for (Encoding encoding : Encoding.values()) {
      assertThat(read(new byte[0], 1, encoding)).isEmpty();
    }
    assertThat(read("\ufeff".getBytes(UTF_16LE), 1, Encoding.UTF_8)).isEmpty();
  }

  @Test
  void everyByteOfLatin1IsItsCharacterAndControlsAreNone() throws IOException {
    for (int b = 0; b < 256; b++) {
      byte[] part = {'a', (byte) b};
      if (b >= 0x80 && b < 0xa0) {
        assertThatThrownBy(() -> read(part, 2, Encoding.LATIN_1))
            .hasMessage(
                "t.csv is in another encoding than its table says: byte 1 (0x%02x) is no character"
                        .formatted(b)
                    + " of latin-1; perhaps it is \"windows-1252\"");
      } else {
        assertThat(read(part, 2, Encoding.LATIN_1)).isEqualTo("a" + (char) b);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "UTF_16, 6161, does not show in which order the bytes of UTF-16 are",
    "UTF_16, 61, does not show in which order the bytes of UTF-16 are",
    "UTF_16, 0061d83d0061, byte 2 (0xd8) is no character of utf-16",
    "UTF_16, 006100, byte 2 (0x00) is no character of utf-16",
    "WINDOWS_1252, 618161, byte 1 (0x81) is no character of windows-1252"
  })
  void otherBytesAreRefusedWithTheirPlace(Encoding encoding, String hex, String reason) {
    byte[] part = HexFormat.of().parseHex(hex);
    for (int portion = 1; portion < 4; portion++) {
      int each = portion;
      assertThatThrownBy(() -> read(part, each, encoding))
          .isInstanceOf(CsvException.class)
          .hasMessageContaining(reason);
    }
  }
}
