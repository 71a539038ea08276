package dev.roastery.cli.folders;

import static dev.roastery.cli.folders.Rows.cents;
import static dev.roastery.cli.folders.Rows.lines;
import static dev.roastery.cli.folders.Rows.moment;
import static dev.roastery.cli.folders.Rows.random;
import static dev.roastery.cli.folders.Rows.two;

import dev.roastery.cli.folders.Question.Sniffed;
import java.util.List;
import java.util.Random;

/** What programs and devices write. */
final class FoldersOfMachines {

  private FoldersOfMachines() {}

  static List<PublishedFolder> all() {
    return List.of(
        logs(),
        sensors(),
        zones(),
        epoch(),
        booleans(),
        gzip(),
        zstd(),
        jsonLines(),
        events(),
        ticks());
  }

  private static PublishedFolder logs() {
    return PublishedFolder.of(
            "logs",
            "a web server's log: ISO timestamps with T, user agents in quotes",
            files ->
                files.text(
                    "access.csv",
                    "time,host,method,path,status,bytes,agent\n"
                        + lines(
                            1000,
                            i ->
                                moment(i, "T")
                                    + ",10.0."
                                    + i % 7
                                    + "."
                                    + i * 13 % 251
                                    + ","
                                    + (i % 5 == 0 ? "POST" : "GET")
                                    + ",/page/"
                                    + i % 23
                                    + "?q=1,"
                                    + List.of(200, 200, 304, 404, 500).get(i * 7 % 5)
                                    + ","
                                    + i * 97 % 50000
                                    + ",\"Mozilla/5.0 (X11; Linux, \"\"x86_64\"\")\"")))
        .table("access")
        .asked(
            Question.same(
                "select status, count(*) as hits, sum(bytes) as bytes from access"
                    + " where method = 'GET' group by status order by status",
                "select cast(status as bigint) as status, count(*) as hits,"
                    + " sum(cast(bytes as bigint)) as bytes from access where method = 'GET'"
                    + " group by 1 order by 1"))
        .asked(
            Question.same(
                "select date(time) as day, count(distinct host) as hosts from access"
                    + " where time >= '2024-02-01' group by date(time) order by day limit 5",
                "select cast(cast(time as timestamp) as date) as day, count(distinct host) as hosts"
                    + " from access where cast(time as timestamp) >= timestamp '2024-02-01'"
                    + " group by 1 order by 1 limit 5"));
  }

  private static PublishedFolder sensors() {
    return PublishedFolder.of(
            "sensors",
            "readings below zero, with none, one or two decimals",
            files ->
                files.text(
                    "readings.csv",
                    "sensor,taken,temperature,humidity\n"
                        + lines(
                            600,
                            i ->
                                "s"
                                    + i % 4
                                    + ","
                                    + moment(i, " ")
                                    + ","
                                    + List.of("-" + i % 19 + ".5", "" + i % 30, cents(-i * 3), ".5")
                                        .get(i / 4 % 4)
                                    + ","
                                    + (40 + i % 50))))
        .table("readings")
        .asked(
            Question.of(
                "select sensor, count(*) as n, min(temperature) as low, max(temperature) as high,"
                    + " sum(temperature) as total from readings group by sensor order by sensor",
                "select sensor, count(*) as n, min(cast(temperature as decimal(18,2))) as low,"
                    + " max(cast(temperature as decimal(18,2))) as high,"
                    + " sum(cast(temperature as decimal(18,2))) as total"
                    + " from readings group by sensor order by sensor",
                Sniffed.WRONG,
                "sums as floating point"));
  }

  private static PublishedFolder zones() {
    return PublishedFolder.of(
            "zones",
            "moments with Z or an offset from UTC; the day is that of one zone",
            files ->
                files.text(
                    "events.csv",
                    "id,seen\n"
                        + lines(
                            500,
                            i ->
                                i
                                    + ","
                                    + moment(i, "T")
                                    + List.of("Z", "+02:00", "-05:30").get(i % 3))))
        .table("events")
        .declared(
            """
            {"tables": {"events": {"zone": "UTC", "columns": {"id": "whole", "seen": "timestamp"}}}}
            """)
        .asked(
            Question.of(
                "select date(seen) as day, count(*) as n, min(seen) as first from events"
                    + " group by date(seen) order by day limit 10",
                "select cast(cast(seen as timestamptz) at time zone 'UTC' as date) as day,"
                    + " count(*) as n, min(cast(seen as timestamptz) at time zone 'UTC') as first"
                    + " from events group by 1 order by 1 limit 10",
                Sniffed.WRONG,
                "days in the time zone of the machine that it runs on, here New York"));
  }

  private static PublishedFolder epoch() {
    return PublishedFolder.of(
            "epoch",
            "seconds since 1970",
            files ->
                files.text(
                    "ticks.csv",
                    "seen,value\n" + lines(400, i -> (1_704_067_200L + i * 5003L) + "," + i)))
        .table("ticks")
        .declared(
            """
            {"tables": {"ticks": {"columns": {"value": "whole",
              "seen": {"type": "timestamp", "format": "epoch seconds"}}}}}
            """)
        .asked(
            Question.of(
                "select date(seen) as day, sum(value) as value, max(seen) as last from ticks"
                    + " group by date(seen) order by day",
                "select cast(make_timestamp(cast(seen as bigint) * 1000000) as date) as day,"
                    + " sum(cast(value as bigint)) as value,"
                    + " max(make_timestamp(cast(seen as bigint) * 1000000)) as last"
                    + " from ticks group by 1 order by 1",
                Sniffed.REFUSED,
                "a number is no moment; nothing but a function call says that it is one"));
  }

  private static PublishedFolder booleans() {
    return PublishedFolder.of(
            "flags",
            "true and false",
            files ->
                files.text(
                    "users.csv",
                    "id,active,score\n"
                        + lines(
                            300, i -> i + "," + (i % 3 == 0 ? "true" : "false") + "," + i % 10)))
        .table("users")
        .asked(
            Question.same(
                "select active, count(*) as n, sum(score) as score from users group by active"
                    + " order by active",
                "select active, count(*) as n, sum(cast(score as bigint)) as score from users"
                    + " group by active order by active"));
  }

  private static PublishedFolder gzip() {
    return PublishedFolder.of(
            "gzip",
            "packed with gzip, several files",
            files -> {
              for (int part = 0; part < 3; part++) {
                int of = part;
                files.gzip(
                    "sales/part-" + part + ".csv.gz",
                    "shop,units\n" + lines(400, i -> "shop" + (i + of) % 6 + "," + (i * 3 + of)));
              }
            })
        .table("sales")
        .asked(shops());
  }

  private static PublishedFolder zstd() {
    return PublishedFolder.of(
            "zstd",
            "packed with zstd",
            files ->
                files.zstd(
                    "sales.csv.zst",
                    "shop,units\n" + lines(900, i -> "shop" + i % 6 + "," + i * 3)))
        .table("sales")
        .asked(shops());
  }

  private static Question shops() {
    return Question.same(
        "select shop, sum(units) as units from sales group by shop order by units desc, shop",
        "select shop, sum(cast(units as bigint)) as units from sales group by shop"
            + " order by units desc, shop");
  }

  private static PublishedFolder jsonLines() {
    return PublishedFolder.of(
            "jsonl",
            "JSON objects on lines, some without a member",
            files ->
                files.text(
                    "clicks.jsonl",
                    lines(
                        500,
                        i ->
                            "{\"user\":\"u"
                                + i % 9
                                + "\",\"page\":\"/p/"
                                + i % 4
                                + "\""
                                + (i % 5 == 0 ? "" : ",\"ms\":" + i * 7 % 900)
                                + "}")))
        .table(
            "clicks",
            "read_json({}, format = 'newline_delimited',"
                + " columns = {user: 'VARCHAR', page: 'VARCHAR', ms: 'VARCHAR'})")
        .asked(
            Question.same(
                "select page, count(*) as n, count(ms) as timed, sum(ms) as ms from clicks"
                    + " group by page order by page",
                "select page, count(*) as n, count(ms) as timed, sum(cast(ms as bigint)) as ms"
                    + " from clicks group by page order by page"));
  }

  private static PublishedFolder events() {
    return PublishedFolder.of(
            "jsonl-late",
            "JSON objects whose last lines have another field, and numbers in quotes that are"
                + " codes; an object that nobody asks for",
            files ->
                files.text(
                    "events.ndjson",
                    lines(
                        50_000,
                        i ->
                            "{\"id\":"
                                + i
                                + ",\"zone\":"
                                + (i < 49_990 ? String.valueOf(i % 4) : "\"0" + i % 4 + "\"")
                                + ",\"at\":{\"lat\":1.5}"
                                + (i < 49_990 ? "" : ",\"refund\":" + i % 7 + ".25")
                                + "}")))
        .table(
            "events",
            "read_json({}, format = 'newline_delimited',"
                + " columns = {id: 'VARCHAR', zone: 'VARCHAR', refund: 'VARCHAR'})")
        .asked(
            Question.of(
                "select zone, count(*) as n, sum(refund) as refunds from events group by zone"
                    + " order by zone",
                "select zone, count(*) as n, sum(cast(refund as decimal(18, 2))) as refunds"
                    + " from events group by zone order by zone",
                Sniffed.REFUSED,
                "it has not seen the field refund"));
  }

  private static PublishedFolder ticks() {
    return PublishedFolder.of(
            "headless",
            "no header: the columns are c1, c2, …",
            files -> {
              Random random = random(4);
              files.text(
                  "ticks.csv",
                  lines(
                      500,
                      i ->
                          "2024-01"
                              + two("-", 1 + i % 28)
                              + ","
                              + List.of("AAPL", "MSFT", "XOM").get(i % 3)
                              + ","
                              + (100 + random.nextInt(900))
                              + ","
                              + cents(18000 + random.nextInt(500))));
            })
        .table(
            "ticks",
            "header = false, delim = ',', quote = '\"', escape = '\"',"
                + " names = ['day', 'symbol', 'volume', 'price']")
        .asked(
            Question.of(
                    "select c2 as symbol, sum(c3 * c4) as turnover, max(c1) as last from ticks"
                        + " group by c2 order by symbol",
                    "select symbol, sum(cast(volume as bigint) * cast(price as decimal(18,2)))"
                        + " as turnover, max(cast(day as date)) as last from ticks"
                        + " group by symbol order by symbol",
                    Sniffed.WRONG,
                    "products and sums of money as floating point")
                .naively(
                    "select column1 as symbol, sum(column2 * column3) as turnover,"
                        + " max(column0) as last from ticks group by 1 order by 1"));
  }
}
