package dev.roastery.common.query.sql;

import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Which words mean something by themselves, and what to write in place of those that do not. */
final class Words {

  /** Never a name, unless in double quotes. */
  static final Set<String> RESERVED =
      Set.of(
          "select",
          "distinct",
          "from",
          "as",
          "left",
          "inner",
          "outer",
          "join",
          "on",
          "using",
          "where",
          "group",
          "having",
          "qualify",
          "order",
          "by",
          "limit",
          "and",
          "or",
          "not",
          "in",
          "between",
          "like",
          "is",
          "null",
          "true",
          "false",
          "case",
          "when",
          "then",
          "else",
          "end",
          "right",
          "full",
          "cross",
          "natural",
          "union",
          "intersect",
          "except",
          "exists",
          "with");

  /** Words that may follow a table or a clause in other SQL: where an alias could stand. */
  static final Map<String, String> REFUSED_CLAUSES =
      Map.ofEntries(
          Map.entry("right", " joins are not possible: begin with the other table, and left join"),
          Map.entry("full", " joins are not possible: ask two questions with a left join each"),
          Map.entry("cross", " joins are not possible: join a table by its key, with ON"),
          Map.entry("natural", " joins are not possible: name the columns, as in using (id)"),
          Map.entry("semi", " joins are not possible: write inner join; a key is there only once"),
          Map.entry("anti", " joins are not possible: left join, and ask where the key is null"),
          Map.entry("asof", " joins are not possible: join a table by its key, with ON"),
          Map.entry("lateral", " joins are not possible: join a table by its key, with ON"),
          Map.entry("union", " is not possible: ask two questions; each has a result of its own"),
          Map.entry("intersect", " is not possible: write inner join, or conditions with AND"),
          Map.entry("except", " is not possible: write conditions with AND NOT"),
          Map.entry("offset", " is not possible: results begin with their first row; use limit"),
          Map.entry("fetch", " is not possible: write limit 10"),
          Map.entry("window", " is not possible: write over (…) where the window is used"),
          Map.entry("for", " is not possible here: rows are only read, never locked"),
          Map.entry("tablesample", " is not possible: every row counts, so results are exact"));

  /** Words that may stand between two operands in other SQL. */
  static final Map<String, String> REFUSED_OPERATORS =
      Map.ofEntries(
          Map.entry("ilike", " is not possible: write lower(x) like 'abc%'"),
          Map.entry("similar", " is not possible: write like, with % and _"),
          Map.entry("regexp", " is not possible: write like, with % and _"),
          Map.entry("rlike", " is not possible: write like, with % and _"),
          Map.entry("glob", " is not possible: write like, with % and _"),
          Map.entry("collate", " is not possible: texts compare by their UTF-8 bytes"),
          Map.entry("escape", " is not possible: % and _ always stand for other characters"),
          Map.entry("div", " is not possible: write /"),
          Map.entry("mod", " is not possible: there are + - * and /"),
          Map.entry("xor", " is not possible: write (a and not b) or (b and not a)"),
          Map.entry("at", " time zone is not possible: the table says which zone its times have"));

  /** Words that begin another kind of statement. */
  static final Map<String, String> REFUSED_STATEMENTS =
      Map.ofEntries(
          Map.entry("with", " is not possible: write one SELECT; it may join before it groups"),
          Map.entry("values", " is not possible: write SELECT … FROM a table"),
          Map.entry("explain", " is a command of its own: roastery query explain"),
          Map.entry("describe", " is a command of its own: roastery tables infer"),
          Map.entry("show", " is a command of its own: roastery tables infer"));

  /** Functions of other SQL with a different name or form here. */
  static final Map<String, String> REFUSED_FUNCTIONS =
      Map.ofEntries(
          Map.entry("percentile_cont", ": write quantile(x, 0.5); it is one of the values"),
          Map.entry("percentile_disc", ": write quantile(x, 0.5)"),
          Map.entry("approx_count_distinct", ": write count(distinct x); it is exact"),
          Map.entry("try_cast", ": write cast(x as whole)"),
          Map.entry("datepart", ": write year(x), hour(x) and so on"),
          Map.entry("date_part", ": write year(x), hour(x) and so on"),
          Map.entry("strftime", ": write year(x), month(x), date(x) and so on"));

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private Words() {}

  /** Whether the name means itself without quotes, wherever a name may stand. */
  static boolean isPlain(String name) {
    String lower = name.toLowerCase(java.util.Locale.ROOT);
    return PLAIN.matcher(name).matches()
        && !RESERVED.contains(lower)
        && !REFUSED_CLAUSES.containsKey(lower)
        && !REFUSED_OPERATORS.containsKey(lower);
  }
}
