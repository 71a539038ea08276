package dev.roastery.cli.folders;

import static dev.roastery.cli.folders.Rows.lines;

import java.util.List;

/** Texts that break readers. */
final class FoldersOfText {

  private FoldersOfText() {}

  static List<PublishedFolder> all() {
    return List.of(reviews(), quotes(), cjk(), articles(), words(), sparse());
  }

  private static PublishedFolder reviews() {
    return PublishedFolder.of(
            "reviews",
            "line breaks within quotes",
            files ->
                files.text(
                    "reviews.csv",
                    "id,stars,comment\n"
                        + lines(
                            300,
                            i ->
                                i
                                    + ","
                                    + (1 + i % 5)
                                    + ",\""
                                    + (i % 3 == 0 ? "Good.\nVery good, " + i : "Plain " + i)
                                    + "\n\"")))
        .table("reviews")
        .asked(
            Question.same(
                "select stars, count(*) as n, min(comment) as first from reviews group by stars"
                    + " order by stars",
                "select cast(stars as bigint) as stars, count(*) as n, min(comment) as first"
                    + " from reviews group by 1 order by 1"));
  }

  private static PublishedFolder quotes() {
    return PublishedFolder.of(
            "quotes",
            "texts with quotes, commas and apostrophes",
            files ->
                files.text(
                    "lines.csv",
                    "speaker,line\n"
                        + lines(
                            200,
                            i ->
                                "\"O'Neil, " + i % 3 + "\",\"He said \"\"hi, " + i % 4 + "\"\"\"")))
        .table("lines")
        .asked(
            Question.same(
                "select speaker, line, count(*) as n from lines where line like '%\"hi, 1\"%'"
                    + " and speaker <> 'O''Neil, 2' group by speaker, line order by speaker, line",
                "select speaker, line, count(*) as n from lines where line like '%\"hi, 1\"%' and"
                    + " speaker <> 'O''Neil, 2' group by speaker, line order by speaker, line"));
  }

  private static PublishedFolder cjk() {
    return PublishedFolder.of(
            "languages",
            "Chinese, Japanese and Korean text, emoji, names of columns in Japanese",
            files ->
                files.text(
                    "cities.csv",
                    "都市,国,絵\n"
                        + lines(
                            200,
                            i ->
                                List.of("東京", "서울", "北京", "Zürich").get(i % 4)
                                    + ","
                                    + List.of("日本", "한국", "中国", "Schweiz").get(i % 4)
                                    + ","
                                    + List.of("🗼", "👩‍💻", "🥟").get(i % 3))))
        .table("cities")
        .asked(
            Question.same(
                "select \"都市\", \"絵\", count(*) as n from cities where \"国\" <> 'Schweiz'"
                    + " group by \"都市\", \"絵\" order by n desc, \"都市\", \"絵\" limit 5",
                "select \"都市\", \"絵\", count(*) as n from cities where \"国\" <> 'Schweiz'"
                    + " group by \"都市\", \"絵\" order by n desc, \"都市\", \"絵\" limit 5"));
  }

  private static PublishedFolder articles() {
    return PublishedFolder.of(
            "articles",
            "fields of 200,000 characters",
            files ->
                files.text(
                    "articles.csv",
                    "id,body,views\n"
                        + lines(
                            8,
                            i -> i + ",\"" + "long, longer ".repeat(16_000) + i + "\"," + i * 100)))
        .table("articles")
        .asked(
            Question.same(
                "select count(distinct body) as bodies, sum(views) as views, max(length(body))"
                    + " as longest from articles",
                "select count(distinct body) as bodies, sum(cast(views as bigint)) as views,"
                    + " max(length(body)) as longest from articles"));
  }

  private static PublishedFolder words() {
    return PublishedFolder.of(
            "words",
            "a single column",
            files ->
                files.text(
                    "words.csv",
                    "word\n" + lines(400, i -> List.of("tea", "coffee", "milk").get(i * i % 3))))
        .table("words")
        .asked(
            Question.same(
                "select word, count(*) as n from words group by word order by n desc, word",
                "select word, count(*) as n from words group by word order by n desc, word"));
  }

  private static PublishedFolder sparse() {
    return PublishedFolder.of(
            "sparse",
            "columns without a single value",
            files ->
                files.text(
                    "items.csv",
                    "id,note,price,legacy\n" + lines(200, i -> i + ",," + i % 7 + ",")))
        .table("items")
        .asked(
            Question.same(
                "select legacy, count(note) as notes, sum(price) as price from items"
                    + " group by legacy",
                "select legacy, count(note) as notes, sum(cast(price as bigint)) as price"
                    + " from items group by legacy"));
  }
}
