package dev.roastery.common.query.sql;

import dev.roastery.common.query.document.Json.Str;
import dev.roastery.common.query.expression.At;
import dev.roastery.common.query.expression.Expr;
import dev.roastery.common.query.expression.Expr.Sign;
import dev.roastery.common.query.language.Select;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Questions of all shapes that the language has; their names mean nothing. */
public final class RandomSelects {

  private static final List<String> NAMES =
      List.of(
          "a", "b", "price", "Shop", "shop name", "größe", "select", "offset", "say \"hi\"", "日");
  private static final List<String> TEXTS =
      List.of("", "x", "it's", "a--b", "/* */", "ü\n\"", "%_");
  private static final List<String> FUNCTIONS =
      List.of("lower", "sum", "count", "year", "date", "first", "quantile", "coalesce");

  private final Random random;

  public RandomSelects(Random random) {
    this.random = random;
  }

  public Select next() {
    List<Select.Join> joins = new ArrayList<>();
    for (int i = 0; i < random.nextInt(3); i++) {
      joins.add(join("j" + i));
    }
    return new Select(
        Str.of("q"),
        some(1, this::item),
        new Select.Source(Str.of("t"), Str.of(one(List.of("t", "o", "order")))),
        joins,
        maybe(() -> expr(5)),
        some(0, () -> expr(2)),
        maybe(() -> expr(3)),
        maybe(() -> new Select.Rank(place(), 1 + random.nextInt(9))),
        some(0, this::order),
        maybe(() -> 1 + random.nextInt(100)));
  }

  private Select.Join join(String alias) {
    Select.Source source = new Select.Source(Str.of(one(List.of("items", alias))), Str.of(alias));
    Select.Duplicates duplicates = one(List.of(Select.Duplicates.values()));
    return new Select.Join(
        source,
        random.nextBoolean(),
        duplicates,
        some(1, () -> new Select.On(name(), new Expr.Name(alias, one(NAMES), At.NOWHERE))),
        At.NOWHERE);
  }

  private Select.Item item() {
    Expr expr = random.nextInt(9) == 0 ? place() : expr(3);
    boolean byDefault = expr instanceof Expr.Name && random.nextBoolean();
    return new Select.Item(expr, Str.of(byDefault ? ((Expr.Name) expr).name() : one(NAMES)));
  }

  private Expr.Over place() {
    Expr.Call call = new Expr.Call("row_number", List.of(), false, false, At.NOWHERE);
    return new Expr.Over(call, some(0, () -> expr(1)), some(1, this::order), At.NOWHERE);
  }

  private Expr.Order order() {
    return new Expr.Order(expr(2), random.nextBoolean());
  }

  private Expr.Name name() {
    return new Expr.Name(random.nextBoolean() ? "o" : null, one(NAMES), At.NOWHERE);
  }

  Expr expr(int depth) {
    if (depth == 0 || random.nextInt(4) == 0) {
      return leaf();
    }
    Supplier<Expr> sub = () -> expr(depth - 1);
    boolean not = random.nextBoolean();
    return switch (random.nextInt(9)) {
      case 0 -> new Expr.Unary(one(List.of(Sign.NOT, Sign.NEGATED)), sub.get(), At.NOWHERE);
      case 1 -> new Expr.In(sub.get(), some(1, sub), not, At.NOWHERE);
      case 2 -> new Expr.Between(sub.get(), sub.get(), sub.get(), not, At.NOWHERE);
      case 3 -> new Expr.Like(sub.get(), sub.get(), not, At.NOWHERE);
      case 4 -> new Expr.IsNull(sub.get(), not, At.NOWHERE);
      case 5 ->
          new Expr.Case(some(1, () -> new Expr.When(sub.get(), sub.get())), maybe(sub), At.NOWHERE);
      case 6 -> call(sub);
      default -> new Expr.Binary(sign(), sub.get(), sub.get(), At.NOWHERE);
    };
  }

  private Expr call(Supplier<Expr> argument) {
    return switch (random.nextInt(5)) {
      case 0 -> new Expr.Call("count", List.of(), false, true, At.NOWHERE);
      case 1 -> new Expr.Call("count", List.of(argument.get()), true, false, At.NOWHERE);
      case 2 -> {
        Expr type = new Expr.Text(one(List.of("whole", "decimal(2)", "date")), At.NOWHERE);
        yield new Expr.Call("cast", List.of(argument.get(), type), false, false, At.NOWHERE);
      }
      case 3 -> {
        Expr.Call sum = new Expr.Call("sum", List.of(argument.get()), false, false, At.NOWHERE);
        yield new Expr.Over(sum, some(0, argument), List.of(), At.NOWHERE);
      }
      default -> new Expr.Call(one(FUNCTIONS), some(0, argument), false, false, At.NOWHERE);
    };
  }

  private Sign sign() {
    Sign sign = one(List.of(Sign.values()));
    return sign == Sign.NOT || sign == Sign.NEGATED ? Sign.MINUS : sign;
  }

  private Expr leaf() {
    return switch (random.nextInt(6)) {
      case 0 -> new Expr.Text(one(TEXTS), At.NOWHERE);
      case 1 -> new Expr.Truth(random.nextBoolean(), At.NOWHERE);
      case 2 -> new Expr.Null(At.NOWHERE);
      case 3 ->
          new Expr.Num(
              BigDecimal.valueOf(random.nextInt(2_000) - 1_000L, random.nextInt(5) - 1),
              At.NOWHERE);
      default -> name();
    };
  }

  private <T> List<T> some(int min, Supplier<T> supplier) {
    List<T> list = new ArrayList<>();
    for (int i = min + random.nextInt(3); i > 0; i--) {
      list.add(supplier.get());
    }
    return list;
  }

  private <T> @Nullable T maybe(Supplier<T> supplier) {
    return random.nextBoolean() ? supplier.get() : null;
  }

  private <T> T one(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}
