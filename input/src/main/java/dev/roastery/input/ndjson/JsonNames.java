package dev.roastery.input.ndjson;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.stream.Stream;

/** Finds the place of a field's name: lines are alike, so mostly it is that of the line before. */
final class JsonNames {

  /** The wanted names, and then the others. */
  private final byte[][] names;

  /** Places in that, by hash; -1 where there is none. */
  private final int[] slots;

  /** What came after each name when it was last seen, and, at the end, what began a line. */
  private final int[] followers;

  private int before;

  JsonNames(JsonFields fields) {
    names =
        Stream.concat(fields.wanted().stream(), fields.known().stream())
            .map(name -> name.getBytes(UTF_8))
            .toArray(byte[][]::new);
    slots = new int[4 * Integer.highestOneBit(names.length + 1)];
    Arrays.fill(slots, -1);
    for (int place = 0; place < names.length; place++) {
      int slot = slot(names[place], 0, names[place].length);
      while (slots[slot] >= 0) {
        slot = after(slot);
      }
      slots[slot] = place;
    }
    followers = new int[names.length + 1];
    Arrays.setAll(followers, place -> place + 1 < names.length ? place + 1 : 0);
    followers[names.length] = 0;
  }

  /** A line begins. */
  void begin() {
    before = names.length;
  }

  /** The place of that name, or -1. */
  int place(byte[] source, int from, int to) {
    if (names.length == 0) {
      return -1;
    }
    int likely = followers[before];
    if (isAt(likely, source, from, to)) {
      before = likely;
      return likely;
    }
    for (int slot = slot(source, from, to); slots[slot] >= 0; slot = after(slot)) {
      int place = slots[slot];
      if (isAt(place, source, from, to)) {
        followers[before] = place;
        before = place;
        return place;
      }
    }
    return -1;
  }

  private boolean isAt(int place, byte[] source, int from, int to) {
    byte[] name = names[place];
    return Arrays.equals(name, 0, name.length, source, from, to);
  }

  private int slot(byte[] source, int from, int to) {
    int hash = 0;
    for (int at = from; at < to; at++) {
      hash = 31 * hash + source[at];
    }
    return (hash ^ hash >>> 16) & (slots.length - 1);
  }

  private int after(int slot) {
    return (slot + 1) & (slots.length - 1);
  }
}
