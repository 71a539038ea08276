package dev.roastery.cli.folders;

import java.util.Random;
import java.util.function.IntFunction;

/** Made-up rows, always the same. */
final class Rows {

  private Rows() {}

  /** A line for each number from 0 on. */
  static String lines(int count, IntFunction<String> line) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(line.apply(i)).append('\n');
    }
    return text.toString();
  }

  static Random random(int seed) {
    return new Random(seed);
  }

  /** {@code 1234} is {@code 12.34}. */
  static String cents(int cents) {
    return (cents < 0 ? "-" : "") + Math.abs(cents) / 100 + two(".", Math.abs(cents) % 100);
  }

  static String two(String before, int number) {
    return before + (number < 10 ? "0" : "") + number;
  }

  /** A moment of 2024, as {@code 2024-03-05T06:07:08}. */
  static String moment(int i, String between) {
    return "2024"
        + two("-", 1 + i % 12)
        + two("-", 1 + i % 28)
        + two(between, i * 7 % 24)
        + two(":", i * 13 % 60)
        + two(":", i * 17 % 60);
  }
}
