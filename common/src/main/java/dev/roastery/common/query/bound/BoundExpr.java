package dev.roastery.common.query.bound;

import dev.roastery.common.query.language.Function;
import dev.roastery.common.query.language.Query;
import dev.roastery.common.query.value.ValueFormat;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An expression over the columns of rows, by position. Numbers are exact: where two are added, the
 * binder has given them the same scale before. Of a null, almost everything makes a null; a truth
 * may be null, too, and counts as false where a row is chosen.
 */
public sealed interface BoundExpr {

  ValueFormat format();

  /** The expressions that it is made of. */
  default List<BoundExpr> parts() {
    return switch (this) {
      case Input _, Fixed _, FixedText _, Missing _ -> List.of();
      case Arithmetic of -> List.of(of.left(), of.right());
      case Rescaled of -> List.of(of.of());
      case Quotient of -> List.of(of.left(), of.right());
      case Calendar of -> List.of(of.of());
      case OfText of -> List.of(of.of());
      case Choice of ->
          Stream.concat(
                  of.branches().stream().flatMap(each -> Stream.of(each.condition(), each.then())),
                  Stream.of(of.otherwise()))
              .toList();
      case Compared of -> List.of(of.left(), of.right());
      case OneOf of -> List.of(of.of());
      case OneText of -> List.of(of.of());
      case Like of -> List.of(of.of());
      case IsMissing of -> List.of(of.of());
      case And of -> of.all();
      case Or of -> of.any();
      case Not of -> List.of(of.of());
    };
  }

  /** How often it names that column. */
  default long uses(int column) {
    return this instanceof Input input
        ? input.column() == column ? 1 : 0
        : parts().stream().mapToLong(part -> part.uses(column)).sum();
  }

  /** A column as it is. */
  record Input(int column, ValueFormat format) implements BoundExpr {}

  /** The same number for all rows, or the same moment. */
  record Fixed(long value, ValueFormat format) implements BoundExpr {}

  /** The same text for all rows. */
  record FixedText(String value) implements BoundExpr {
    @Override
    public ValueFormat format() {
      return new ValueFormat.Text();
    }
  }

  /** Null for all rows. */
  record Missing(ValueFormat format) implements BoundExpr {}

  /** A sum, difference or product; what does not fit into 64 bits fails the job. */
  record Arithmetic(Operation operation, BoundExpr left, BoundExpr right, ValueFormat format)
      implements BoundExpr {}

  /** What {@link Arithmetic} does. */
  enum Operation {
    ADD,
    SUBTRACT,
    MULTIPLY
  }

  /**
   * {@code of} with another number of digits after the point: more are zeros, fewer are rounded,
   * half to even.
   */
  record Rescaled(BoundExpr of, int digits, ValueFormat format) implements BoundExpr {}

  /**
   * {@code left * 10^digits / right}, rounded once, half to even; null where {@code right} is 0.
   */
  record Quotient(BoundExpr left, BoundExpr right, int digits, ValueFormat format)
      implements BoundExpr {}

  /** A function of a date or a timestamp. */
  record Calendar(Function function, BoundExpr of) implements BoundExpr {
    @Override
    public ValueFormat format() {
      return function.result(of.format().type());
    }
  }

  /** A function of a text. */
  record OfText(TextFunction function, BoundExpr of, int from, int length) implements BoundExpr {
    @Override
    public ValueFormat format() {
      return function == TextFunction.LENGTH ? new ValueFormat.Whole() : new ValueFormat.Text();
    }
  }

  /** What {@link OfText} does. Lengths and places count characters (code points). */
  enum TextFunction {
    LOWER,
    UPPER,
    TRIM,
    /** {@code length} characters from {@code from} on, counted from 1. */
    SUBSTRING,
    LENGTH
  }

  /** The first branch whose condition holds. */
  record Choice(List<Branch> branches, BoundExpr otherwise, ValueFormat format)
      implements BoundExpr {
    public Choice {
      branches = List.copyOf(branches);
    }
  }

  /** A branch of a {@link Choice}. */
  record Branch(BoundExpr condition, BoundExpr then) {}

  /** What is true, false or null. */
  sealed interface Truth extends BoundExpr {
    @Override
    default ValueFormat format() {
      return new ValueFormat.Truth();
    }
  }

  /** Both sides are numbers of any scales, moments of one kind, truths, or texts (by bytes). */
  record Compared(Query.Operator operator, BoundExpr left, BoundExpr right) implements Truth {}

  /** The number is one of these, in ascending order. */
  record OneOf(BoundExpr of, List<Long> values) implements Truth {
    public OneOf {
      values = List.copyOf(values);
    }
  }

  /** The text is one of these. */
  record OneText(BoundExpr of, List<String> values) implements Truth {
    public OneText {
      values = List.copyOf(values);
    }
  }

  /** {@code %} stands for any characters, {@code _} for one. */
  record Like(BoundExpr of, String pattern) implements Truth {}

  /** The value is missing; never null itself. */
  record IsMissing(BoundExpr of) implements Truth {}

  /** All hold. */
  record And(List<BoundExpr> all) implements Truth {
    public And {
      all = List.copyOf(all);
    }
  }

  /** At least one holds. */
  record Or(List<BoundExpr> any) implements Truth {
    public Or {
      any = List.copyOf(any);
    }
  }

  /** It is false. */
  record Not(BoundExpr of) implements Truth {}

  /** All of them as one; null if there are none. */
  static @Nullable BoundExpr all(List<BoundExpr> conditions) {
    return switch (conditions.size()) {
      case 0 -> null;
      case 1 -> conditions.getFirst();
      default -> new And(conditions);
    };
  }
}
