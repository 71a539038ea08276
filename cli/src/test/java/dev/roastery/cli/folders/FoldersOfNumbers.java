package dev.roastery.cli.folders;

import static dev.roastery.cli.folders.Rows.cents;
import static dev.roastery.cli.folders.Rows.lines;
import static dev.roastery.cli.folders.Rows.random;
import static dev.roastery.cli.folders.Rows.two;

import dev.roastery.cli.folders.Question.Sniffed;
import java.util.List;
import java.util.Random;

/** Numbers and dates that are easily changed without a word. */
final class FoldersOfNumbers {

  /** More lines than DuckDB looks at before it chooses types, and more than 4 MiB. */
  private static final int LATE = 230_000;

  private FoldersOfNumbers() {}

  static List<PublishedFolder> all() {
    return List.of(
        signs(),
        exponents(),
        huge(),
        floats(),
        dayFirst(),
        monthFirst(),
        lateText(),
        lateDecimals(),
        zips());
  }

  private static PublishedFolder signs() {
    return PublishedFolder.of(
            "signs",
            "numbers with + and -",
            files ->
                files.text(
                    "changes.csv",
                    "symbol,change\n"
                        + lines(
                            300,
                            i -> "S" + i % 4 + "," + (i % 2 == 0 ? "+" : "-") + cents(i * 13))))
        .table("changes")
        .declared(
            """
            {"tables": {"changes": {"columns": {"symbol": "text", "change": "decimal(2)"}}}}
            """)
        .asked(
            Question.of(
                "select symbol, sum(change) as change, min(change) as worst from changes"
                    + " group by symbol order by symbol",
                "select symbol, sum(cast(change as decimal(18,2))) as change,"
                    + " min(cast(change as decimal(18,2))) as worst from changes"
                    + " group by symbol order by symbol",
                Sniffed.REFUSED,
                "the numbers are text because of the +, and text has no sum"));
  }

  private static PublishedFolder exponents() {
    return PublishedFolder.of(
            "exponents",
            "numbers as programs print them: 1.5e3, 2.5E-2",
            files ->
                files.text(
                    "samples.csv",
                    "run,value\n"
                        + lines(
                            200,
                            i ->
                                "r"
                                    + i % 3
                                    + ","
                                    + List.of(i + ".5e3", i % 9 + ".25E-2", "-" + i % 7 + "e1")
                                        .get(i % 3))))
        .table("samples")
        .declared(
            """
            {"tables": {"samples": {"columns": {"run": "text", "value": "decimal(4)"}}}}
            """)
        .asked(
            Question.of(
                "select run, count(*) as n, sum(value) as value from samples group by run"
                    + " order by run",
                "select run, count(*) as n, sum(cast(value as decimal(18,4))) as value"
                    + " from samples group by run order by run",
                Sniffed.WRONG,
                "sums as floating point"));
  }

  private static PublishedFolder huge() {
    return PublishedFolder.of(
            "huge",
            "whole numbers of 20 to 40 digits, as ids",
            files ->
                files.text(
                    "transfers.csv",
                    "id,account,cents\n"
                        + lines(
                            300,
                            i ->
                                "9"
                                    + "0123456789".repeat(2 + i % 3).substring(i % 10)
                                    + (1000 + i)
                                    + ",1844674407370955161"
                                    + i % 9
                                    + ","
                                    + i)))
        .table("transfers")
        .asked(
            Question.of(
                "select account, count(distinct id) as ids, sum(cents) as cents from transfers"
                    + " group by account order by account",
                "select account, count(distinct id) as ids, sum(cast(cents as bigint)) as cents"
                    + " from transfers group by account order by account",
                Sniffed.SAME,
                ""))
        .asked(
            Question.of(
                "select min(id) as first, max(id) as last from transfers where cents < 3",
                "select min(id) as first, max(id) as last from transfers"
                    + " where cast(cents as bigint) < 3",
                Sniffed.SAME,
                ""));
  }

  private static PublishedFolder floats() {
    return PublishedFolder.of(
            "floats",
            "floating point with up to 17 digits, such as 52.520006599999997",
            files -> {
              Random random = random(5);
              files.text(
                  "places.csv",
                  "id,lat\n"
                      + lines(
                          100,
                          i ->
                              i
                                  + ","
                                  + (i % 4 == 0
                                      ? "52.520006599999997"
                                      : "" + (random.nextInt(9000) / 100.0))));
            })
        .table("places")
        .asked(
            Question.of(
                "select count(*) as n, sum(lat) as total, max(lat) as north from places"
                    + " where lat < 60",
                "select count(*) as n, sum(cast(lat as decimal(38,15))) as total,"
                    + " max(cast(lat as decimal(38,15))) as north from places"
                    + " where cast(lat as decimal(38,15)) < 60",
                Sniffed.WRONG,
                "as floating point: the last digits of the sum are not those of the files"));
  }

  private static PublishedFolder dayFirst() {
    return PublishedFolder.of(
            "dayfirst",
            "dates with the day first, in a month whose days also make months",
            files ->
                files.text(
                    "visits.csv",
                    "visited,clinic\n"
                        + lines(360, i -> two("", 1 + i % 12) + "/03/2024,K" + i % 3)))
        .table("visits")
        .declared(
            """
            {"tables": {"visits": {"columns": {"clinic": "text",
              "visited": {"type": "date", "format": "dd/MM/yyyy"}}}}}
            """)
        .asked(
            Question.of(
                    "select month(visited) as month, count(*) as n from visits group by"
                        + " month(visited) order by month",
                    "select strftime(strptime(visited, '%d/%m/%Y'), '%Y-%m') as month, count(*) as"
                        + " n from visits group by 1 order by 1",
                    Sniffed.SAME,
                    "")
                .naively(
                    "select strftime(visited, '%Y-%m') as month, count(*) as n from visits"
                        + " group by 1 order by 1"));
  }

  private static PublishedFolder monthFirst() {
    return PublishedFolder.of(
            "monthfirst",
            "dates with the month first, of the first days of each month",
            files ->
                files.text(
                    "calls.csv",
                    "called,line\n"
                        + lines(
                            300,
                            i -> two("", 1 + i % 10) + two("/", 1 + i % 12) + "/2024,L" + i % 3)))
        .table("calls")
        .declared(
            """
            {"tables": {"calls": {"columns": {"line": "text",
              "called": {"type": "date", "format": "MM/dd/yyyy"}}}}}
            """)
        .asked(
            Question.of(
                    "select month(called) as month, count(*) as n from calls group by month(called)"
                        + " order by month",
                    "select strftime(strptime(called, '%m/%d/%Y'), '%Y-%m') as month, count(*) as n"
                        + " from calls group by 1 order by 1",
                    Sniffed.WRONG,
                    "it guesses that the day comes first, without a word")
                .naively(
                    "select strftime(called, '%Y-%m') as month, count(*) as n from calls"
                        + " group by 1 order by 1"));
  }

  private static PublishedFolder lateText() {
    return PublishedFolder.of(
            "latetext",
            "codes that are numbers for 4 MiB, and then one that is not",
            files ->
                files.text(
                    "codes.csv",
                    "code,name\n"
                        + lines(
                            LATE,
                            i ->
                                (i == LATE - 50 ? "00A7" : "" + i % 1000)
                                    + ",a name that is long")))
        .table("codes")
        .asked(
            Question.of(
                "select count(distinct code) as codes, max(code) as last from codes",
                "select count(distinct code) as codes, max(code) as last from codes",
                Sniffed.REFUSED,
                "it has chosen numbers by the first 20,480 lines, and says so"));
  }

  private static PublishedFolder lateDecimals() {
    return PublishedFolder.of(
            "latedecimals",
            "whole amounts for 4 MiB, and then some with decimals",
            files ->
                files.text(
                    "amounts.csv",
                    "amount,name\n"
                        + lines(
                            LATE,
                            i -> i % 1000 + (i > LATE - 50 ? ".75" : "") + ",a name that is long")))
        .table("amounts")
        .asked(
            Question.of(
                "select sum(amount) as total, max(amount) as most from amounts",
                "select sum(cast(amount as decimal(18,2))) as total,"
                    + " max(cast(amount as decimal(18,2))) as most from amounts",
                Sniffed.WRONG,
                "it has chosen whole numbers by the first 20,480 lines, and rounds the late ones"
                    + " without a word"));
  }

  private static PublishedFolder zips() {
    return PublishedFolder.of(
            "zips",
            "postal codes with leading zeros",
            files ->
                files.text(
                    "customers.csv",
                    "id,zip,spent\n"
                        + lines(
                            300,
                            i ->
                                i
                                    + ","
                                    + List.of("01067", "00501", "10115", "80331").get(i % 4)
                                    + ","
                                    + i)))
        .table("customers")
        .asked(
            Question.of(
                "select zip, count(*) as n, sum(spent) as spent from customers group by zip"
                    + " order by zip",
                "select zip, count(*) as n, sum(cast(spent as bigint)) as spent from customers"
                    + " group by zip order by zip",
                Sniffed.SAME,
                ""));
  }
}
