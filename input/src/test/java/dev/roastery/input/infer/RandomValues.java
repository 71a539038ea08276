package dev.roastery.input.infer;

import java.util.List;
import java.util.Random;

/** Values that look like others, or almost. */
final class RandomValues {

  private static final List<String> SOME =
      List.of(
          "",
          " ",
          "0",
          "007",
          "-0",
          "+5",
          "1e3",
          "NA",
          "NULL",
          "nan",
          "x",
          "2024-01-31",
          "2024-01-31 07:00:00",
          "2024-01-31T07:00:00.000",
          "2024-02-30",
          "1.234",
          "1,234",
          "1.234,5",
          "1,234.5",
          "1.234.567",
          "12,5",
          "12.5",
          ".5",
          "5.",
          "9223372036854775807",
          "9223372036854775808",
          "123456789012345",
          "0.0001",
          "true",
          "-",
          "\"7\"");

  private RandomValues() {}

  static String any(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> Integer.toString(random.nextInt(2_000) - 1_000);
      case 1 -> (random.nextInt(2_000) - 1_000) + "." + random.nextInt(1_000);
      default -> SOME.get(random.nextInt(SOME.size()));
    };
  }
}
