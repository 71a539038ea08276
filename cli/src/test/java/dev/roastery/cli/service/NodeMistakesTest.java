package dev.roastery.cli.service;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.Commands;
import dev.roastery.cli.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A node that is told something impossible says so in a sentence, and has touched nothing. */
@Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class NodeMistakesTest {

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          aggregator | --heartbeat=0             | --heartbeat is 0, not from 1 to 60
          aggregator | --heartbeat=two           | Invalid value for option '--heartbeat'
          aggregator | --amqp=http://localhost   | --amqp: the broker's URI must begin with amqp://
          maximizer  | --partitions=oven=1       | unknown stage oven
          maximizer  | --partitions=joiner=0     | --partitions:
          joiner     | --nodes=2 --node=2        | --node 2 of --nodes 2: nodes are counted from 0
          joiner     | --stuck-after=0           | --stuck-after is 0, and must be at least 1
          joiner     | --amqp-password-file=none | --amqp-password-file none cannot be read
          gateway    | --heartbeat=61            | --heartbeat is 61, not from 1 to 60
          gateway    | --node=1                  | Unknown option: '--node=1'
          gateway    | --lost-after=PT3S         | --lost-after PT3S is less than two heartbeats of 2 s
          gateway    | --lost-after=soon         | Invalid value for option '--lost-after'
          gateway    | --partitions=oven=1       | unknown stage oven
          gateway    | --tls-keystore=here.p12   | --tls-keystore and --tls-password-file must be set together
          gateway    | --parts-max=0             | --parts-max is 0, which is too small
          gateway    | --idle-seconds=-1         | --idle-seconds is -1, which is too small
          gateway    | --keep=PT0S               | --keep is PT0S, which is too small
          gateway    | --port=70000              | port 70000: it must be from 0 to 65535
          gateway    | --bind=0.0.0.0            | --bind 0.0.0.0 would let everyone who reaches it use this gateway: set --tokens FILE
          gateway    | --bind=::                 | or --open-to-everybody to mean it
          aggregator | --amqp=amqp://user:%zz@h  | --amqp: the broker's URI cannot be read
          joiner     | --amqp=amqp://host:port   | --amqp: 'host:port' is not HOST or HOST:PORT
          gateway    | --amqp=amqp://a/b/c       | --amqp: the broker's URI cannot be read
          gateway    | --tokens=/nonexist        | cannot use the token file /nonexist: /nonexist does not exist
          gateway    | --bind=[xy] --open-to-everybody | --bind: unknown host [xy]
          dev        | --tokens=/                | cannot use the token file /: Is a directory
          dev        | --tls-keystore=/nonexist --tls-password-file=/etc/passwd | cannot use the TLS key store /nonexist: /nonexist does not exist
          dev        | --tls-keystore=/etc/passwd --tls-password-file=/nonexist | cannot read the password of the TLS key store from /nonexist
          dev        | --bind=192.0.2.1          | --bind 192.0.2.1 would let everyone
          dev        | --open-jobs-max=0         | --open-jobs-max is 0, which is too small
          dev        | --tls-keystore=here.p12   | --tls-keystore and --tls-password-file must be set together
          """)
  void aMistakeIsNamedBeforeAnythingIsTouched(String node, String options, String sentence) {
    Path state = folder.resolve("state");
    List<String> words = new ArrayList<>(List.of(node, "--state=" + state));
    words.addAll(List.of(options.split(" +")));

    Outcome outcome = Commands.run(Map.of(), words.toArray(String[]::new));

    assertThat(outcome.code()).as(outcome.err()).isEqualTo(2);
    assertThat(outcome.err())
        .contains(sentence)
        .startsWith("roastery")
        .doesNotContain("Exception", "zz");
    assertThat(outcome.err().strip().lines()).hasSize(1);
    assertThat(state).doesNotExist();
  }

  @Test
  void aVariableThatIsEmptyCountsAsNotSet() throws Exception {
    Map<String, String> empty =
        Stream.of(
                "ROASTERY_TOKENS",
                "ROASTERY_TLS_KEYSTORE",
                "ROASTERY_TLS_PASSWORD_FILE",
                "ROASTERY_WEBHOOK_KEY_FILE",
                "ROASTERY_OPEN_TO_EVERYBODY",
                "ROASTERY_HTTP_BIND",
                "ROASTERY_MEMORY",
                "ROASTERY_KEEP",
                "ROASTERY_LOG")
            .collect(toMap(name -> name, _ -> ""));
    try (Service service = Service.dev(folder, empty)) {
      assertThat(service.status("/v1/jobs")).isEqualTo(200);
      assertThat(service.run(Map.of("ROASTERY_GATEWAY", "", "ROASTERY_TOKEN", ""), "jobs").err())
          .contains("http://localhost:8080");
    }
  }
}
