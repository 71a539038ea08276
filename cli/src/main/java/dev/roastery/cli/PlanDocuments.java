package dev.roastery.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.document.Json;
import dev.roastery.common.query.document.Json.Field;
import dev.roastery.common.query.document.JsonWriter;
import dev.roastery.common.query.document.NameSuggestions;
import dev.roastery.common.query.document.Parsed;
import dev.roastery.common.query.document.Problem;
import dev.roastery.common.query.language.Select;
import dev.roastery.common.query.language.Tables;
import dev.roastery.common.query.plan.Catalog;
import dev.roastery.common.query.plan.QueryDocument;
import dev.roastery.common.storage.IoReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Queries and tables as people name them on a command line: built in, in a file, or SQL. */
public final class PlanDocuments {

  private static final Pattern STATEMENT =
      Pattern.compile("\\s*(?<name>[a-z0-9-]{1,64}):\\s+(?<sql>.*)", Pattern.DOTALL);

  private PlanDocuments() {}

  /** The tables of that file, or the built-in ones. */
  public static Tables tables(@Nullable Path file) {
    return file == null
        ? Catalog.builtIn().tables()
        : valid(Tables.read(file.toString(), bytes(file, "--tables")));
  }

  /** SQL with the name of its result: a query of a command line like any other. */
  static String statement(String name, String sql) {
    return name + ": " + sql;
  }

  /** A built-in query's name, a file, or a statement. */
  public static BoundQuery query(String query, Tables tables) {
    return valid(read(query, tables));
  }

  public static Parsed<BoundQuery> read(String query, Tables tables) {
    Source source = source(query);
    return source.isSql()
        ? QueryDocument.readSql(source.shown(), source.name(), source.bytes(), tables)
        : QueryDocument.read(source.shown(), source.bytes(), tables);
  }

  /** The same as a question of the second version of the language. */
  public static Select select(String query, Tables tables) {
    Source source = source(query);
    return valid(
        source.isSql()
            ? QueryDocument.selectOfSql(source.shown(), source.name(), source.bytes())
            : QueryDocument.select(source.shown(), source.bytes(), tables));
  }

  /** The same as a document for a gateway. */
  static byte[] document(String query) {
    Source source = source(query);
    if (!source.isSql()) {
      return source.bytes();
    }
    String sql = new String(source.bytes(), UTF_8);
    Json document =
        Json.Obj.of(
            Field.of("name", Json.Str.of(source.name())), Field.of("sql", Json.Str.of(sql)));
    return JsonWriter.write(document).getBytes(UTF_8);
  }

  /**
   * Where a query is read from.
   *
   * @param shown how problems call it
   * @param name what SQL and its result are called
   */
  private record Source(String shown, String name, boolean isSql, byte[] bytes) {}

  private static Source source(String query) {
    List<String> names = Catalog.builtIn().queryNames();
    if (names.contains(query)) {
      return new Source(query + ".json", query, false, Catalog.document(query));
    }
    Matcher statement = STATEMENT.matcher(query);
    if (statement.matches()) {
      String name = statement.group("name");
      return new Source(name, name, true, statement.group("sql").getBytes(UTF_8));
    }
    boolean isSql = query.toLowerCase(Locale.ROOT).endsWith(".sql");
    boolean looksLikeFile = query.contains("/") || query.endsWith(".json") || isSql;
    if (query.indexOf('\0') >= 0 || (!looksLikeFile && !Files.exists(Path.of(query)))) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "no built-in query and no file is called "
              + NameSuggestions.quoted(query)
              + NameSuggestions.insteadOf(query, names));
    }
    Path file = Path.of(query);
    return new Source(query, resultName(file), isSql, bytes(file, "the query"));
  }

  /** {@code Top 10.sql} becomes {@code top-10}. */
  private static String resultName(Path file) {
    String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
    String good =
        name.replaceFirst("\\.[^.]*$", "").replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
    return good.isEmpty() ? "query" : good.substring(0, Math.min(good.length(), 64));
  }

  private static byte[] bytes(Path file, String what) {
    try {
      return Files.readAllBytes(file);
    } catch (NoSuchFileException _) {
      throw new CommandFailure(ExitCode.USAGE, what + ": there is no file " + file);
    } catch (IOException e) {
      throw new CommandFailure(ExitCode.USAGE, what + ": cannot read it: " + IoReason.of(e));
    }
  }

  private static <T> T valid(Parsed<T> parsed) {
    return switch (parsed) {
      case Parsed.Valid<T> valid -> valid.value();
      case Parsed.Invalid<T> invalid ->
          throw new CommandFailure(ExitCode.INVALID, sentences(invalid.problems()));
    };
  }

  public static String sentences(List<Problem> problems) {
    return problems.stream().map(Problem::toString).collect(Collectors.joining("\n"));
  }
}
