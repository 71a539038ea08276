package dev.roastery.common.query.sql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.roastery.common.query.document.Json.Str;
import dev.roastery.common.query.document.Place;
import dev.roastery.common.query.document.Problem;
import dev.roastery.common.query.document.Problems;
import dev.roastery.common.query.language.Select;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Mutated statements either mean something, which is then written and read as the same, or have a
 * problem with a place inside of the text. {@code :common:fuzz} runs a million of them.
 */
@Tag("fuzz")
class SqlFuzzTest {

  private static final int MUTATIONS = Integer.getInteger("roastery.fuzz.mutations", 20_000);

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
    long seed = Long.getLong("roastery.seed", 20_261_119);
    int read = 0;
    for (int round = 0; round < MUTATIONS; round++) {
      byte[] text = mutated(new Random(seed + round));
      Problems problems = new Problems("q.sql");
      Select select = Sql.read(Str.of("q"), text, problems);
      String wrong = select == null ? wrong(problems, text) : wrong(select);
      if (wrong != null) {
        fail("-Droastery.seed=" + (seed + round) + ": " + wrong + " in " + new String(text, UTF_8));
      }
      read += select == null ? 0 : 1;
    }
    assertThat(read).isBetween(MUTATIONS / 50, MUTATIONS * 9 / 10);
  }

  private static @Nullable String wrong(Select select) {
    Problems problems = new Problems("canonical.sql");
    Select again = Sql.read(Str.of("q"), SqlWriter.write(select).getBytes(UTF_8), problems);
    return select.equals(again) ? null : "not read again: " + problems.all();
  }

  private static @Nullable String wrong(Problems problems, byte[] bytes) {
    if (problems.count() != 1) {
      return problems.count() + " problems";
    }
    Problem problem = problems.all().getFirst();
    Place place = problem.place();
    int length = new String(bytes, UTF_8).length();
    boolean good =
        place.line() >= 1
            && place.column() >= 1
            && place.start() >= 0
            && place.start() <= place.end()
            && place.end() <= length
            && !problem.message().isBlank()
            && problem.message().chars().noneMatch(Character::isISOControl);
    return good ? null : problem + " at " + place;
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
