package dev.roastery.common.query.plan;

import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.language.Tables;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/** The built-in tables and queries, read like a user's. */
public record Catalog(Tables tables, List<BoundQuery> queries) {

  // A class path cannot be listed; CatalogTest compares this with the folder of the sources.
  private static final List<String> QUERIES =
      List.of(
          "high-value-transactions",
          "best-selling-items",
          "most-profitable-items",
          "tpv-by-store",
          "top-customers");

  public Catalog {
    queries = List.copyOf(queries);
  }

  /** Read once a process, when it is first asked for. */
  private static final class BuiltIn {
    static final Catalog CATALOG = read();
  }

  public static Catalog builtIn() {
    return BuiltIn.CATALOG;
  }

  private static Catalog read() {
    Tables tables = Tables.read("tables.json", resource("tables.json")).orThrow();
    List<BoundQuery> queries =
        QUERIES.stream()
            .map(name -> "queries/" + name + ".json")
            .map(file -> QueryDocument.read(file, resource(file), tables).orThrow())
            .toList();
    return new Catalog(tables, queries);
  }

  public List<String> queryNames() {
    return queries.stream().map(BoundQuery::name).toList();
  }

  /** The query of that name; an unknown name is an error of the caller. */
  public BoundQuery query(String name) {
    for (BoundQuery query : queries) {
      if (query.name().equals(name)) {
        return query;
      }
    }
    throw new IllegalArgumentException("no query " + name + " among " + queryNames());
  }

  /** The document of a built-in query, as it is shipped: something to start one's own from. */
  public static byte[] document(String query) {
    if (!QUERIES.contains(query)) {
      throw new IllegalArgumentException("no built-in query " + query + " among " + QUERIES);
    }
    return resource("queries/" + query + ".json");
  }

  private static byte[] resource(String name) {
    try (InputStream in = Catalog.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("this build lacks its resource " + name);
      }
      return in.readAllBytes();
    } catch (IOException unreadable) {
      throw new UncheckedIOException("cannot read the resource " + name, unreadable);
    }
  }
}
