package dev.roastery.cli.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A person begins a report in the web page, without a command. */
class StartPageTest {

  private static final String READY = "#start[aria-disabled=false]";
  private static final String PLANNED = "37 files";

  @TempDir private Path folder;
  private Service service;

  @BeforeEach
  void setUp() throws Exception {
    service = Service.dev(folder);
  }

  @AfterEach
  void tearDown() {
    service.close();
  }

  @InBrowser
  void fromSampleDataToAChartByTwoClicks(Path executable) throws Exception {
    try (Screen screen = new Screen(executable, folder, service, "jobs")) {
      screen.click(Screen.labelled("Try with sample data"));
      screen.awaitText("#summary", PLANNED, "2 questions");
      assertThat(screen.text("[aria-label='Question revenue-by-month'] .plan"))
          .contains("filter & group", "transactions", "month", "revenue");

      screen.click("#start");

      screen.awaitCount(".result[aria-busy=false]", 2);
      assertThat(screen.count("[aria-label='Chart of revenue-by-month'] .stroke")).isEqualTo(1);
      assertThat(screen.count("[aria-label='Chart of revenue-by-month'] .dot")).isEqualTo(18);
      assertThat(screen.count("[aria-label='Chart of sales-by-item'] .bar")).isEqualTo(8);
      assertThat(screen.text("[aria-label='Rows of revenue-by-month']")).contains("2024-01");
      screen.awaitText("[aria-label=Status]", "completed", "75,400 rows");
    }
  }

  /** The built-in reports fit the sample: their results are those of the same files in Java. */
  @InBrowser
  void theBuiltInReportsCanBeAskedOfTheSample(Path executable) throws Exception {
    try (Screen screen = new Screen(executable, folder, service, "new/sample")) {
      screen.awaitText("#summary", PLANNED);
      for (String report : List.of("tpv-by-store", "top-customers", "best-selling-items")) {
        screen.click(Screen.labelled("+ " + report));
      }
      screen.awaitText("#summary", "39 files", "5 questions");
      screen.click("#start");

      screen.awaitCount(".result[aria-busy=false]", 5);
      assertThat(screen.count("[aria-label='Chart of tpv-by-store'] .bar")).isEqualTo(18);
    }
  }

  @InBrowser
  void thirtyDroppedFilesAreOneTableAndEachRowIsCountedOnce(Path executable) throws Exception {
    List<Path> files = new ArrayList<>();
    for (int file = 0; file < 30; file++) {
      StringBuilder rows = new StringBuilder("id;customer;paid;day\n");
      for (int row = 0; row < 100; row++) {
        rows.append("%d;%03d;%d,50;2024-%02d-01\n".formatted(row, row % 7, file, 1 + file % 12));
      }
      files.add(Files.writeString(folder.resolve("orders_%02d.csv".formatted(file)), rows));
    }
    files.add(Files.writeString(folder.resolve("notes.txt"), "from the shop in Lima"));
    try (Screen screen = new Screen(executable, folder, service, "new")) {
      screen.drop(files);

      screen.awaitText("[aria-label='Table orders']", "30 files", "4 columns");
      screen.awaitText("main", "Not read: notes.txt.");
      screen.awaitText("#summary", "30 files", "1 question");
      screen.type(
          "[aria-label='SQL of question question-1']",
          "select month(day) as month, sum(paid) as paid, count(*) as n from orders"
              + " group by month(day) order by month");
      screen.click(READY);

      screen.awaitText("[aria-label='Rows of question-1']", "2024-12");
      screen.awaitText("[aria-label=Status]", "completed", "3,000 rows", "30 files");
      JsonNode result = result("question-1");
      assertThat(total(result, 2)).isEqualTo(3_000);
      assertThat(total(result, 1)).isEqualTo(100 * (30 * 29 / 2 + 15));
    }
  }

  @InBrowser
  void aDroppedFolderIsItsTables(Path executable) throws Exception {
    Path set = Files.createDirectories(folder.resolve("shop/orders"));
    Files.writeString(set.resolve("monday.csv"), "id,paid\n1,2.50\n");
    Files.writeString(set.resolve("tuesday.csv"), "id,paid\n2,0.75\n");
    Files.writeString(set.resolveSibling("customers.csv"), "id,name\n1,Ada\n2,Bob\n");
    try (Screen screen = new Screen(executable, folder, service, "new")) {
      screen.drop(List.of(folder.resolve("shop")));

      screen.awaitText("[aria-label='Table orders']", "2 files", "2 columns");
      screen.awaitText("[aria-label='Table customers']", "1 file");
      screen.type(
          "[aria-label='SQL of question question-1']",
          "select name, sum(paid) as paid from orders join customers using (id) group by name");
      screen.awaitText("#summary", "3 files");
      screen.click(READY);
      screen.awaitText("[aria-label='Rows of question-1']", "Ada", "2.50", "Bob", "0.75");
    }
  }

  @InBrowser
  void filesAreChosenInsteadOfDropped(Path executable) throws Exception {
    Path first = Files.writeString(folder.resolve("sales_1.csv"), "id,paid\n1,2.50\n");
    Path second = Files.writeString(folder.resolve("sales_2.csv"), "id,paid\n2,0.75\n");
    Path third = Files.writeString(folder.resolve("sales_3.csv"), "id,paid\n3,1.00\n");
    try (Screen screen = new Screen(executable, folder, service, "new")) {
      screen.choose("Choose files", List.of(first, second));
      screen.awaitText("[aria-label='Table sales']", "2 files", "2 columns");
      screen.choose("Choose files", List.of(third)); // once more, for one more of them
      screen.awaitText("[aria-label='Table sales']", "3 files");

      screen.type(
          "[aria-label='SQL of question question-1']",
          "select count(*) as n, sum(paid) as paid from sales");
      screen.awaitText("#summary", "3 files", "1 question");
      screen.click(READY);
      screen.awaitText("[aria-label='Rows of question-1']", "3", "4.25");
    }
  }

  @InBrowser
  void aChosenFolderIsItsTables(Path executable) throws Exception {
    Path orders = Files.createDirectories(folder.resolve("shop/orders"));
    Files.writeString(orders.resolve("monday.csv"), "id,paid\n1,2.50\n");
    Files.writeString(orders.resolve("tuesday.csv"), "id,paid\n2,0.75\n");
    Files.writeString(orders.resolveSibling("customers.csv"), "id,name\n1,Ada\n2,Bob\n");
    try (Screen screen = new Screen(executable, folder, service, "new")) {
      screen.choose("Choose a folder", List.of(folder.resolve("shop")));

      screen.awaitText("[aria-label='Table orders']", "2 files", "2 columns");
      screen.awaitText("[aria-label='Table customers']", "1 file");
      screen.type(
          "[aria-label='SQL of question question-1']",
          "select name, sum(paid) as paid from orders join customers using (id) group by name");
      screen.awaitText("#summary", "3 files");
      screen.click(READY);
      screen.awaitText("[aria-label='Rows of question-1']", "Ada", "2.50", "Bob", "0.75");
    }
  }

  /** Of a packed file nothing is safe before its end; its bytes count nevertheless. */
  @InBrowser
  void aPackedFileIsShownWithTheBytesThatItHas(Path executable) throws Exception {
    Path packed = folder.resolve("sales.csv.gz");
    try (Writer rows =
        new OutputStreamWriter(new GZIPOutputStream(Files.newOutputStream(packed)), UTF_8)) {
      Random digits = new Random(7);
      rows.write("id,paid\n");
      for (int row = 0; row < 20_000; row++) {
        rows.write(row + "," + digits.nextInt(1_000_000) + ".25\n");
      }
    }
    long size = Files.size(packed);
    try (Screen screen = new Screen(executable, folder, service, "new")) {
      screen.drop(List.of(packed));
      screen.type("[aria-label='SQL of question question-1']", "select count(*) as n from sales");
      screen.awaitText("#summary", "1 file");
      screen.click(READY);
      screen.awaitText("[aria-label='Rows of question-1']", "20,000");
      screen.click("[data-tab=files]");
      String shown =
          screen.browser.evaluate(
              "import('/web/format.js').then(format => format.bytes(%d))".formatted(size));
      assertThat(shown).matches("[0-9.]+ kB");
      screen.until(_ ->
          assertThat(screen.text("section[aria-label=Files] tbody td:nth-child(3)"))
              .isEqualTo(shown));
      JsonNode profile = service.get("/v1/jobs/" + service.newest().id() + "/profile");
      assertThat(profile.at("/parts/0/bytes").asLong()).isEqualTo(size);
    }
  }

  @InBrowser
  void aMistakeInSqlIsMarkedWithItsLineAndColumnWhileOneWrites(Path executable) throws Exception {
    try (Screen screen = new Screen(executable, folder, service, "new/sample")) {
      String box = "[aria-label='SQL of question revenue-by-month']";
      String mistakes = "[aria-label='Question revenue-by-month'] .mistakes";
      screen.awaitText("#summary", PLANNED);
      screen.type(box, "select store_id,\n  sum(final_amont) as x\nfrom transactions\ngroup by 1");

      screen.awaitText(mistakes, "Line 2, column 7", "final_amont");
      assertThat(screen.text("[aria-label='Question revenue-by-month'] .wrong"))
          .isEqualTo("final_amont");
      screen.awaitText("#summary", "revenue-by-month has a mistake");
      assertThat(screen.count(READY)).isZero();
      screen.click(mistakes + " button");
      assertThat(screen.browser.evaluate("document.activeElement.selectionStart")).isEqualTo("23");

      screen.type(box, "select store_id, sum(final_amount) as x from transactions group by 1");
      screen.awaitCount(READY, 1);
      assertThat(screen.text(mistakes)).isEmpty();
    }
  }

  /** A type that was guessed may be wrong for the user: a postal code is no number. */
  @InBrowser
  void theTypeOfAColumnCanBeCorrected(Path executable) throws Exception {
    Path file = Files.writeString(folder.resolve("places.csv"), "code,n\n10115,1\n20095,2\n");
    try (Screen screen = new Screen(executable, folder, service, "new")) {
      screen.drop(List.of(file));
      screen.awaitText("[aria-label='Table places']", "2 columns");
      screen.click("[aria-label='Table places'] summary");
      screen.awaitCount("[aria-label='Table places'] select", 2);
      screen.type("[aria-label='Table places'] select", "text");
      screen.type(
          "[aria-label='SQL of question question-1']",
          "select substring(code, 1, 2) as area, sum(n) as n from places group by area");
      screen.click(READY);
      screen.awaitText("[aria-label='Rows of question-1']", "area", "10", "20");
    }
  }

  @InBrowser
  void fiveThousandFilesDoNotFillThePage(Path executable) throws Exception {
    try (Screen screen = new Screen(executable, folder, service, "new")) {
      screen.awaitText(".drop", "Choose files");
      var _ =
          screen.browser.evaluate(
              """
              (() => {
                const transfer = new DataTransfer();
                for (let file = 0; file < 5000; file++) {
                  transfer.items.add(new File(['day,paid\\n2024-01-01,1.50\\n'], `paid_${file}.csv`));
                }
                document.querySelector('.drop').dispatchEvent(
                  new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
              })()\
              """);

      screen.awaitText("[aria-label='Table paid']", "5,000 files", "2 columns");
      screen.awaitText("#summary", "5,000 files", "1 question");
      assertThat(screen.count("*")).isLessThan(400);
    }
  }

  private JsonNode result(String query) throws Exception {
    return service.get(
        "/v1/jobs/%s/results/%s?format=json-strings".formatted(service.newest().id(), query));
  }

  private static double total(JsonNode result, int column) {
    return result
        .required("rows")
        .valueStream()
        .mapToDouble(row -> Double.parseDouble(row.required(column).asText()))
        .sum();
  }
}
