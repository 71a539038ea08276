package dev.roastery.common.query.sql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.query.document.Json.Str;
import dev.roastery.common.query.document.Problem;
import dev.roastery.common.query.document.Problems;
import dev.roastery.common.query.language.Select;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Mutated statements either mean something, which is then written and read as the same, or have a
 * problem with a place inside of the text. {@code -Droastery.fuzz.sql=1000000} runs more of them.
 */
class SqlFuzzTest {

  private static final List<String> PIECES =
      List.of(
          "select ",
          " from ",
          " where ",
          "group by ",
          " having ",
          " qualify ",
          " order by ",
          " limit 3",
          " join ",
          "left ",
          " on ",
          " using (",
          " as ",
          " and ",
          " or ",
          " not ",
          " in (",
          " between ",
          " like ",
          " is null",
          "case ",
          " when ",
          " then ",
          " else ",
          " end",
          "distinct ",
          "count(*)",
          "sum(",
          " over (",
          "partition by ",
          "cast(",
          "extract(year from ",
          "date_trunc('day', ",
          "date '2024-01-01'",
          "-",
          "+",
          "*",
          "/",
          "(",
          ")",
          ",",
          ".",
          ";",
          "'",
          "\"",
          "''",
          "--",
          "/*",
          "*/",
          "\n",
          "1e9",
          "0.5",
          "null",
          "true",
          "=",
          "<>",
          "||",
          "\u0000",
          "é",
          "\ud83d\ude00",
          "row_number() over (order by a)",
          "first row of ",
          " desc",
          " nulls last",
          "union ",
          "a.b",
          "\"a b\"");
  private static final List<String> NESTS =
      List.of("(", "not ", "-", "case when ", "f(", "case case ", "a in (", "/*", " + a", " or a");

  @Test
  void mutatedStatementsEndWithAQuestionOrWithAProblemThatHasAPlace() {
    int rounds = Integer.getInteger("roastery.fuzz.sql", 20_000);
    long seed = Long.getLong("roastery.seed", 20_261_119);
    int read = 0;
    for (int round = 0; round < rounds; round++) {
      Random random = new Random(seed + round);
      byte[] text = mutated(random);
      Problems problems = new Problems("q.sql");
      Select select = Sql.read(Str.of("q"), text, problems);
      if (select == null) {
        assertThat(problems.all()).as("-Droastery.seed=%d", seed + round).hasSize(1);
        assertHasPlace(problems.all().getFirst(), new String(text, UTF_8), seed + round);
      } else {
        read++;
        assertThat(problems.none()).as("-Droastery.seed=%d", seed + round).isTrue();
        assertThat(Sql.read(Str.of("q"), SqlWriter.write(select).getBytes(UTF_8), problems))
            .as("-Droastery.seed=%d", seed + round)
            .isEqualTo(select);
      }
    }
    assertThat(read).as("of %d", rounds).isBetween(rounds / 50, rounds * 9 / 10);
  }

  private static void assertHasPlace(Problem problem, String text, long seed) {
    String as = "-Droastery.seed=" + seed + ": " + problem;
    long lines = text.chars().filter(character -> character == '\n').count() + 1;
    assertThat(problem.message()).as(as).isNotBlank().doesNotContain("\u0000", "\n");
    assertThat(problem.place().line()).as(as).isBetween(1, (int) lines);
    assertThat(problem.place().column()).as(as).isBetween(1, text.length() + 1);
    assertThat(problem.place().start()).as(as).isBetween(0, text.length());
    assertThat(problem.place().end()).as(as).isBetween(problem.place().start(), text.length());
  }

  private static byte[] mutated(Random random) {
    StringBuilder text = new StringBuilder(SqlWriter.write(new RandomSelects(random).next()));
    for (int change = random.nextInt(4); change > 0; change--) {
      int at = random.nextInt(text.length() + 1);
      int end = Math.min(text.length(), at + random.nextInt(12));
      switch (random.nextInt(8)) {
        case 0 -> text.insert(at, piece(random));
        case 1 -> text.delete(at, end);
        case 2 -> text.replace(at, end, piece(random));
        case 3 -> text.insert(at, text.substring(at, end));
        case 4 -> text.setLength(at);
        case 5 -> swapWords(text, random);
        case 6 -> text.insert(at, nest(random));
        default -> text.insert(at, (char) random.nextInt(0xd800));
      }
      if (text.isEmpty()) {
        text.append(' ');
      }
    }
    byte[] bytes = text.toString().getBytes(UTF_8);
    if (random.nextInt(10) == 0 && bytes.length > 0) {
      bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
    }
    return bytes;
  }

  private static void swapWords(StringBuilder text, Random random) {
    String[] words = text.toString().split(" ", -1);
    int one = random.nextInt(words.length);
    int other = random.nextInt(words.length);
    String kept = words[one];
    words[one] = words[other];
    words[other] = kept;
    text.replace(0, text.length(), String.join(" ", words));
  }

  private static String piece(Random random) {
    return PIECES.get(random.nextInt(PIECES.size()));
  }

  /** Seldom deep: a deep one costs as much as a hundred others. */
  private static String nest(Random random) {
    int depth = random.nextInt(50) == 0 ? 10_000 : random.nextInt(70);
    return NESTS.get(random.nextInt(NESTS.size())).repeat(depth);
  }
}
