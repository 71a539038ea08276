"use strict";
// One run of ClickHouse: the dataset, where results go. Prints its own milliseconds.
const fs = require("fs");
const { Session } = require("chdb");

const [dataset, out] = process.argv.slice(2);
const WRITTEN =
  "FORMAT CustomSeparatedWithNames SETTINGS format_custom_escaping_rule = 'Raw', format_custom_field_delimiter = ',', " +
  "format_tsv_null_representation = '', output_format_decimal_trailing_zeros = 1";

const quoted = (text) => "'" + text.replace(/\\/g, "\\\\").replace(/'/g, "\\'") + "'";
const files = (table, columns) =>
  `file(${quoted(`${dataset}/${table}/*.csv`)}, CSVWithNames, ${quoted(columns.join(", "))})`;

// Amounts are exact. An id that may be missing is also written 852.0, which no whole number of ClickHouse is read from.
const transactions = files("transactions", [
  "transaction_id String", "store_id Int64", "payment_method_id Int64", "voucher_id Nullable(Decimal(18, 1))",
  "user_id Nullable(Decimal(18, 1))", "original_amount Decimal(18, 2)", "discount_applied Decimal(18, 2)",
  "final_amount Decimal(18, 2)", "created_at DateTime('UTC')"]);
const items = files("transaction_items", [
  "transaction_id String", "item_id Int64", "quantity Int64", "unit_price Decimal(18, 2)", "subtotal Decimal(18, 2)",
  "created_at DateTime('UTC')"]);
const menu = files("menu_items", [
  "item_id Int64", "item_name String", "category String", "price Decimal(18, 2)", "is_seasonal String",
  "available_from String", "available_to String"]);
const stores = files("stores", [
  "store_id Int64", "store_name String", "street String", "postal_code String", "city String", "state String",
  "latitude Decimal(18, 6)", "longitude Decimal(18, 6)"]);
const users = files("users", [
  "user_id Int64", "gender String", "birthdate Nullable(Date32)", "registered_at DateTime('UTC')"]);

// What the five queries need, read once, with the types declared, as DuckDB's tables at its best are.
const setUp = [
  "SET max_threads = 2",
  "SET join_use_nulls = 1",
  `CREATE FUNCTION spelled AS (text) ->
     if(text = '' OR match(text, '[,"\\r\\n]'), concat('"', replaceAll(text, '"', '""'), '"'), text)`,
  `CREATE TABLE best_transactions ENGINE = Memory AS
   SELECT if(final_amount >= 75, transaction_id, NULL) AS transaction_id, store_id, toInt64(user_id) AS user_id,
     final_amount, created_at, toHour(created_at) * 3600 + toMinute(created_at) * 60 + toSecond(created_at) AS time
   FROM ${transactions}
   WHERE created_at >= '2024-01-01 00:00:00' AND created_at < '2026-01-01 00:00:00'`,
  `CREATE TABLE best_items ENGINE = Memory AS
   SELECT toStartOfMonth(created_at) AS month, item_id, sum(quantity) AS quantity, sum(subtotal) AS profit
   FROM ${items}
   WHERE created_at >= '2024-01-01 00:00:00' AND created_at < '2026-01-01 00:00:00'
   GROUP BY month, item_id`];

const OPEN = "time BETWEEN 6 * 3600 AND 23 * 3600";

const bestItems = (measure) => `
  SELECT formatDateTime(best.month, '%Y-%m') AS month, spelled(item_name) AS item_name, ${measure}
  FROM (
    SELECT month, item_id, ${measure} FROM best_items ORDER BY month, ${measure} DESC, item_id LIMIT 1 BY month
  ) AS best LEFT ANY JOIN ${menu} AS menu ON best.item_id = menu.item_id
  ORDER BY best.month`;

const queries = {
  "high-value-transactions": `
    SELECT spelled(transaction_id) AS transaction_id, final_amount
    FROM best_transactions
    WHERE ${OPEN} AND final_amount >= 75
    ORDER BY best_transactions.transaction_id, final_amount`,
  "best-selling-items": bestItems("quantity"),
  "most-profitable-items": bestItems("profit"),
  "tpv-by-store": `
    SELECT concat(toString(year), '-H', toString(sums.half)) AS half, spelled(store_name) AS store_name, tpv
    FROM (
      SELECT toYear(created_at) AS year, intDiv(toMonth(created_at) + 5, 6) AS half, store_id,
        sum(final_amount) AS tpv
      FROM best_transactions
      WHERE ${OPEN}
      GROUP BY year, half, store_id
    ) AS sums LEFT ANY JOIN ${stores} AS stores ON sums.store_id = stores.store_id
    ORDER BY year, sums.half, sums.store_id`,
  "top-customers": `
    SELECT spelled(store_name) AS store_name, counts.user_id AS user_id, birthdate, purchases
    FROM (
      SELECT store_id, assumeNotNull(user_id) AS user_id, count() AS purchases
      FROM best_transactions
      WHERE best_transactions.user_id IS NOT NULL
      GROUP BY store_id, user_id
      ORDER BY store_id, purchases DESC, user_id
      LIMIT 3 BY store_id
    ) AS counts
    LEFT ANY JOIN ${stores} AS stores ON counts.store_id = stores.store_id
    LEFT ANY JOIN ${users} AS users ON counts.user_id = users.user_id
    ORDER BY counts.store_id, purchases DESC, counts.user_id`,
};

const start = process.hrtime.bigint();
const clickHouse = new Session();
setUp.forEach((statement) => clickHouse.query(statement));
const results = Object.entries(queries).map(([name, sql]) => [name, clickHouse.query(`${sql} ${WRITTEN}`)]);
console.log(String((process.hrtime.bigint() - start) / 1000000n));
fs.mkdirSync(out, { recursive: true });
results.forEach(([name, csv]) => fs.writeFileSync(`${out}/${name}.csv`, csv));
clickHouse.close();
