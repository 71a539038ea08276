package dev.roastery.bench.compare;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.embedded.sample.Progress;
import dev.roastery.embedded.sample.SampleDataset;
import dev.roastery.embedded.sample.SampleSettings;
import dev.roastery.testkit.oracle.NaiveOracle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is fast because it knows the files is still right, and refuses other files. */
class HandWrittenScanTest {

  @TempDir private Path folder;

  @BeforeEach
  void generate() throws Exception {
    // Large enough for files of several pieces.
    var settings = new SampleSettings(20_000, 24, 7);
    new SampleDataset(settings, folder.resolve("sales"), Progress.UNWATCHED).write(2);
    var fewFiles = new SampleSettings(20_000, 2, 7);
    new SampleDataset(fewFiles, folder.resolve("long"), Progress.UNWATCHED).write(2);
  }

  @Test
  void itsResultsAreThoseOfTheNaiveOracle() throws Exception {
    for (String dataset : new String[] {"sales", "long"}) {
      Path out = folder.resolve("out-" + dataset);

      HandWrittenScan.main(new String[] {folder.resolve(dataset).toString(), out.toString()});

      for (Map.Entry<String, String> result :
          NaiveOracle.results(folder.resolve(dataset)).entrySet()) {
        assertThat(Files.readString(out.resolve(result.getKey() + ".csv"), UTF_8))
            .isEqualTo(result.getValue());
      }
    }
  }

  @Test
  void filesWithOtherColumnsAreRefused() throws Exception {
    Path stranger = folder.resolve("sales/transactions/other.csv");
    Files.writeString(stranger, "transaction_id,final_amount\na,1.0\n".repeat(20));

    assertThatThrownBy(() ->
            HandWrittenScan.main(
                new String[] {
                  folder.resolve("sales").toString(), folder.resolve("out").toString()
                }))
        .hasMessageContaining("other.csv has other columns");
  }
}
