package dev.roastery.common.journal.objects;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.journal.format.DamagedException;
import dev.roastery.common.journal.format.Origin;
import dev.roastery.common.journal.objects.Manifest.Saved;
import dev.roastery.common.journal.objects.Manifest.Sealed;
import java.io.IOException;
import java.io.InputStream;
import java.util.HexFormat;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The objects that only an object store has, of version 1, byte by byte. They never change. */
class GoldenObjectsTest {

  private static final UUID VOLUME = UUID.fromString("01020304-0506-0708-090a-0b0c0d0e0f10");
  private static final Origin EIGHT = new Origin(VOLUME, "sales-0", 8);
  private static final Manifest SAVED = new Manifest(EIGHT, 3, new Saved(0x1234));
  private static final Manifest SEALED = new Manifest(EIGHT, 4, new Sealed(0x2345, 11));
  private static final Seal SEAL = new Seal(new Origin(VOLUME, "sales-0", 11), 0x2345);

  @Test
  void entriesOfALogAreTheGoldenOnesBothWays() throws DamagedException, IOException {
    assertThat(SAVED.bytes()).isEqualTo(golden("manifest-saved-v1.hex"));
    assertThat(SEALED.bytes()).isEqualTo(golden("manifest-sealed-v1.hex"));
    assertThat(Manifest.read("a log", golden("manifest-saved-v1.hex"))).isEqualTo(SAVED);
    assertThat(Manifest.read("a log", golden("manifest-sealed-v1.hex"))).isEqualTo(SEALED);
  }

  @Test
  void aSealIsTheGoldenOneBothWaysAndNothingElseIsOne() throws IOException {
    assertThat(SEAL.bytes()).isEqualTo(golden("seal-v1.hex"));
    assertThat(Seal.of(golden("seal-v1.hex"))).contains(SEAL);
    assertThat(Seal.of(golden("segment-v1.hex"))).isEmpty();
    assertThat(Seal.of(SAVED.bytes())).isEmpty();
  }

  @Test
  void aChangedBitIsDamageWhereverItIs() throws IOException {
    for (int at = 0; at < SAVED.bytes().length; at++) {
      byte[] bytes = SAVED.bytes();
      bytes[at] ^= 1;
      assertThatThrownBy(() -> Manifest.read("a log", bytes))
          .as("byte %d", at)
          .isInstanceOf(DamagedException.class);
    }
  }

  private static byte[] golden(String name) throws IOException {
    try (InputStream in = Manifest.class.getResourceAsStream("../" + name)) {
      String text = new String(in.readAllBytes(), UTF_8);
      return HexFormat.of()
          .parseHex(
              text.lines()
                  .map(line -> line.replaceFirst("#.*", "").replace(" ", ""))
                  .collect(Collectors.joining()));
    }
  }
}
