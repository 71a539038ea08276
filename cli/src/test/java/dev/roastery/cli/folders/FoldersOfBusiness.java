package dev.roastery.cli.folders;

import static dev.roastery.cli.folders.Rows.cents;
import static dev.roastery.cli.folders.Rows.lines;
import static dev.roastery.cli.folders.Rows.random;
import static dev.roastery.cli.folders.Rows.two;

import dev.roastery.cli.folders.Question.Sniffed;
import java.util.List;
import java.util.Random;

/** What offices and agencies export. */
final class FoldersOfBusiness {

  private static final List<String> BOROUGHS =
      List.of("Manhattan", "Queens", "Brooklyn", "Bronx", "Staten Island", "EWR", "Unknown");

  private FoldersOfBusiness() {}

  static List<PublishedFolder> all() {
    return List.of(taxi(), bank(), export(), wide(), invoices(), survey());
  }

  private static PublishedFolder taxi() {
    return PublishedFolder.of(
            "taxi",
            "trips of several months, and the zones that their ids stand for",
            files -> {
              Random random = random(1);
              for (int month = 1; month <= 3; month++) {
                int of = month;
                files.text(
                    two("trips/yellow_tripdata_2024-", month) + ".csv",
                    "VendorID,tpep_pickup_datetime,passenger_count,trip_distance,PULocationID,"
                        + "DOLocationID,payment_type,fare_amount,tip_amount,total_amount\n"
                        + lines(
                            700,
                            i -> {
                              int fare = 300 + random.nextInt(7000);
                              int tip = i % 3 == 0 ? 0 : random.nextInt(1500);
                              return (1 + i % 2)
                                  + ",2024"
                                  + two("-", of)
                                  + two("-", 1 + i % 28)
                                  + two(" ", i % 24)
                                  + two(":", i % 60)
                                  + ":30,"
                                  + (i % 11 == 0 ? "" : String.valueOf(1 + i % 5))
                                  + ","
                                  + cents(random.nextInt(2500))
                                  + ","
                                  + (1 + random.nextInt(70))
                                  + ","
                                  + (1 + random.nextInt(70))
                                  + ","
                                  + (1 + i % 4)
                                  + ","
                                  + cents(i % 50 == 7 ? -fare : fare)
                                  + ","
                                  + cents(tip)
                                  + ","
                                  + cents(fare + tip);
                            }));
              }
              files.text(
                  "zones.csv",
                  "\"LocationID\",\"Borough\",\"Zone\",\"service_zone\"\n"
                      + lines(
                          66,
                          i ->
                              (i + 1)
                                  + ",\""
                                  + BOROUGHS.get(i % 7)
                                  + "\",\"Zone, "
                                  + i
                                  + "\",\"Boro Zone\""));
            })
        .table("trips")
        .table("zones")
        .asked(
            Question.of(
                "select Borough, count(*) as trips, sum(total_amount) as revenue"
                    + " from trips t left join zones z on z.LocationID = t.PULocationID"
                    + " group by Borough order by revenue desc",
                "select Borough, count(*) as trips, sum(cast(total_amount as decimal(18,2)))"
                    + " as revenue from trips t left join zones z on cast(z.LocationID as bigint)"
                    + " = cast(t.PULocationID as bigint) group by Borough order by revenue desc",
                Sniffed.WRONG,
                "sums of money as floating point"))
        .asked(
            Question.of(
                    "select passenger_count, count(*) as trips, sum(tip_amount) as tips from trips"
                        + " where tip_amount > 10 group by passenger_count order by"
                        + " passenger_count",
                    "select cast(passenger_count as bigint) as passenger_count, count(*) as trips,"
                        + " sum(cast(tip_amount as decimal(18,2))) as tips from trips"
                        + " where cast(tip_amount as decimal(18,2)) > 10"
                        + " group by 1 order by 1",
                    Sniffed.WRONG,
                    "sums of money as floating point")
                .naively(
                    "select passenger_count, count(*) as trips, sum(tip_amount) as tips from trips"
                        + " where tip_amount > 10 group by passenger_count"
                        + " order by passenger_count"));
  }

  private static PublishedFolder bank() {
    return PublishedFolder.of(
            "bank",
            "a German bank's statement: `;`, decimal comma, points between thousands, day first",
            files ->
                files.text(
                    "umsaetze.csv",
                    "Buchungstag;Auftraggeber;Verwendungszweck;Betrag;Währung\n"
                        + lines(
                            400,
                            i ->
                                two("", 1 + i % 28)
                                    + two(".", 1 + i % 12)
                                    + ".2024;\"Müller & Söhne\";\"Rechnung "
                                    + i
                                    + "; danke\";"
                                    + (i % 3 == 0 ? "-" : "")
                                    + (i % 7 == 0 ? 1 + i % 9 + "." : "")
                                    + (100 + i)
                                    + two(",", i % 100)
                                    + ";EUR")))
        .table("umsaetze", "header = true, delim = ';', quote = '\"', escape = '\"'")
        .declared(
            """
            {"tables": {"umsaetze": {"delimiter": ";", "decimal": ",", "thousands": ".",
              "columns": {"Buchungstag": {"type": "date", "format": "dd.MM.yyyy"},
                "Verwendungszweck": "text", "Betrag": "decimal(2)"}}}}
            """)
        .asked(
            Question.of(
                    "select month(Buchungstag) as monat, sum(Betrag) as summe, count(*) as n"
                        + " from umsaetze group by month(Buchungstag) order by monat",
                    "select strftime(strptime(Buchungstag, '%d.%m.%Y'), '%Y-%m') as monat,"
                        + " sum(cast(replace(replace(Betrag, '.', ''), ',', '.') as decimal(18,2)))"
                        + " as summe, count(*) as n from umsaetze group by 1 order by 1",
                    Sniffed.REFUSED,
                    "the amounts are text, and text has no sum")
                .naively(
                    "select strftime(Buchungstag, '%Y-%m') as monat, sum(Betrag) as summe,"
                        + " count(*) as n from umsaetze group by 1 order by 1"));
  }

  private static PublishedFolder export() {
    return PublishedFolder.of(
            "export",
            "an export for spreadsheets: byte order mark, CRLF, names with spaces",
            files ->
                files.text(
                    "orders.csv",
                    "\ufeff"
                        + ("Order ID,Ship Mode,Order Date,Sales\n"
                                + lines(
                                    500,
                                    i ->
                                        "CA-2024-"
                                            + (100000 + i)
                                            + ","
                                            + List.of("Second Class", "First Class", "Same Day")
                                                .get(i % 3)
                                            + ",2024"
                                            + two("-", 1 + i % 12)
                                            + two("-", 1 + i % 28)
                                            + ","
                                            + cents(i * 37)))
                            .replace("\n", "\r\n")))
        .table("orders")
        .asked(
            Question.of(
                "select \"Ship Mode\", count(*) as n, sum(Sales) as sales from orders"
                    + " where \"Order Date\" >= '2024-03-01' group by \"Ship Mode\""
                    + " order by \"Ship Mode\"",
                "select \"Ship Mode\", count(*) as n, sum(cast(Sales as decimal(18,2))) as sales"
                    + " from orders where cast(\"Order Date\" as date) >= date '2024-03-01'"
                    + " group by 1 order by 1",
                Sniffed.WRONG,
                "sums of money as floating point"));
  }

  private static PublishedFolder wide() {
    return PublishedFolder.of(
            "wide",
            "60 columns, of which the question needs four",
            files ->
                files.text(
                    "measures.csv",
                    lines(1, i -> names(60))
                        + lines(
                            300,
                            row -> {
                              StringBuilder line = new StringBuilder();
                              for (int column = 0; column < 60; column++) {
                                line.append(column == 0 ? "" : ",")
                                    .append((row * 31 + column * 17) % 1000);
                              }
                              return line.toString();
                            })))
        .table("measures")
        .asked(
            Question.same(
                "select sum(c07) as c07, sum(c58 * c60) as product, max(c59) as top from measures"
                    + " where c01 > 500",
                "select sum(cast(c07 as bigint)) as c07, sum(cast(c58 as bigint) *"
                    + " cast(c60 as bigint)) as product, max(cast(c59 as bigint)) as top"
                    + " from measures where cast(c01 as bigint) > 500"));
  }

  private static String names(int count) {
    StringBuilder names = new StringBuilder();
    for (int column = 1; column <= count; column++) {
      names.append(column == 1 ? "" : ",").append(two("c", column));
    }
    return names.toString();
  }

  private static PublishedFolder invoices() {
    return PublishedFolder.of(
            "invoices",
            "commas between thousands, in quotes",
            files ->
                files.text(
                    "invoices.csv",
                    "number,customer,amount\n"
                        + lines(
                            300,
                            i ->
                                i
                                    + ",C"
                                    + i % 5
                                    + ",\""
                                    + (i % 4 == 0 ? i % 9 + 1 + ",234,5" : i % 4 == 1 ? "9,8" : "7")
                                    + two("", i % 100)
                                    + two(".", i * 7 % 100)
                                    + "\"")))
        .table("invoices")
        .declared(
            """
            {"tables": {"invoices": {"thousands": ",", "columns": {"customer": "text",
              "amount": "decimal(2)"}}}}
            """)
        .asked(
            Question.of(
                "select customer, sum(amount) as amount from invoices group by customer"
                    + " order by customer",
                "select customer, sum(cast(replace(amount, ',', '') as decimal(18,2))) as amount"
                    + " from invoices group by customer order by customer",
                Sniffed.REFUSED,
                "the amounts are text, and text has no sum"));
  }

  private static PublishedFolder survey() {
    return PublishedFolder.of(
            "survey",
            "words for what is missing, one for each column: NULL, NA",
            files ->
                files.text(
                    "answers.csv",
                    "id,age,income\n"
                        + lines(
                            300,
                            i ->
                                i
                                    + ","
                                    + (i % 6 == 0 ? "NULL" : 18 + i % 60)
                                    + ","
                                    + (i % 10 == 0 ? "NA" : cents(150000 + i * 1111)))))
        .table("answers")
        .asked(
            Question.of(
                "select count(*) as n, count(age) as ages, sum(age) as age, count(income)"
                    + " as incomes, sum(income) as income from answers",
                "select count(*) as n, count(nullif(age, 'NULL')) as ages,"
                    + " sum(cast(nullif(age, 'NULL') as bigint)) as age,"
                    + " count(nullif(income, 'NA')) as incomes,"
                    + " sum(cast(nullif(income, 'NA') as decimal(18,2))) as income from answers",
                Sniffed.REFUSED,
                "both columns are text because of the words, and text has no sum"));
  }
}
