package dev.roastery.cli.folders;

import static dev.roastery.cli.folders.Rows.cents;
import static dev.roastery.cli.folders.Rows.lines;
import static dev.roastery.cli.folders.Rows.two;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;

import dev.roastery.cli.folders.Question.Sniffed;
import java.util.List;

/** Other separators and encodings, and files that are damaged. */
final class FoldersOfLayouts {

  private FoldersOfLayouts() {}

  static List<PublishedFolder> all() {
    return List.of(tabs(), pipes(), semicolons(), utf16(), latin1(), order(), ragged(), twice());
  }

  private static PublishedFolder tabs() {
    return PublishedFolder.of(
            "tabs",
            "separated by tabs",
            files ->
                files.text(
                    "genes.tsv",
                    "gene\tlength\tnote\n"
                        + lines(300, i -> "G" + i % 8 + "\t" + i * 11 + "\ta, b; \"c\"")))
        .table("genes", "header = true, delim = '\t', quote = '', escape = ''")
        .asked(
            Question.of(
                "select gene, max(length) as longest from genes group by gene order by gene",
                "select gene, max(cast(length as bigint)) as longest from genes group by gene"
                    + " order by gene",
                Sniffed.REFUSED,
                "quotes within the texts mislead it: it finds no column gene"));
  }

  private static PublishedFolder pipes() {
    return PublishedFolder.of(
            "pipes",
            "separated by |",
            files ->
                files.text(
                    "parts.csv",
                    "part|maker|stock\n"
                        + lines(300, i -> "P" + i + "|M, " + i % 5 + "|" + i % 91)))
        .table("parts", "header = true, delim = '|', quote = '\"', escape = '\"'")
        .asked(
            Question.same(
                "select maker, sum(stock) as stock from parts group by maker order by maker",
                "select maker, sum(cast(stock as bigint)) as stock from parts group by maker"
                    + " order by maker"));
  }

  private static PublishedFolder semicolons() {
    return PublishedFolder.of(
            "semicolons",
            "separated by `;`, with commas in texts",
            files ->
                files.text(
                    "trees.csv",
                    "species;height;street\n"
                        + lines(300, i -> "Acer " + i % 6 + ";" + i % 40 + ";Hauptstr., " + i)))
        .table("trees", "header = true, delim = ';', quote = '\"', escape = '\"'")
        .asked(
            Question.same(
                "select species, count(*) as n, max(height) as tallest from trees group by species"
                    + " order by species",
                "select species, count(*) as n, max(cast(height as bigint)) as tallest from trees"
                    + " group by species order by species"));
  }

  private static PublishedFolder utf16() {
    return PublishedFolder.of(
            "utf16",
            "a spreadsheet's \"Unicode text\": UTF-16 with a byte order mark, tabs, CRLF",
            files ->
                files.text(
                    "staff.csv",
                    "\ufeff"
                        + ("name\tteam\thours\n"
                                + lines(200, i -> "Žofie " + i % 5 + "\t東 " + i % 3 + "\t" + i))
                            .replace("\n", "\r\n"),
                    UTF_16LE))
        .table("staff", "header = true, delim = '\t', encoding = 'utf-16'")
        .asked(
            Question.of(
                "select team, count(distinct name) as names, sum(hours) as hours from staff"
                    + " group by team order by team",
                "select team, count(distinct name) as names, sum(cast(hours as bigint)) as hours"
                    + " from staff group by team order by team",
                Sniffed.REFUSED,
                "it does not look at the byte order mark; encoding = 'utf-16' has to be typed"));
  }

  private static PublishedFolder latin1() {
    return PublishedFolder.of(
            "latin1",
            "Latin-1, separated by `;`",
            files ->
                files.text(
                    "communes.csv",
                    "commune;département;population\n"
                        + lines(200, i -> "Évry-" + i + ";Côte-d'Or " + i % 4 + ";" + i * 31),
                    ISO_8859_1))
        .table("communes", "header = true, delim = ';', encoding = 'latin-1'")
        .declared(
            """
            {"tables": {"communes": {"encoding": "latin-1", "delimiter": ";",
              "columns": {"commune": "text", "département": "text", "population": "whole"}}}}
            """)
        .asked(
            Question.of(
                "select \"département\", sum(population) as population from communes"
                    + " group by \"département\" order by \"département\"",
                "select \"département\", sum(cast(population as bigint)) as population"
                    + " from communes group by \"département\" order by \"département\"",
                Sniffed.REFUSED,
                "not UTF-8; encoding = 'latin-1' has to be typed"))
        .asked(
            Question.of(
                "select commune, population from communes order by population desc limit 2",
                "select commune, cast(population as bigint) as population from communes"
                    + " order by 2 desc limit 2",
                Sniffed.REFUSED,
                "not UTF-8; encoding = 'latin-1' has to be typed"));
  }

  private static PublishedFolder order() {
    return PublishedFolder.of(
            "reordered",
            "files of one table whose columns are in another order",
            files -> {
              files.text(
                  "moves/a.csv", "person,from_room,to_room\n" + lines(200, i -> row(i, "pft")));
              files.text(
                  "moves/b.csv", "to_room,person,from_room\n" + lines(200, i -> row(i, "tpf")));
              files.text(
                  "moves/c.csv", "from_room,to_room,person\n" + lines(200, i -> row(i, "ftp")));
            })
        .table("moves", PublishedFolder.PLAIN + ", union_by_name = true")
        .asked(
            Question.same(
                "select to_room, count(*) as n, count(distinct person) as people from moves"
                    + " group by to_room order by to_room",
                "select to_room, count(*) as n, count(distinct person) as people from moves"
                    + " group by to_room order by to_room"));
  }

  private static String row(int i, String order) {
    StringBuilder row = new StringBuilder();
    order
        .chars()
        .forEach(column ->
            row.append(row.isEmpty() ? "" : ",")
                .append(
                    switch (column) {
                      case 'p' -> "Ann " + i % 9;
                      case 'f' -> "R" + i % 5;
                      default -> "R" + i % 6;
                    }));
    return row.toString();
  }

  private static PublishedFolder ragged() {
    return PublishedFolder.of(
            "ragged",
            "two rows with a field too few or too many",
            files ->
                files.text(
                    "orders.csv",
                    "id,item,price\n"
                        + lines(
                            300,
                            i ->
                                i == 3
                                    ? "3,broken"
                                    : i == 9 ? "9,tea,1.00,extra" : i + ",tea," + cents(i))))
        .table("orders")
        .asked(
            Question.of(
                    "select count(*) as n, sum(price) as price from orders",
                    "select count(*) as n, sum(cast(price as decimal(18,2))) as price from orders",
                    Sniffed.WRONG,
                    "each line becomes one column: it counts 300 orders, and knows no price")
                .naively("select count(*) as n from orders"))
        .refused("orders.csv", "line 5", "2 fields");
  }

  private static PublishedFolder twice() {
    return PublishedFolder.of(
            "twice",
            "two columns with one name",
            files ->
                files.text(
                    "loans.csv",
                    "id,amount,date,amount\n"
                        + lines(
                            100,
                            i -> i + "," + i + ",2024-01" + two("-", 1 + i % 28) + "," + 2 * i)))
        .table("loans")
        .asked(
            Question.of(
                "select sum(amount) as amount from loans",
                "select sum(cast(amount as bigint)) as amount from loans",
                Sniffed.WRONG,
                "it takes the first, and calls the other amount_1"))
        .refused("loans.csv", "amount", "twice");
  }
}
