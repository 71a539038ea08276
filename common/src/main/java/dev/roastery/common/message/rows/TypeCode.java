package dev.roastery.common.message.rows;

import dev.roastery.common.message.bytes.WireException;
import dev.roastery.common.message.bytes.WireReader;
import dev.roastery.common.message.bytes.WireWriter;

/** A column's type in bytes: a number, and a decimal's scale behind it. */
final class TypeCode {

  private TypeCode() {}

  static void write(WireWriter out, ColumnType type) {
    switch (type) {
      case ColumnType.Whole() -> out.uint8(1);
      case ColumnType.Decimal(int scale) -> {
        out.uint8(2);
        out.uint8(scale);
      }
      case ColumnType.Date() -> out.uint8(3);
      case ColumnType.Timestamp() -> out.uint8(4);
      case ColumnType.Text() -> out.uint8(5);
    }
  }

  static ColumnType read(WireReader in) throws WireException {
    int code = in.uint8();
    return switch (code) {
      case 1 -> new ColumnType.Whole();
      case 2 -> decimal(in);
      case 3 -> new ColumnType.Date();
      case 4 -> new ColumnType.Timestamp();
      case 5 -> new ColumnType.Text();
      default -> throw in.malformed("column type " + code);
    };
  }

  private static ColumnType decimal(WireReader in) throws WireException {
    int scale = in.uint8();
    if (scale > 18) {
      throw in.malformed("a decimal of scale " + scale);
    }
    return new ColumnType.Decimal(scale);
  }
}
