package dev.roastery.cli.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.aggregator.AggregatorMain;
import dev.roastery.cli.Repository;
import dev.roastery.common.partition.PartitionSettings;
import dev.roastery.common.process.BrokerAddress;
import dev.roastery.common.process.NodeOptions;
import dev.roastery.common.process.WorkerOptions;
import dev.roastery.common.spill.MemoryOptions;
import dev.roastery.common.storage.location.StoreOptions;
import dev.roastery.gateway.api.server.HttpLimits;
import dev.roastery.gateway.process.GatewayOptions;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Option;

/** docs/operations.md has every option of a node, with its variable and its default. */
class OptionsTest {

  private static final String DOCUMENT = Repository.read("docs/operations.md");
  private static final Pattern DEFAULT = Pattern.compile("\\$\\{env:(\\w+)(?::-(.*))?}");

  @Test
  void everyOptionOfANodeHasItsRowAndNoOther() {
    List<String> rows = new ArrayList<>();
    for (Class<?> options :
        List.of(
            BrokerAddress.class,
            NodeOptions.class,
            MemoryOptions.class,
            WorkerOptions.class,
            AggregatorMain.class,
            StoreOptions.class,
            GatewayOptions.class)) {
      for (Field field : options.getDeclaredFields()) {
        Option option = field.getAnnotation(Option.class);
        if (option != null) {
          rows.add(row(option));
        }
      }
    }
    assertThat(rows).hasSizeGreaterThan(30);
    assertThat(Repository.all("^(\\| `--[^|]+\\|[^|]*\\|[^|]*\\|) ", DOCUMENT))
        .containsExactlyElementsOf(rows);
  }

  private static String row(Option option) {
    Matcher given = DEFAULT.matcher(option.defaultValue());
    assertThat(given.matches()).as(option.names()[0]).isTrue();
    String otherwise = given.group(2) == null ? "" : "`" + given.group(2) + "`";
    return "| `%s` | `%s` | %s |".formatted(option.names()[0], given.group(1), otherwise);
  }

  @Test
  void whatIsNotToBeChosenIsAsTheDocumentSays() {
    PartitionSettings partition = PartitionSettings.defaults();
    assertThat(DOCUMENT)
        .contains("takes at most " + partition.prefetch() + " messages at once")
        .contains("makes up to " + partition.groupMax() + " safe by one sync")
        .contains(
            "gives open requests " + HttpLimits.defaults().stopMillisMax() / 1_000 + " seconds");
  }
}
