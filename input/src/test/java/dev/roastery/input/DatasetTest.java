package dev.roastery.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.fault.JobFailure;
import dev.roastery.input.source.DatasetFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** No file of a table is left unread in silence. */
class DatasetTest {

  private static final List<String> ALL = List.of("sales", "sales_items", "Order-Lines");

  @TempDir private Path folder;

  @BeforeEach
  void setUp() throws IOException {
    write("sales/a.csv");
  }

  private void write(String file) throws IOException {
    Files.createDirectories(folder.resolve(file).getParent());
    Files.writeString(folder.resolve(file), "a,b\n1,2\n");
  }

  private Dataset find(String... ignore) throws IOException {
    return Dataset.find(DatasetFolder.of(folder), List.of("sales"), ALL, List.of(ignore));
  }

  private static List<String> names(Dataset dataset) {
    return dataset.of("sales").stream().map(Dataset.Part::name).toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sales/B.CSV",
        "sales/b.Csv.GZ",
        "sales/b.csv.ZST",
        "sales-2024.CSV",
        "sales/b.TSV",
        "sales/b.jsonl",
        "sales/b.ndjson.gz"
      })
  void theCaseOfAnEndingDoesNotMatter(String file) throws IOException {
    write(file);
    assertThat(names(find())).containsExactlyInAnyOrder("sales/a.csv", file);
    assertThat(find().files()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({
    "sales/c.csv.bz2, sales/c.csv.bz2",
    "sales/2024/d.csv, sales/2024/",
    "sales/e.txt, sales/e.txt",
    "sales_2024.xlsx, sales_2024.xlsx",
    "sales-2024/d.csv, sales-2024/"
  })
  void whatCannotBeReadAsAPartIsAnErrorUnlessItIsToBeIgnored(String file, String named)
      throws IOException {
    write(file);
    assertThatThrownBy(this::find)
        .isInstanceOf(JobFailure.class)
        .hasMessageContaining("cannot be read: " + named + ";")
        .hasMessageContaining("--ignore GLOB");

    Dataset dataset = find(named.replaceAll("/$", ""));
    assertThat(names(dataset)).containsExactly("sales/a.csv");
    assertThat(dataset.ignored()).containsExactly(named);
  }

  @Test
  void allOfThemAreNamedAtOnce() throws IOException {
    write("sales/x.txt");
    write("sales/y.txt");
    assertThatThrownBy(this::find).hasMessageContaining("sales/x.txt, sales/y.txt;");
    assertThat(names(find("*.txt"))).containsExactly("sales/a.csv");
  }

  @Test
  void aPartCanBeIgnoredToo() throws IOException {
    write("sales/b.csv");
    assertThat(names(find("sales/a*"))).containsExactly("sales/b.csv");
    assertThatThrownBy(() -> find("*.csv")).hasMessageContaining("has no part of table sales");
    assertThatThrownBy(() -> find("[")).hasMessageContaining("'[' is not a pattern");
  }

  @Test
  void aFileThatIsOfNoTableIsNamed() throws IOException {
    write("sale_2024.csv");
    write("notes.txt");
    assertThat(find().ignored()).containsExactly("sale_2024.csv");
  }

  @Test
  void anotherTablesFilesAndHiddenOnesAreNoneOfIts() throws IOException {
    write("sales_items/x.txt");
    write("sales_items_2024.txt");
    write("sales/.DS_Store");
    assertThat(names(find())).containsExactly("sales/a.csv");
    assertThat(find().ignored()).isEmpty();
  }
}
