package dev.roastery.common.storage.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No name can be taken for another one on its way. */
class ObjectNameTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "/a",
        "a/",
        "a//b",
        ".",
        "..",
        "a/../b",
        "a/./b",
        ".unfinished/x",
        "a/.hidden",
        "a\nb",
        "a\u0000b",
        "a\u007fb",
        "a\\b",
        "\ud800"
      })
  void whatCanBeTakenForAnotherIsNoName(String text) {
    assertThat(ObjectName.isName(text)).isFalse();
    assertThatThrownBy(() -> new ObjectName(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aNameFitsIntoAStoreWithItsPrefix() {
    assertThat(ObjectName.isName("ä".repeat(127))).isTrue();
    assertThat(ObjectName.isName("ä".repeat(128))).isFalse();
    assertThat(ObjectName.isName("a/".repeat(449) + "bb")).isTrue();
    assertThat(ObjectName.isName("a/".repeat(449) + "bbb")).isFalse();
  }

  @Test
  void aRangeKnowsItsEnd() {
    assertThat(new ByteRange(3, 4).last()).isEqualTo(6);
    assertThat(new ByteRange(3, Long.MAX_VALUE).last()).isEqualTo(Long.MAX_VALUE);
    assertThat(ByteRange.WHOLE.after(5)).isEqualTo(new ByteRange(5, Long.MAX_VALUE));
    assertThat(new ByteRange(3, 4).after(1)).isEqualTo(new ByteRange(4, 3));
    assertThatThrownBy(() -> new ByteRange(-1, 4)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ByteRange(0, 0)).isInstanceOf(IllegalArgumentException.class);
  }
}
