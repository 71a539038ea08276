package dev.roastery.input.ndjson;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.query.document.Expect;
import dev.roastery.input.csv.scan.RowIndex.Kind;
import dev.roastery.input.csv.scan.Utf8;
import dev.roastery.input.ndjson.JsonFields.Flawed;
import dev.roastery.input.ndjson.JsonFields.Strangers;
import java.util.Arrays;

/**
 * Reads one line that should be a JSON object (RFC 8259), and finds the values of the wanted fields
 * in it. A value of another field may be anything.
 */
final class JsonLine {

  /** What a line is, the worse the later. */
  enum Shape {
    /** Spaces at most. */
    BLANK,
    OBJECT,
    /** No object, or more than one. */
    OTHER,
    /** An object in which the wanted field {@link #flawed} is an object or a list. */
    NESTED,
    /** An object that has the wanted field {@link #flawed} twice. */
    TWICE
  }

  /** Lists and objects within each other; more than that is an attack. */
  private static final int DEPTH_MAX = 64;

  private final JsonFields fields;
  private final JsonNames names;

  /** Where the value of each wanted field is in the line; nowhere when both are equal. */
  final int[] from;

  final int[] to;

  int flawed;

  /** How many fields are not known, and where their names are. */
  int strangers;

  int[] strangerFrom = {};
  int[] strangerTo = {};

  private byte[] bytes = {};
  private int begin;
  private int at;
  private int end;

  JsonLine(JsonFields fields) {
    this.fields = fields;
    this.names = new JsonNames(fields);
    this.from = new int[fields.wanted().size()];
    this.to = new int[fields.wanted().size()];
  }

  /** Reads the bytes {@code [start, limit)}. */
  Shape read(byte[] source, int start, int limit) {
    bytes = source;
    begin = start;
    at = start;
    end = limit;
    names.begin();
    flawed = -1;
    strangers = 0;
    Arrays.fill(from, start);
    Arrays.fill(to, start);
    skipSpace();
    if (at == end) {
      return Shape.BLANK;
    }
    Shape shape = object();
    skipSpace();
    return at < end ? Shape.OTHER : shape;
  }

  private Shape object() {
    if (!take('{')) {
      return Shape.OTHER;
    }
    skipSpace();
    if (take('}')) {
      return Shape.OBJECT;
    }
    Shape shape = Shape.OBJECT;
    do {
      skipSpace();
      int name = at;
      if (!string()) {
        return Shape.OTHER;
      }
      int field = field(name + 1, at - 1);
      skipSpace();
      if (!take(':')) {
        return Shape.OTHER;
      }
      skipSpace();
      int value = at;
      if (!value(0)) {
        return Shape.OTHER;
      }
      if (field >= 0) {
        shape = found(field, value, shape);
      }
      skipSpace();
    } while (take(','));
    return take('}') ? shape : Shape.OTHER;
  }

  /** The worst flaw of a line is its shape: whether it is bad is no matter of what else it has. */
  private Shape found(int field, int value, Shape before) {
    boolean twice = to[field] > begin;
    if (fields.flawed() == Flawed.TAKEN) {
      from[field] = twice ? at : value;
      to[field] = at;
      return before;
    }
    Shape shape = Shape.OBJECT;
    if (twice) {
      shape = Shape.TWICE;
    } else if (kind(bytes, value, at) == Kind.NESTED) {
      shape = Shape.NESTED;
    }
    boolean worse = shape.compareTo(before) > 0;
    flawed = worse ? field : flawed;
    if (worse || field != flawed) {
      from[field] = value;
      to[field] = at;
    }
    return worse ? shape : before;
  }

  /** The wanted field of that name, or -1. */
  private int field(int nameFrom, int nameTo) {
    int name = place(nameFrom, nameTo);
    if (name < 0 && fields.strangers() != Strangers.IGNORED) {
      stranger(nameFrom, nameTo);
    }
    return name < fields.wanted().size() ? name : -1;
  }

  private int place(int nameFrom, int nameTo) {
    for (int i = nameFrom; i < nameTo; i++) {
      if (bytes[i] == '\\') {
        byte[] name = new byte[nameTo - nameFrom];
        return names.place(name, 0, unescape(nameFrom, nameTo, name, 0));
      }
    }
    return names.place(bytes, nameFrom, nameTo);
  }

  private void stranger(int nameFrom, int nameTo) {
    if (strangers == strangerFrom.length) {
      strangerFrom = Arrays.copyOf(strangerFrom, 2 * strangers + 1);
      strangerTo = Arrays.copyOf(strangerTo, 2 * strangers + 1);
    }
    strangerFrom[strangers] = nameFrom;
    strangerTo[strangers++] = nameTo;
  }

  /** Whether a field that is not known could be a column. */
  boolean isUsable(int stranger) {
    byte[] name = new byte[strangerTo[stranger] - strangerFrom[stranger]];
    int length = unescape(strangerFrom[stranger], strangerTo[stranger], name, 0);
    return Utf8.valid(name, 0, length) && Expect.isName(new String(name, 0, length, UTF_8));
  }

  /** Copies the names of unknown fields, one a line; an empty line for each that is no column's. */
  int copyStrangers(byte[] target, int start) {
    int out = start;
    for (int i = 0; i < strangers; i++) {
      if (isUsable(i)) {
        out = unescape(strangerFrom[i], strangerTo[i], target, out);
      }
      target[out++] = '\n';
    }
    return out;
  }

  static Kind kind(byte[] bytes, int value, int end) {
    if (value == end) {
      return Kind.BARE;
    }
    return switch (bytes[value]) {
      case '"' -> Kind.TEXT;
      case '{', '[' -> Kind.NESTED;
      default -> Kind.BARE;
    };
  }

  private boolean value(int depth) {
    if (at == end || depth > DEPTH_MAX) {
      return false;
    }
    return switch (bytes[at]) {
      case '"' -> string();
      case '{' -> nested('}', depth);
      case '[' -> nested(']', depth);
      case 't' -> word("true");
      case 'f' -> word("false");
      case 'n' -> word("null");
      default -> number();
    };
  }

  private boolean nested(char close, int depth) {
    at++;
    skipSpace();
    if (take(close)) {
      return true;
    }
    do {
      skipSpace();
      if (close == '}') {
        if (!string()) {
          return false;
        }
        skipSpace();
        if (!take(':')) {
          return false;
        }
        skipSpace();
      }
      if (!value(depth + 1)) {
        return false;
      }
      skipSpace();
    } while (take(','));
    return take(close);
  }

  private boolean word(String word) {
    int length = word.length();
    boolean there =
        end - at >= length
            && Arrays.equals(word.getBytes(UTF_8), 0, length, bytes, at, at + length);
    at += length;
    return there;
  }

  private boolean number() {
    take('-');
    boolean zero = at < end && bytes[at] == '0';
    int whole = digits();
    if (whole == 0 || (zero && whole > 1)) {
      return false;
    }
    if (take('.') && digits() == 0) {
      return false;
    }
    if (take('e') || take('E')) {
      if (!take('-')) {
        take('+');
      }
      return digits() > 0;
    }
    return true;
  }

  private int digits() {
    int first = at;
    while (at < end && bytes[at] >= '0' && bytes[at] <= '9') {
      at++;
    }
    return at - first;
  }

  private boolean string() {
    if (!take('"')) {
      return false;
    }
    while (at < end) {
      byte b = bytes[at++];
      if (b == '"') {
        return true;
      }
      if (b >= 0 && b < ' ') {
        return false;
      }
      if (b == '\\' && !escape()) {
        return false;
      }
    }
    return false;
  }

  private boolean escape() {
    if (at == end) {
      return false;
    }
    byte b = bytes[at++];
    if (b != 'u') {
      return "\"\\/bfnrt".indexOf(b) >= 0;
    }
    for (int i = 0; i < 4; i++) {
      if (at == end || Character.digit(bytes[at++], 16) < 0) {
        return false;
      }
    }
    return true;
  }

  private boolean take(char wanted) {
    boolean there = at < end && bytes[at] == wanted;
    if (there) {
      at++;
    }
    return there;
  }

  private void skipSpace() {
    while (at < end && (bytes[at] == ' ' || bytes[at] == '\t' || bytes[at] == '\r')) {
      at++;
    }
  }

  /**
   * Copies the value of a wanted field as plain text, which has no more bytes than the value has;
   * returns where it ends. Null, and nothing, are empty.
   */
  int copy(int field, byte[] target, int start) {
    int first = from[field];
    int last = to[field];
    if (first == last || bytes[first] == 'n') {
      return start;
    }
    if (bytes[first] == '"') {
      return unescape(first + 1, last - 1, target, start);
    }
    System.arraycopy(bytes, first, target, start, last - first);
    return start + last - first;
  }

  /** Half a pair of surrogates becomes bytes that are no UTF-8, for which the row is refused. */
  private int unescape(int first, int last, byte[] target, int start) {
    int out = start;
    for (int i = first; i < last; ) {
      byte b = bytes[i++];
      if (b != '\\') {
        target[out++] = b;
        continue;
      }
      byte kind = bytes[i++];
      if (kind != 'u') {
        target[out++] = plain(kind);
        continue;
      }
      int character = hex(i);
      i += 4;
      boolean pair =
          Character.isHighSurrogate((char) character)
              && i + 6 <= last
              && bytes[i] == '\\'
              && bytes[i + 1] == 'u'
              && Character.isLowSurrogate((char) hex(i + 2));
      if (pair) {
        character = Character.toCodePoint((char) character, (char) hex(i + 2));
        i += 6;
      }
      out = utf8(character, target, out);
    }
    return out;
  }

  private static byte plain(byte kind) {
    return switch (kind) {
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      default -> kind;
    };
  }

  private int hex(int place) {
    int value = 0;
    for (int i = 0; i < 4; i++) {
      value = value * 16 + Character.digit(bytes[place + i], 16);
    }
    return value;
  }

  private static int utf8(int character, byte[] target, int start) {
    int out = start;
    if (character < 0x80) {
      target[out++] = (byte) character;
    } else if (character < 0x800) {
      target[out++] = (byte) (0xc0 | (character >> 6));
      target[out++] = following(character);
    } else if (character < 0x10000) {
      target[out++] = (byte) (0xe0 | (character >> 12));
      target[out++] = following(character >> 6);
      target[out++] = following(character);
    } else {
      target[out++] = (byte) (0xf0 | (character >> 18));
      target[out++] = following(character >> 12);
      target[out++] = following(character >> 6);
      target[out++] = following(character);
    }
    return out;
  }

  private static byte following(int bits) {
    return (byte) (0x80 | (bits & 0x3f));
  }
}
