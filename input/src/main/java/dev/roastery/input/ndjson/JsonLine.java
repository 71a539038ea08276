package dev.roastery.input.ndjson;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.List;

/**
 * Reads one line that should be a JSON object (RFC 8259), and finds the values of the wanted fields
 * in it. A value of another field may be anything.
 */
final class JsonLine {

  /** What a line is. */
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

  private final List<byte[]> names;

  /** Where the value of each wanted field is in the line; nowhere when both are equal. */
  final int[] from;

  final int[] to;

  int flawed;

  private byte[] bytes = {};
  private int at;
  private int end;

  /** Where the next name is expected among the wanted ones: lines are alike. */
  private int hint;

  JsonLine(List<byte[]> names) {
    this.names = List.copyOf(names);
    this.from = new int[names.size()];
    this.to = new int[names.size()];
  }

  /** Reads the bytes {@code [start, limit)}. */
  Shape read(byte[] source, int start, int limit) {
    bytes = source;
    at = start;
    end = limit;
    hint = 0;
    flawed = -1;
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

  private Shape found(int field, int value, Shape before) {
    boolean nested = bytes[value] == '{' || bytes[value] == '[';
    boolean twice = to[field] > from[field];
    if (before == Shape.OBJECT || field != flawed) {
      from[field] = value;
      to[field] = at;
    }
    if (before != Shape.OBJECT || (!nested && !twice)) {
      return before;
    }
    flawed = field;
    return twice ? Shape.TWICE : Shape.NESTED;
  }

  /** The wanted field of that name, or -1. */
  private int field(int nameFrom, int nameTo) {
    for (int i = nameFrom; i < nameTo; i++) {
      if (bytes[i] == '\\') {
        byte[] name = new byte[nameTo - nameFrom];
        int length = unescape(nameFrom, nameTo, name, 0);
        return place(name, 0, Math.max(0, length));
      }
    }
    return place(bytes, nameFrom, nameTo);
  }

  private int place(byte[] source, int nameFrom, int nameTo) {
    for (int i = 0; i < names.size(); i++) {
      int candidate = hint + i < names.size() ? hint + i : hint + i - names.size();
      byte[] name = names.get(candidate);
      if (Arrays.equals(name, 0, name.length, source, nameFrom, nameTo)) {
        hint = candidate + 1 == names.size() ? 0 : candidate + 1;
        return candidate;
      }
    }
    return -1;
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
