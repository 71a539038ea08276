package dev.roastery.input.csv;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PackingTest {

  private static final byte[] PLAIN = Csv.bytes(Generated.part(new Random(1), 3000));

  private static byte[] packed(Packing packing, byte[] plain) throws IOException {
    return switch (packing) {
      case PLAIN -> plain;
      case ZSTD -> Zstd.compress(plain);
      case GZIP -> {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
          out.write(plain);
        }
        yield bytes.toByteArray();
      }
    };
  }

  private static byte[] unpacked(String part, InputStream in) throws IOException {
    try (InputStream unpacked = Packing.unpack(part, in)) {
      return unpacked.readAllBytes();
    }
  }

  /** Gives a byte at a time and never says that there is more. */
  private static InputStream slow(byte[] bytes) {
    return new FilterInputStream(new ByteArrayInputStream(bytes)) {
      @Override
      public int read(byte[] to, int offset, int length) throws IOException {
        return super.read(to, offset, Math.min(length, 1));
      }

      @Override
      public int available() {
        return 0;
      }
    };
  }

  @ParameterizedTest
  @EnumSource
  void firstBytesDecide(Packing packing) throws IOException {
    byte[] packed = packed(packing, PLAIN);
    assertThat(Packing.of(packed)).isEqualTo(packing);
    assertThat(unpacked("part.csv", slow(packed))).isEqualTo(PLAIN);
  }

  @ParameterizedTest
  @EnumSource
  void membersFollowEachOther(Packing packing) throws IOException {
    ByteArrayOutputStream two = new ByteArrayOutputStream();
    two.write(packed(packing, PLAIN));
    two.write(packed(packing, PLAIN));
    byte[] read = unpacked("part.csv", slow(two.toByteArray()));
    assertThat(read).hasSize(2 * PLAIN.length).endsWith(PLAIN).startsWith(PLAIN);
  }

  @ParameterizedTest
  @EnumSource(names = {"GZIP", "ZSTD"})
  void partThatEndsTooEarlyIsRefused(Packing packing) throws IOException {
    byte[] packed = packed(packing, PLAIN);
    for (int length = 4; length < packed.length; length += 997) {
      byte[] cut = Arrays.copyOf(packed, length);
      assertThatThrownBy(() -> unpacked("part.csv.x", slow(cut)))
          .isInstanceOf(CsvException.class)
          .hasMessage(
              "part.csv.x cannot be decompressed: it ends too early; compress or send it again");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"GZIP", "ZSTD"})
  void damagedPartIsRefused(Packing packing) throws IOException {
    byte[] packed = packed(packing, PLAIN);
    Arrays.fill(packed, packed.length / 2, packed.length / 2 + 50, (byte) 0xff);
    assertThatThrownBy(() -> unpacked("part.csv", slow(packed)))
        .isInstanceOf(CsvException.class)
        .hasMessageContaining("part.csv cannot be decompressed: it is damaged");
  }

  /** Nothing after the first member may be lost silently. */
  @ParameterizedTest
  @EnumSource(names = {"GZIP", "ZSTD"})
  void whatFollowsAMemberIsAMemberOrAMistake(Packing packing) throws IOException {
    byte[] packed = packed(packing, PLAIN);
    for (byte[] more :
        List.of(PLAIN, new byte[] {0x1f}, new byte[] {0x28, (byte) 0xb5}, "\n".getBytes(UTF_8))) {
      ByteArrayOutputStream both = new ByteArrayOutputStream();
      both.write(packed);
      both.write(more);
      assertThatThrownBy(() -> unpacked("part.csv.x", slow(both.toByteArray())))
          .isInstanceOf(CsvException.class)
          .hasMessageContaining("part.csv.x cannot be decompressed");
    }
    for (int bit = 0; bit < 4 * 8; bit++) {
      byte[] two = Arrays.copyOf(packed, 2 * packed.length);
      System.arraycopy(packed, 0, two, packed.length, packed.length);
      two[packed.length + bit / 8] ^= (byte) (1 << bit % 8);
      boolean harmless = packing == Packing.GZIP && bit == 24; // "is text", which says nothing
      if (!harmless) {
        assertThatThrownBy(() -> unpacked("part.csv.x", slow(two)))
            .isInstanceOf(CsvException.class);
      }
    }
  }

  @Test
  void zerosAfterAGzipFileArePadding() throws IOException {
    byte[] padded = Arrays.copyOf(packed(Packing.GZIP, PLAIN), 1 << 20);
    assertThat(unpacked("part.csv.gz", slow(padded))).isEqualTo(PLAIN);
    padded[padded.length - 1] = 1;
    assertThatThrownBy(() -> unpacked("part.csv.gz", slow(padded)))
        .isInstanceOf(CsvException.class);
  }

  @Test
  void aGzipHeaderWithAllItsFieldsIsSkipped() throws IOException {
    byte[] packed = packed(Packing.GZIP, PLAIN);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.write(new byte[] {0x1f, (byte) 0x8b, 8, 2 + 4 + 8 + 16, 1, 2, 3, 4, 0, 3});
    all.write(new byte[] {3, 0, 7, 0, 7}); // extra
    all.write("name\0comment\0".getBytes(UTF_8));
    all.write(new byte[] {9, 9}); // checksum of the header
    all.write(packed, 10, packed.length - 10);
    assertThat(unpacked("part.csv.gz", slow(all.toByteArray()))).isEqualTo(PLAIN);
  }

  @Test
  void nameThatPromisesMoreThanTheBytesIsAMistake() {
    assertThatThrownBy(() -> unpacked("part.csv.gz", slow(PLAIN)))
        .hasMessageContaining("its name says that it is compressed, but its bytes are not");
  }

  @Test
  void partMayNotAskForMoreMemoryThanAReaderHasToHave() throws IOException {
    assertThat(unpacked("part.csv", slow(windowed(23, PLAIN)))).isEqualTo(PLAIN);
    assertThatThrownBy(() -> unpacked("part.csv", slow(windowed(27, PLAIN))))
        .isInstanceOf(CsvException.class)
        .hasMessageContaining(
            "its zstd window is larger than 8 MiB: compress it without --long and --ultra");
  }

  private static byte[] windowed(int log, byte[] plain) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZstdOutputStream out = new ZstdOutputStream(bytes).setLong(log)) {
      out.write(plain);
    }
    return bytes.toByteArray();
  }

  @Test
  void partWithoutBytesHasNoRowsWhateverItsName() throws IOException {
    assertThat(unpacked("part.csv.zst", slow(new byte[0]))).isEmpty();
  }

  @Test
  void troubleInGettingThePartIsNoDamage() throws IOException {
    byte[] packed = packed(Packing.ZSTD, PLAIN);
    InputStream broken =
        new SequenceInputStream(
            new ByteArrayInputStream(packed, 0, packed.length / 2),
            new FilterInputStream(InputStream.nullInputStream()) {
              @Override
              public int read() throws IOException {
                throw new IOException("connection reset");
              }

              @Override
              public int read(byte[] to, int offset, int length) throws IOException {
                return read();
              }
            });
    assertThatThrownBy(() -> unpacked("part.csv", broken))
        .isExactlyInstanceOf(IOException.class)
        .hasMessage("connection reset");
  }
}
