package dev.roastery.common.query.select;

import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.query.bound.BoundCondition;
import dev.roastery.common.query.condition.ConditionBinder;
import dev.roastery.common.query.document.Json;
import dev.roastery.common.query.document.Json.Str;
import dev.roastery.common.query.document.Place;
import dev.roastery.common.query.document.Problems;
import dev.roastery.common.query.expression.Expr;
import dev.roastery.common.query.language.ColumnSpec;
import dev.roastery.common.query.language.Function;
import dev.roastery.common.query.language.Query;
import dev.roastery.common.query.language.TableSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Recognizes conditions that compare one column with literals: they become ranges of its values,
 * which cost little, and a reader of files can look at them before it reads the rest of a row.
 */
final class SimpleConditions {

  private static final Pattern DAY = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");

  private final TableSpec table;
  private final List<ColumnSpec> reads;

  SimpleConditions(TableSpec table, List<ColumnSpec> reads) {
    this.table = table;
    this.reads = reads;
  }

  /** Null if the condition is not so simple, or is a mistake, which is reported elsewhere. */
  @Nullable BoundCondition bind(Expr condition) {
    return switch (condition) {
      case Expr.Binary(var sign, var left, var right, _) -> compared(sign, left, right);
      case Expr.In(var of, var values, var not, _) when !not -> {
        List<Json> literals = literals(of, values);
        yield literals == null ? null : bind(of, new Query.In(literals));
      }
      case Expr.Between(var of, var low, var high, var not, _) when !not -> {
        List<Json> literals = literals(of, List.of(low, high));
        yield literals == null
            ? null
            : bind(of, new Query.Between(literals.getFirst(), literals.getLast()));
      }
      case Expr.IsNull(var of, var not, _) when of instanceof Expr.Name ->
          bind(of, not ? new Query.IsNotNull() : new Query.IsNull());
      default -> null;
    };
  }

  private @Nullable BoundCondition compared(Expr.Sign sign, Expr left, Expr right) {
    if (isLiteral(left) && !isLiteral(right)) {
      Expr.Sign turned = turned(sign);
      return turned == null ? null : compared(turned, right, left);
    }
    Query.Operator operator = operator(sign);
    List<Json> literals = operator == null ? null : literals(left, List.of(right));
    return operator == null || literals == null
        ? null
        : bind(left, new Query.Compare(operator, literals.getFirst()));
  }

  private static Query.@Nullable Operator operator(Expr.Sign sign) {
    return switch (sign) {
      case EQUAL -> Query.Operator.EQUAL;
      case LESS -> Query.Operator.LESS;
      case AT_MOST -> Query.Operator.AT_MOST;
      case GREATER -> Query.Operator.GREATER;
      case AT_LEAST -> Query.Operator.AT_LEAST;
      default -> null;
    };
  }

  private static Expr.@Nullable Sign turned(Expr.Sign sign) {
    return switch (sign) {
      case EQUAL -> Expr.Sign.EQUAL;
      case LESS -> Expr.Sign.GREATER;
      case AT_MOST -> Expr.Sign.AT_LEAST;
      case GREATER -> Expr.Sign.LESS;
      case AT_LEAST -> Expr.Sign.AT_MOST;
      default -> null;
    };
  }

  private @Nullable List<Json> literals(Expr of, List<Expr> values) {
    List<Json> literals = new ArrayList<>();
    for (Expr value : values) {
      Json literal = literal(of, value);
      if (literal == null) {
        return null;
      }
      literals.add(literal);
    }
    return literals;
  }

  private static boolean isLiteral(Expr expr) {
    return expr instanceof Expr.Num
        || expr instanceof Expr.Text
        || (expr instanceof Expr.Unary(Expr.Sign sign, Expr of, _)
            && sign == Expr.Sign.NEGATED
            && of instanceof Expr.Num);
  }

  private @Nullable Json literal(Expr of, Expr value) {
    Place place = value.at().place();
    return switch (value) {
      case Expr.Num(var number, _) -> new Json.Num(number, place);
      case Expr.Unary(var sign, Expr.Num(var number, _), _) when sign == Expr.Sign.NEGATED ->
          new Json.Num(number.negate(), place);
      case Expr.Text(var text, _) -> new Str(moment(of, text), place);
      default -> null;
    };
  }

  /** A timestamp may be compared with a day, which means its midnight. */
  private String moment(Expr of, String text) {
    ColumnSpec column = of instanceof Expr.Name name ? table.column(name.name()) : null;
    if (column == null || !(column.type() instanceof ColumnType.Timestamp)) {
      return text;
    }
    return DAY.matcher(text).matches() ? text + " 00:00:00" : text.replace('T', ' ');
  }

  private @Nullable BoundCondition bind(Expr of, Query.Test test) {
    Query.Operand operand = operand(of);
    ColumnSpec column = operand == null ? null : table.column(operand.column().value());
    if (operand == null || column == null || !operand.function().accepts(column.type())) {
      return null;
    }
    Problems problems = new Problems("a condition");
    BoundCondition bound =
        new ConditionBinder(problems)
            .bind(new Query.Condition(operand, test), column, reads.indexOf(column));
    return problems.none() ? bound : null;
  }

  private static Query.@Nullable Operand operand(Expr of) {
    return switch (of) {
      case Expr.Name name ->
          new Query.Operand(Function.COLUMN, new Str(name.name(), name.at().place()));
      case Expr.Call(var function, var arguments, _, _, _)
          when Function.words().contains(function)
              && !function.equals("column")
              && arguments.size() == 1
              && arguments.getFirst() instanceof Expr.Name name ->
          new Query.Operand(Function.of(function), new Str(name.name(), name.at().place()));
      default -> null;
    };
  }
}
