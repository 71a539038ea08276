package dev.roastery.common.kernel.expression;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.fault.JobFailure;
import dev.roastery.common.kernel.Selection;
import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.message.rows.NullBits;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.query.bound.BoundExpr;
import dev.roastery.common.query.language.Query;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Computes expressions of some rows, column by column. A column that it makes has a value for every
 * row, but only those of the selected rows mean anything: what is not selected cannot fail.
 */
public final class Evaluation {

  private final String query;
  private final Rows rows;

  /** {@code query} is named when a number does not fit into 64 bits. */
  public Evaluation(String query, Rows rows) {
    this.query = query;
    this.rows = rows;
  }

  /** The values of all rows. */
  public Column all(BoundExpr expr) {
    return of(expr, Selection.all(rows.count()).rows(), rows.count());
  }

  /** The values of the first {@code count} rows of {@code in}. */
  public Column of(BoundExpr expr, int[] in, int count) {
    return switch (expr) {
      case BoundExpr.Input input -> rows.columns().get(input.column());
      case BoundExpr.Fixed fixed -> fixed(fixed, in, count);
      case BoundExpr.FixedText fixed -> fixedText(fixed.value(), in, count);
      case BoundExpr.Missing missing -> missing(missing.format().type(), in, count);
      case BoundExpr.Arithmetic arithmetic -> arithmetic(arithmetic, in, count);
      case BoundExpr.Rescaled rescaled -> rescaled(rescaled, in, count);
      case BoundExpr.Quotient quotient -> quotient(quotient, in, count);
      case BoundExpr.Calendar calendar -> calendar(calendar, in, count);
      case BoundExpr.OfText ofText -> ofText(ofText, in, count);
      case BoundExpr.Choice choice -> choice(choice, in, count);
      case BoundExpr.Truth truth -> truth(truth, in, count);
    };
  }

  /** Those of the first {@code count} rows of {@code in} for which it is true, in their order. */
  public int select(BoundExpr truth, int[] in, int count, int[] out) {
    if (truth instanceof BoundExpr.And and) {
      int left = count;
      int[] from = in;
      for (BoundExpr condition : and.all()) {
        left = select(condition, from, left, out);
        from = out;
      }
      return left;
    }
    Column.Longs values = (Column.Longs) of(truth, in, count);
    int passed = 0;
    for (int i = 0; i < count; i++) {
      int row = in[i];
      out[passed] = row;
      passed += values.values()[row] != 0 && !values.isNull(row) ? 1 : 0;
    }
    return passed;
  }

  private Column.Longs longs(BoundExpr expr, int[] in, int count) {
    return (Column.Longs) of(expr, in, count);
  }

  private Column fixed(BoundExpr.Fixed fixed, int[] in, int count) {
    long[] values = new long[rows.count()];
    for (int i = 0; i < count; i++) {
      values[in[i]] = fixed.value();
    }
    return made(fixed.format().type(), values, null);
  }

  private Column fixedText(String text, int[] in, int count) {
    byte[] bytes = text.getBytes(UTF_8);
    ComputedTexts texts = new ComputedTexts(rows.count());
    for (int i = 0; i < count; i++) {
      texts.set(in[i], bytes, 0, bytes.length);
    }
    return texts.column();
  }

  private Column missing(ColumnType type, int[] in, int count) {
    long[] nulls = new long[NullBits.words(rows.count())];
    for (int i = 0; i < count; i++) {
      NullBits.set(nulls, in[i]);
    }
    return type instanceof ColumnType.Text
        ? new ComputedTexts(rows.count(), nulls).column()
        : made(type, new long[rows.count()], nulls);
  }

  private Column.Longs made(ColumnType type, long[] values, long @Nullable [] nulls) {
    return new Column.Longs(type, rows.count(), values, nulls);
  }

  private long @Nullable [] eitherNull(Column one, Column other) {
    long @Nullable [] left = one.nulls();
    long @Nullable [] right = other.nulls();
    if (left == null || right == null) {
      return left == null ? right : left;
    }
    long[] both = new long[NullBits.words(rows.count())];
    for (int word = 0; word < both.length; word++) {
      both[word] = left[word] | right[word];
    }
    return both;
  }

  private Column arithmetic(BoundExpr.Arithmetic of, int[] in, int count) {
    Column.Longs left = longs(of.left(), in, count);
    Column.Longs right = longs(of.right(), in, count);
    long @Nullable [] nulls = eitherNull(left, right);
    long[] a = left.values();
    long[] b = right.values();
    long[] values = new long[rows.count()];
    long overflow = 0;
    switch (of.operation()) {
      case ADD -> {
        for (int i = 0; i < count; i++) {
          int row = in[i];
          long sum = a[row] + b[row];
          values[row] = sum;
          overflow |= (a[row] ^ sum) & (b[row] ^ sum);
        }
      }
      case SUBTRACT -> {
        for (int i = 0; i < count; i++) {
          int row = in[i];
          long difference = a[row] - b[row];
          values[row] = difference;
          overflow |= (a[row] ^ b[row]) & (a[row] ^ difference);
        }
      }
      case MULTIPLY -> {
        for (int i = 0; i < count; i++) {
          int row = in[i];
          long product = a[row] * b[row];
          values[row] = product;
          overflow |= Math.multiplyHigh(a[row], b[row]) == product >> 63 ? 0 : -1;
        }
      }
    }
    if (overflow < 0 && isTooLarge(of.operation(), left, right, in, count)) {
      throw tooLarge();
    }
    return made(of.format().type(), cleaned(values, nulls), nulls);
  }

  /** Of a null nothing is computed, so that nothing can be too large. */
  private static boolean isTooLarge(
      BoundExpr.Operation operation, Column.Longs left, Column.Longs right, int[] in, int count) {
    try {
      for (int i = 0; i < count; i++) {
        int row = in[i];
        if (!left.isNull(row) && !right.isNull(row)) {
          long a = left.values()[row];
          long b = right.values()[row];
          var _ =
              switch (operation) {
                case ADD -> Math.addExact(a, b);
                case SUBTRACT -> Math.subtractExact(a, b);
                case MULTIPLY -> Math.multiplyExact(a, b);
              };
        }
      }
      return false;
    } catch (ArithmeticException _) {
      return true;
    }
  }

  /** Nothing stands behind a null. */
  private static long[] cleaned(long[] values, long @Nullable [] nulls) {
    for (int word = 0; nulls != null && word < nulls.length; word++) {
      for (long bits = nulls[word]; bits != 0; bits &= bits - 1) {
        values[(word << 6) + Long.numberOfTrailingZeros(bits)] = 0;
      }
    }
    return values;
  }

  private JobFailure tooLarge() {
    return new JobFailure(
        "query %s: a number that it computes does not fit into 64 bits".formatted(query));
  }

  private Column rescaled(BoundExpr.Rescaled of, int[] in, int count) {
    Column.Longs from = longs(of.of(), in, count);
    long factor = Decimals.power(Math.abs(of.digits()));
    long[] values = new long[rows.count()];
    try {
      for (int i = 0; i < count; i++) {
        int row = in[i];
        long value = from.values()[row];
        values[row] =
            of.digits() < 0
                ? Decimals.divided(value, 0, factor)
                : Math.multiplyExact(value, factor);
      }
    } catch (ArithmeticException tooLarge) {
      throw tooLarge();
    }
    return made(of.format().type(), values, from.nulls());
  }

  private Column quotient(BoundExpr.Quotient of, int[] in, int count) {
    Column.Longs left = longs(of.left(), in, count);
    Column.Longs right = longs(of.right(), in, count);
    long @Nullable [] nulls = copied(eitherNull(left, right));
    long[] values = new long[rows.count()];
    try {
      for (int i = 0; i < count; i++) {
        int row = in[i];
        long by = right.values()[row];
        if (by == 0) {
          nulls = NullBits.with(nulls, rows.count(), row);
        } else if (!NullBits.isNull(nulls, row)) {
          values[row] = Decimals.divided(left.values()[row], of.digits(), by);
        }
      }
    } catch (ArithmeticException tooLarge) {
      throw tooLarge();
    }
    return made(of.format().type(), values, nulls);
  }

  private static long @Nullable [] copied(long @Nullable [] nulls) {
    return nulls == null ? null : nulls.clone();
  }

  private Column calendar(BoundExpr.Calendar of, int[] in, int count) {
    Column.Longs from = longs(of.of(), in, count);
    ColumnType type = of.of().format().type();
    long[] values = new long[rows.count()];
    for (int i = 0; i < count; i++) {
      int row = in[i];
      values[row] = from.isNull(row) ? 0 : of.function().apply(type, from.values()[row]);
    }
    return made(of.format().type(), values, from.nulls());
  }

  private Column ofText(BoundExpr.OfText of, int[] in, int count) {
    Column.Texts from = (Column.Texts) of(of.of(), in, count);
    if (of.function() == BoundExpr.TextFunction.LENGTH) {
      long[] values = new long[rows.count()];
      for (int i = 0; i < count; i++) {
        values[in[i]] =
            TextFunctions.length(from.bytes(), from.offsets()[in[i]], from.offsets()[in[i] + 1]);
      }
      return made(of.format().type(), values, from.nulls());
    }
    ComputedTexts texts = new ComputedTexts(rows.count(), from.nulls());
    for (int i = 0; i < count; i++) {
      if (!from.isNull(in[i])) {
        texts.set(in[i], TextFunctions.apply(of, from.text(in[i])));
      }
    }
    return texts.column();
  }

  /** Each branch is computed of those rows only that come to it. */
  private Column choice(BoundExpr.Choice of, int[] in, int count) {
    int[] left = Arrays.copyOf(in, count);
    int leftCount = count;
    Merged merged = new Merged(of.format().type(), rows.count());
    for (BoundExpr.Branch branch : of.branches()) {
      int[] chosen = new int[leftCount];
      int chosenCount = select(branch.condition(), left, leftCount, chosen);
      merged.take(of(branch.then(), chosen, chosenCount), chosen, chosenCount);
      leftCount = without(left, leftCount, chosen, chosenCount);
    }
    merged.take(of(of.otherwise(), left, leftCount), left, leftCount);
    return merged.column();
  }

  /** Takes rows out of others; both ascend. */
  private static int without(int[] all, int count, int[] some, int someCount) {
    int kept = 0;
    int next = 0;
    for (int i = 0; i < count; i++) {
      if (next < someCount && some[next] == all[i]) {
        next++;
      } else {
        all[kept++] = all[i];
      }
    }
    return kept;
  }

  // ---- truths

  private Column truth(BoundExpr.Truth truth, int[] in, int count) {
    return switch (truth) {
      case BoundExpr.Compared compared -> compared(compared, in, count);
      case BoundExpr.OneOf oneOf -> {
        long[] among = oneOf.values().stream().mapToLong(Long::longValue).toArray();
        Column.Longs from = longs(oneOf.of(), in, count);
        yield tested(from, in, count, row -> Arrays.binarySearch(among, from.values()[row]) >= 0);
      }
      case BoundExpr.OneText oneText -> {
        Set<String> among = oneText.values().stream().collect(Collectors.toSet());
        Column.Texts from = (Column.Texts) of(oneText.of(), in, count);
        yield tested(from, in, count, row -> among.contains(from.text(row)));
      }
      case BoundExpr.Like like -> {
        LikePattern pattern = LikePattern.of(like.pattern());
        Column.Texts from = (Column.Texts) of(like.of(), in, count);
        yield tested(
            from,
            in,
            count,
            row -> pattern.matches(from.bytes(), from.offsets()[row], from.offsets()[row + 1]));
      }
      case BoundExpr.IsMissing missing -> {
        Column from = of(missing.of(), in, count);
        long[] values = new long[rows.count()];
        for (int i = 0; i < count; i++) {
          values[in[i]] = from.isNull(in[i]) ? 1 : 0;
        }
        yield made(truth.format().type(), values, null);
      }
      case BoundExpr.And and -> combined(and.all(), 0, in, count);
      case BoundExpr.Or or -> combined(or.any(), 1, in, count);
      case BoundExpr.Not not -> {
        Column.Longs from = longs(not.of(), in, count);
        yield tested(from, in, count, row -> from.values()[row] == 0);
      }
    };
  }

  /** What a test says of a row. */
  private interface RowTest {
    boolean holds(int row);
  }

  /** Null where the column is. */
  private Column tested(Column from, int[] in, int count, RowTest test) {
    long[] values = new long[rows.count()];
    for (int i = 0; i < count; i++) {
      int row = in[i];
      values[row] = !from.isNull(row) && test.holds(row) ? 1 : 0;
    }
    return made(new ColumnType.Whole(), values, from.nulls());
  }

  private Column compared(BoundExpr.Compared of, int[] in, int count) {
    Column left = of(of.left(), in, count);
    Column right = of(of.right(), in, count);
    long @Nullable [] nulls = eitherNull(left, right);
    long[] values = new long[rows.count()];
    for (int i = 0; i < count; i++) {
      int row = in[i];
      if (!NullBits.isNull(nulls, row)) {
        values[row] = holds(of.operator(), order(left, right, row)) ? 1 : 0;
      }
    }
    return made(new ColumnType.Whole(), values, nulls);
  }

  private static int order(Column left, Column right, int row) {
    if (left instanceof Column.Longs a && right instanceof Column.Longs b) {
      int digits = digits(a.type());
      int otherDigits = digits(b.type());
      return digits == otherDigits
          ? Long.compare(a.values()[row], b.values()[row])
          : Decimals.compare(a.values()[row], digits, b.values()[row], otherDigits);
    }
    if (left instanceof Column.Texts a && right instanceof Column.Texts b) {
      return Arrays.compareUnsigned(
          a.bytes(),
          a.offsets()[row],
          a.offsets()[row + 1],
          b.bytes(),
          b.offsets()[row],
          b.offsets()[row + 1]);
    }
    throw new IllegalArgumentException("a text compared with a number");
  }

  private static int digits(ColumnType type) {
    return type instanceof ColumnType.Decimal decimal ? decimal.scale() : 0;
  }

  private static boolean holds(Query.Operator operator, int order) {
    return switch (operator) {
      case EQUAL -> order == 0;
      case LESS -> order < 0;
      case AT_MOST -> order <= 0;
      case GREATER -> order > 0;
      case AT_LEAST -> order >= 0;
    };
  }

  /**
   * For AND, {@code decisive} is 0: a condition that is false decides; the next one is computed of
   * those rows only that are not decided. Null where nothing decides and some condition is null.
   */
  private Column combined(
      java.util.List<BoundExpr> conditions, long decisive, int[] in, int count) {
    long[] values = new long[rows.count()];
    long @Nullable [] nulls = null;
    int[] left = Arrays.copyOf(in, count);
    int leftCount = count;
    for (BoundExpr condition : conditions) {
      Column.Longs next = longs(condition, left, leftCount);
      int kept = 0;
      for (int i = 0; i < leftCount; i++) {
        int row = left[i];
        boolean isNull = next.isNull(row);
        if (isNull) {
          nulls = NullBits.with(nulls, rows.count(), row);
        }
        if (!isNull && next.values()[row] == decisive) {
          values[row] = decisive;
          if (nulls != null) {
            nulls[row >> 6] &= ~(1L << row);
          }
        } else {
          values[row] = 1 - decisive;
          left[kept++] = row;
        }
      }
      leftCount = kept;
    }
    return made(new ColumnType.Whole(), cleaned(values, nulls), nulls);
  }
}
