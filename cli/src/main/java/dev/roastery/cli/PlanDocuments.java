package dev.roastery.cli;

import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.document.NameSuggestions;
import dev.roastery.common.query.document.Parsed;
import dev.roastery.common.query.document.Problem;
import dev.roastery.common.query.language.Tables;
import dev.roastery.common.query.plan.Catalog;
import dev.roastery.common.query.plan.QueryDocument;
import dev.roastery.common.storage.IoReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Queries and tables as people name them on a command line: built in, or in a file. */
public final class PlanDocuments {

  private PlanDocuments() {}

  /** The tables of that file, or the built-in ones. */
  public static Tables tables(@Nullable Path file) {
    return file == null
        ? Catalog.builtIn().tables()
        : valid(Tables.read(file.toString(), bytes(file, "--tables")));
  }

  /** A built-in query's name, or a file. */
  public static BoundQuery query(String nameOrFile, Tables tables) {
    return valid(read(nameOrFile, tables));
  }

  public static Parsed<BoundQuery> read(String nameOrFile, Tables tables) {
    List<String> names = Catalog.builtIn().queryNames();
    if (names.contains(nameOrFile)) {
      return QueryDocument.read(nameOrFile + ".json", Catalog.document(nameOrFile), tables);
    }
    boolean looksLikeFile = nameOrFile.contains("/") || nameOrFile.endsWith(".json");
    if (!looksLikeFile && !Files.exists(Path.of(nameOrFile))) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "no built-in query and no file is called "
              + NameSuggestions.quoted(nameOrFile)
              + NameSuggestions.insteadOf(nameOrFile, names));
    }
    return QueryDocument.read(nameOrFile, bytes(Path.of(nameOrFile), "the query"), tables);
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
