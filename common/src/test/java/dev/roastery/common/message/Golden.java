package dev.roastery.common.message;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.message.rows.RowsCodec;
import dev.roastery.testkit.rows.Columns;
import dev.roastery.testkit.rows.RowsBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Values whose bytes are fixed for ever, in a file of hexadecimal digits for each. */
final class Golden {

  static final JobId JOB = new JobId(UUID.fromString("01890a5d-ac96-774b-bcce-b302099a8057"), 1);

  record GoldenMessage(String name, Message message) {}

  record GoldenRows(String name, Rows rows) {}

  private Golden() {}

  static List<GoldenMessage> messages() {
    JobId again = new JobId(JOB.id(), 2);
    BatchId id = new BatchId(again, "transactions", 7, 1_000_000_000_000L);
    return List.of(
        new GoldenMessage("message-job", new Message.Job(JOB, "{\"name\":\"café\"}")),
        new GoldenMessage("message-batch", new Message.Batch(id, RowsCodec.encode(allTypes()))),
        new GoldenMessage("message-end", new Message.End(JOB, "tpv-by-store", 2, 3, 40)),
        new GoldenMessage("message-close", new Message.Close(JOB)),
        new GoldenMessage("message-abort", new Message.Abort(JOB, "cancelled by its client")),
        new GoldenMessage("message-fail", new Message.Fail(JOB, "joiner-0", "no such item: 9")),
        new GoldenMessage("message-gone", new Message.Gone(again, "aggregator-1")),
        new GoldenMessage(
            "message-range",
            new Message.Range(
                new BatchId(JOB, "sales", 3, 16),
                24,
                8,
                new PartReference(
                    "sales/2024.csv",
                    "s3://shop/exports/sales/2024.csv",
                    "\"5a\"",
                    104_857_600,
                    21,
                    4 << 20))));
  }

  static List<GoldenRows> rows() {
    return List.of(
        new GoldenRows("rows-none", new RowsBuilder().build()),
        new GoldenRows(
            "rows-of-none",
            new RowsBuilder().with("id", Columns.wholes()).with("x", Columns.texts()).build()),
        new GoldenRows("rows-all-types", allTypes()),
        of("rows-numbers-constant", Columns.wholes(5, 5, 5)),
        of("rows-numbers-packed", Columns.decimals(2, 750, 700, 1299, 0, 2047, 3)),
        of("rows-numbers-any", Columns.wholes(Long.MIN_VALUE, 0, Long.MAX_VALUE)),
        of("rows-numbers-equal-steps", Columns.dates(LongStream.range(19000, 19009).toArray())),
        of("rows-numbers-sorted", Columns.timestamps(sorted())),
        of("rows-texts-plain", Columns.texts("Latte", "", "Café au lait", "☕")),
        of("rows-texts-constant", Columns.texts("KL", "KL", "KL", "KL")),
        of(
            "rows-texts-dictionary",
            Columns.texts("b", "a", "b", null, "a", "b", "a", "a", "b", "b", "a", "")));
  }

  /** The bytes of the file {@code name.hex}. */
  static byte[] bytes(String name) throws IOException {
    try (InputStream in = Golden.class.getResourceAsStream(name + ".hex")) {
      if (in == null) {
        throw new IOException("no golden file " + name + ".hex");
      }
      String digits = new String(in.readAllBytes(), US_ASCII).replaceAll("\\s", "");
      return HexFormat.of().parseHex(digits);
    }
  }

  /** How the files are written: 16 bytes a line. */
  static String hex(byte[] bytes) {
    return HexFormat.ofDelimiter(" ").formatHex(bytes).replaceAll("(.{47}) ", "$1\n");
  }

  private static GoldenRows of(String name, Column column) {
    return new GoldenRows(name, new RowsBuilder().with("value", column).build());
  }

  private static Rows allTypes() {
    return new RowsBuilder()
        .with("item_id", Columns.withNulls(Columns.wholes(3, 1, 0, 8), 2))
        .with("price", Columns.withNulls(Columns.decimals(2, 600, 950, 800, 0), 3))
        .with("birthdate", Columns.dates(-1, 4860, 11000, 20000))
        .with("created_at", Columns.timestamps(1704067200, 1704067260, 1704067200, 1704070800))
        .with("item_name", Columns.texts("Espresso", null, "Flat White", ""))
        .build();
  }

  /** Times like those of a part: ascending, a few seconds apart. */
  private static long[] sorted() {
    return Stream.iterate(1704067200L, at -> at + 1 + at * 31 % 7)
        .limit(20)
        .mapToLong(Long::longValue)
        .toArray();
  }
}
