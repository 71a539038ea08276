package dev.roastery.common.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.message.Golden.GoldenMessage;
import dev.roastery.common.message.Golden.GoldenRows;
import dev.roastery.common.message.rows.RowsCodec;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Bytes on a disk or in a queue outlive the program that wrote them: these never change. */
class GoldenTest {

  @ParameterizedTest
  @MethodSource("messages")
  void messagesKeepTheirBytes(GoldenMessage golden) throws Exception {
    byte[] bytes = Golden.bytes(golden.name());

    assertThat(Golden.hex(MessageCodec.encode(golden.message()))).isEqualTo(Golden.hex(bytes));
    assertThat(MessageCodec.decode(bytes)).isEqualTo(golden.message());
  }

  @ParameterizedTest
  @MethodSource("rows")
  void rowsKeepTheirBytes(GoldenRows golden) throws Exception {
    byte[] bytes = Golden.bytes(golden.name());

    assertThat(Golden.hex(RowsCodec.encode(golden.rows()))).isEqualTo(Golden.hex(bytes));
    assertThat(RowsCodec.decode(bytes)).isEqualTo(golden.rows());
  }

  @Test
  void everyTypeOfMessageHasAGoldenFile() {
    assertThat(messages().stream().map(golden -> MessageType.of(golden.message())))
        .containsExactlyInAnyOrder(MessageType.values());
  }

  static List<GoldenMessage> messages() {
    return Golden.messages();
  }

  static List<GoldenRows> rows() {
    return Golden.rows();
  }
}
