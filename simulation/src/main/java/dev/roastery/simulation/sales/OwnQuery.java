package dev.roastery.simulation.sales;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.plan.Catalog;
import dev.roastery.common.query.plan.QueryDocument;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What a job may ask besides the built-in queries: ways through the stages that none of them takes.
 */
public enum OwnQuery {
  /** A filter, and a join. */
  SALES_BY_STORE(
      """
      { "name": "sales-by-store", "from": "transactions",
        "where": [ { "column": "final_amount", ">=": 50 } ],
        "join": [ { "table": "stores", "on": "store_id", "take": ["store_name"] } ],
        "select": ["store_name", "transaction_id"] }
      """),

  /** Groups by what a join finds, and orders these groups by measures that cannot be added up. */
  CUSTOMERS_OF_STORES(
      """
      { "name": "customers-of-stores", "sql": "\
      select s.store_name, count(distinct t.user_id) as customers, \
        median(t.final_amount) as middle \
      from transactions t left join stores s on s.store_id = t.store_id \
      group by s.store_name having count(*) > 1 \
      order by customers desc, middle desc limit 3" }
      """),

  /** An inner join, a condition on its column, and two windows over the groups. */
  ITEMS_OF_MONTHS(
      """
      { "name": "items-of-months", "sql": "\
      select month(l.created_at) as month, i.item_name, sum(l.subtotal) as revenue, \
        count(distinct l.quantity) as quantities, \
        sum(sum(l.subtotal)) over (partition by month(l.created_at)) as whole \
      from transaction_items l join menu_items i on i.item_id = l.item_id \
      where i.item_name <> 'item 0' \
      group by month(l.created_at), i.item_name \
      qualify row_number() over (\
        partition by month(l.created_at) order by sum(l.subtotal) desc) <= 2" }
      """);

  /** Those of which the joiner groups again what the stages before it have grouped. */
  public static final List<OwnQuery> SELECTS = List.of(CUSTOMERS_OF_STORES, ITEMS_OF_MONTHS);

  private static final Map<OwnQuery, BoundQuery> BOUND =
      Arrays.stream(values()).collect(Collectors.toMap(Function.identity(), OwnQuery::read));

  private final String document;

  OwnQuery(String document) {
    this.document = document;
  }

  private BoundQuery read() {
    byte[] json = document.getBytes(UTF_8);
    return QueryDocument.read(name(), json, Catalog.builtIn().tables()).orThrow();
  }

  /** As a client writes it. */
  String document() {
    return document;
  }

  public BoundQuery bound() {
    return Objects.requireNonNull(BOUND.get(this));
  }
}
