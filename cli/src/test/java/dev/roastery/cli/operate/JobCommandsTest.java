package dev.roastery.cli.operate;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.roastery.cli.Commands;
import dev.roastery.cli.Outcome;
import dev.roastery.cli.client.TestGateway;
import dev.roastery.cli.client.TestJobs.Job;
import dev.roastery.cli.view.JobKey;
import dev.roastery.gateway.jobs.service.JobState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands about jobs, and where their settings come from. */
class JobCommandsTest {

  @TempDir private Path folder;
  private TestGateway gateway;
  private final Map<String, String> environment = new TreeMap<>();

  @BeforeEach
  void setUp() throws IOException {
    gateway = new TestGateway();
    gateway.jobs.results.put("all-stores", "store_id\n1\n");
    gateway.jobs.results.put("tpv-by-store", "half,store_name,tpv\n2024-H1,A,1.50\n");
    environment.put("ROASTERY_GATEWAY", gateway.url());
    Files.createDirectories(folder.resolve("stores"));
    Files.writeString(folder.resolve("stores/a.csv"), "store_id,store_name\n1,A\n");
    Files.writeString(
        folder.resolve("q.json"),
        "{ \"name\": \"all-stores\", \"from\": \"stores\", \"select\": [\"store_id\"] }");
  }

  @AfterEach
  void tearDown() {
    gateway.close();
  }

  @Test
  void aJobThatWaitsIsApprovedWatchedAndDeleted() {
    Job job = submit("--approval");
    assertThat(run("status", job.id).out()).contains("waiting for approval", "aggregator: 2 of 2");
    assertThat(run("approve", job.id).code()).isZero();
    assertThat(run("watch", job.id, "--format=csv", "--together").out())
        .isEqualTo("# all-stores\nstore_id\n1\n# tpv-by-store\n" + tpv());
    assertThat(run("jobs").out())
        .contains(job.id.substring(28), "completed")
        .doesNotContain(job.id);
    assertThat(run("delete", job.id).code()).isZero();
    assertThat(run("status", job.id)).matches(outcome -> outcome.code() == 2);
  }

  @Test
  void aJobThatWaitsIsRejectedWithAReason() {
    Job job = submit("--approval");
    assertThat(run("reject", job.id).err()).contains("--reason");
    assertThat(run("reject", job.id, "--reason=the wrong \"month\"").code()).isZero();
    assertThat(run("reject", job.id, "--reason=again").code()).as("it is cancelled").isZero();
    assertThat(run("watch", job.id).code()).isEqualTo(7);
  }

  @Test
  void aFailedJobIsRetriedUnderItsIdWithItsFolder() {
    gateway.jobs.end = JobState.FAILED;
    Job job = submit();
    gateway.jobs.end = JobState.COMPLETED;
    assertThat(run("retry", job.id, folder.resolve("nowhere").toString()).code()).isEqualTo(2);
    assertThat(run("status", job.id).out()).contains("failed").doesNotContain("attempt");

    Outcome begun = run("retry", job.id);
    assertThat(begun.err())
        .contains(
            "job " + job.id + ": attempt 2",
            "the gateway does not keep the rows of a job; send them again: roastery retry "
                + job.id
                + " DIR");
    Outcome retried = run("retry", job.id, folder.toString());

    assertThat(retried.code()).as(retried.err()).isZero();
    assertThat(retried.out()).isEqualTo(job.id + "\n");
    assertThat(run("status", job.id).out()).contains("completed", "attempt 2");
    assertThat(gateway.jobs.all()).hasSize(1);
    assertThat(run("retry", job.id, folder.toString()).code()).isEqualTo(2);
  }

  @Test
  void watchSeesAJobEndThatRuns() {
    gateway.jobs.end = JobState.RUNNING;
    Job job = submit();
    CompletableFuture<Outcome> watched =
        CompletableFuture.supplyAsync(() -> run("watch", job.id, "--json"));
    await().until(() -> gateway.count("GET /v1/jobs/" + job.id + "/events") > 0);
    job.over(JobState.COMPLETED);

    assertThat(watched.join().out().lines()).hasSize(3).allMatch(line -> line.startsWith("{\"seq"));
  }

  @Test
  void cancelTwiceIsCancelled() {
    gateway.jobs.end = JobState.RUNNING;
    Job job = submit();
    assertThat(run("cancel", job.id).code()).isZero();
    assertThat(run("cancel", job.id).code()).isZero();
    assertThat(run("watch", job.id).code()).isEqualTo(7);
  }

  @Test
  void cancelOfWhatIsDoneIsRefused() {
    Outcome outcome = run("cancel", submit().id);
    assertThat(outcome).isEqualTo(new Outcome(2, "", "roastery: the job is over\n"));
  }

  @Test
  void oneResultIsPrintedAsRunDoes() {
    Job job = submit();
    assertThat(run("results", job.id, "tpv-by-store", "--format=csv").out()).isEqualTo(tpv());
    assertThat(run("results", job.id, "tpv-by-store", "--format=json").out())
        .contains("{\"half\":\"2024-H1\",\"store_name\":\"A\",\"tpv\":1.50}");
    assertThat(run("results", job.id, "all-stores", "--format=json").out())
        .contains("{\"store_id\":\"1\"}");
    assertThat(run("results", job.id, "tpv-by-store", "--format=ndjson").out())
        .isEqualTo("{\"half\":\"2024-H1\",\"store_name\":\"A\",\"tpv\":1.50}\n");
    assertThat(run("results", job.id, "--format=markdown").out())
        .contains("### all-stores", "| half | store_name | tpv |\n| --- | --- | ---: |");
    assertThat(run("results", job.id, "all-stores").out()).startsWith("all-stores (1 row)");
    assertThat(run("results", job.id, "other").err()).contains("it has all-stores, tpv-by-store");
  }

  @ParameterizedTest
  @ValueSource(strings = {"csv", "ndjson"})
  void severalResultsAreNotPrintedAsOneUnlessAskedFor(String format) throws IOException {
    Job job = submit();
    for (String command : List.of("results", "watch")) {
      Outcome refused = run(command, job.id, "--format=" + format);
      assertThat(refused.code()).isEqualTo(2);
      assertThat(refused.out()).isEmpty();
      assertThat(refused.err())
          .contains("2 results", "--format " + format, "--out DIR", "--together");
      assertThat(run(command, job.id, "--format=" + format, "--together").code()).isZero();
      Path out = folder.resolve(command);
      assertThat(run(command, job.id, "--format=" + format, "--out=" + out).code()).isZero();
      assertThat(out.resolve("tpv-by-store.csv")).hasContent(tpv());
      assertThat(out.resolve("tpv-by-store.ndjson").toFile().exists())
          .isEqualTo(format.equals("ndjson"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"status ID", "events ID", "results ID", "jobs", "workers"})
  void jsonIsTheGatewaysOwn(String command) {
    Job job = submit();
    String[] words = (command.replace("ID", job.id) + " --json").split(" ", -1);
    Outcome outcome = run(words);
    assertThat(outcome.code()).isZero();
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out()).matches("(?s)\\{\"(id|events|results|jobs|workers)\":.*}\n");
  }

  @Test
  void eitherEndOfAnIdNamesItsJobInEveryCommand() {
    Job first = submit("--approval");
    Job second = submit("--approval");
    String last = JobKey.shortId(first.id);
    assertThat(run("status", last).out()).contains(first.id);
    assertThat(run("status", second.id.substring(0, 13)).out()).contains(second.id);
    assertThat(run("approve", last.toUpperCase(Locale.ROOT)).err()).contains(first.id);
    for (String command : List.of("watch", "results", "events", "status --json")) {
      assertThat(run((command + " " + last).split(" ", -1)).code()).as(command).isZero();
    }
    assertThat(run("cancel", JobKey.shortId(second.id)).code()).isZero();
    assertThat(run("delete", last).code()).isZero();
    assertThat(run("status", last))
        .matches(outcome -> outcome.code() == 2)
        .matches(outcome -> outcome.err().contains("begins or ends with " + last));
  }

  @Test
  void anEndOfTwoIdsIsAnsweredWithBoth() {
    gateway.jobs.ids.add(UUID.fromString("01980000-0000-7000-8000-00000000abcd").toString());
    gateway.jobs.ids.add(UUID.fromString("01980000-0000-7000-8000-00001111abcd").toString());
    String first = submit().id;
    String second = submit().id;

    Outcome outcome = run("status", "abcd");

    assertThat(outcome.code()).isEqualTo(2);
    assertThat(outcome.err()).contains("2 jobs have an id", first, second, "completed");
    assertThat(run("status", "1111abcd").out()).contains(second);
  }

  /** As before there were fields. */
  @Test
  void aWordAfterJsonThatIsNoFieldIsWhatItIsWithoutIt() {
    gateway.jobs.results.put("sales", "n\n1\n");
    gateway.jobs.ids.add("01980000-0000-7000-8000-abcdefabcdef");
    Job job = submit();
    Outcome sales = run("results", job.id, "--json", "sales");
    assertThat(sales.err()).isEmpty();
    assertThat(gateway.count("GET /v1/jobs/" + job.id + "/results/sales")).isOne();
    assertThat(run("status", "--json", "abcdefab").err()).contains("abcdefab");
    assertThat(run("status", "--json", "cdefabcdef").out()).isEqualTo(job.text() + "\n");
    assertThat(run("results", job.id, "--json", "query").out())
        .contains("{\"query\":\"sales\"}")
        .doesNotContain("sha256");
    assertThat(run("jobs", "--json", "id,stat").err()).contains("there is no field \"stat\"");
  }

  @Test
  void jsonIsCutDownToFields() {
    Job job = submit();
    String short8 = JobKey.shortId(job.id);
    assertThat(run("jobs", "--json", "id,state").out())
        .isEqualTo("[{\"id\":\"%s\",\"state\":\"COMPLETED\"}]\n".formatted(job.id));
    assertThat(run("status", "--json", "state", short8).out())
        .isEqualTo("{\"state\":\"COMPLETED\"}\n");
    assertThat(run("status", short8, "--json=state,reason").out())
        .isEqualTo("{\"state\":\"COMPLETED\",\"reason\":null}\n");
    assertThat(run("workers", "--json=node").out()).isEqualTo("[{\"node\":\"a-1\"}]\n");

    Outcome outcome = run("jobs", "--json=id,stat");
    assertThat(outcome.code()).isEqualTo(2);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err()).contains("there is no field \"stat\"", "\n  id\n", "\n  state\n");
    assertThat(run("watch", short8, "--json=id").err()).contains("takes no fields");
  }

  @Test
  void anEmptyListSaysSoOnStandardError() {
    Outcome outcome = run("jobs");

    assertThat(outcome).isEqualTo(new Outcome(0, "", outcome.err()));
    assertThat(outcome.err()).contains("there are no jobs");
    assertThat(run("jobs", "--quiet")).isEqualTo(new Outcome(0, "", ""));
  }

  @Test
  void partsAreCountedUnlessTheyAreAskedFor() {
    String job = submit().id;
    assertThat(run("status", job).out()).doesNotContain("stores/a.csv");
    assertThat(run("status", job, "--parts").out()).contains("stores/a.csv");
  }

  @Test
  void anUnknownJobIsToldAndAWrongIdIsUsage() {
    assertThat(run("status", UUID.randomUUID().toString()).err()).contains("there is no such job");
    assertThat(run("status", "x").code()).isEqualTo(2);
  }

  // ---- settings

  @Test
  void theCommandLineWinsOverAVariableOverTheFileOverTheDefault() throws IOException {
    Path file = Files.createDirectories(folder.resolve("xdg/roastery")).resolve("config");
    environment.put("XDG_CONFIG_HOME", folder.resolve("xdg").toString());
    environment.remove("ROASTERY_GATEWAY");
    Files.writeString(
        file, "# ours\ngateway = http://127.0.0.1:1\npatience = 0s\njobs.limit = 0\n");
    assertThat(run("jobs")).matches(outcome -> outcome.err().contains("--limit is 0"));
    assertThat(run("workers").err()).contains("http://127.0.0.1:1 does not answer");

    environment.put("ROASTERY_GATEWAY", gateway.url());
    environment.put("ROASTERY_JOBS_LIMIT", "7");
    assertThat(run("jobs").code()).isZero();
    environment.put("ROASTERY_JOBS_GATEWAY", "http://127.0.0.1:1");
    assertThat(run("jobs").code()).isEqualTo(8);
    assertThat(run("jobs", "--gateway=" + gateway.url()).code()).isZero();
    assertThat(run("workers", "--json").out()).startsWith("{");
  }

  @Test
  void aFlagThatAVariableHasSetMayBeGivenAgain() {
    environment.put("ROASTERY_JOBS_JSON", "true");
    assertThat(run("jobs").out()).startsWith("{");
    assertThat(run("jobs", "--json").out()).startsWith("{");
  }

  @Test
  void aMisspeltSettingIsToldWithItsLine() throws IOException {
    Path file = Files.createDirectories(folder.resolve("xdg/roastery")).resolve("config");
    environment.put("XDG_CONFIG_HOME", folder.resolve("xdg").toString());
    Files.writeString(file, "\ngatway = x\n");
    assertThat(run("jobs").err()).contains("config, line 2: ", "did you mean \"gateway\"?");
    assertThat(run("query", "list").code()).isZero();
  }

  // ---- without a gateway

  @Test
  void aTokensLineIsItsDigest() throws Exception {
    List<String> words = run("token", "ada").out().lines().toList();
    String token = words.getFirst().replaceAll(".* ", "");
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(token.getBytes(US_ASCII));
    assertThat(words.getLast()).endsWith(": ada " + HexFormat.of().formatHex(digest));
    assertThat(token).hasSize(43);
    assertThat(run("token", "ada").out()).doesNotContain(token);
    assertThat(run("token", "a b").code()).isEqualTo(2);
  }

  @Test
  void completionKnowsTheCommands() {
    assertThat(run("completion").out()).contains("complete -F", "submit", "--bad-rows");
  }

  private static String tpv() {
    return "half,store_name,tpv\n2024-H1,A,1.50\n";
  }

  private Job submit(String... options) {
    String[] words = {"submit", folder.toString(), "--query=" + folder.resolve("q.json")};
    Outcome outcome =
        run(
            java.util.stream.Stream.of(words, options)
                .flatMap(java.util.Arrays::stream)
                .toArray(String[]::new));
    assertThat(outcome.code()).describedAs(outcome.err()).isZero();
    return gateway.jobs.all().getLast();
  }

  private Outcome run(String... arguments) {
    return Commands.run(environment, arguments);
  }
}
