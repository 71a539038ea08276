package dev.roastery.cli.operate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.roastery.cli.Main;
import dev.roastery.cli.Outcome;
import dev.roastery.cli.client.TestGateway;
import dev.roastery.cli.client.TestJobs.Job;
import dev.roastery.common.storage.Sha256;
import dev.roastery.gateway.jobs.service.JobState;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What is submitted arrives, once and whole, whatever happens to gateway and connection. */
class SubmitTest {

  private static final String CSV =
      "store_id,store_name\n" + "1,Amber Road Roasters\n".repeat(5000);
  private static final String RESULT = "store_id,store_name\n1,Amber\n";

  @TempDir private Path folder;
  private Path query;
  private TestGateway gateway;

  @BeforeEach
  void setUp() throws IOException {
    gateway = new TestGateway();
    gateway.jobs.results.put("all-stores", RESULT);
    Files.createDirectories(folder.resolve("set/stores"));
    Files.writeString(folder.resolve("set/stores/a.csv"), CSV);
    query =
        Files.writeString(
            folder.resolve("all-stores.json"),
            """
            { "name": "all-stores", "from": "stores", "select": ["store_id", "store_name"] }
            """);
  }

  @AfterEach
  void tearDown() {
    gateway.close();
  }

  @Test
  void itSendsThePartsAndPrintsTheResults() throws Exception {
    Outcome outcome = submit("--watch", "--format=csv");

    assertThat(outcome.out()).isEqualTo(RESULT);
    assertThat(outcome.code()).isZero();
    assertThat(outcome.err())
        .contains("job " + job().id + ": " + gateway.url() + "/#job/" + job().id)
        .contains("the end", "sha256 ")
        .doesNotContain("\033", "uploading", "computing", " %");
    assertThat(partText("stores/a.csv")).isEqualTo(CSV);
    assertThat(job().request)
        .contains(
            "\"name\":\"all-stores\"",
            "\"badRows\":\"refuse\"",
            "\"expectedBytes\":" + CSV.length());
  }

  @Test
  void ofABucketTheGatewayIsToldAndNothingIsSent() {
    Outcome outcome =
        run(
            "submit",
            "s3://shop/exports",
            "--query=" + query,
            "--ignore=*.txt",
            "--deliver=s3://shop/reports",
            "--gateway=" + gateway.url());

    assertThat(outcome.code()).isZero();
    assertThat(outcome.err()).contains("the gateway reads the parts; follow the job with:");
    assertThat(job().request)
        .contains(
            "\"from\":\"s3://shop/exports\"",
            "\"ignore\":[\"*.txt\"]",
            "\"deliverTo\":\"s3://shop/reports\"")
        .doesNotContain("expectedBytes");
    assertThat(job().parts).isEmpty();
  }

  @Test
  void withoutWatchItPrintsTheJobAndHowToWatchIt() {
    Outcome outcome = submit();

    assertThat(outcome.out()).isEqualTo(job().id + "\n");
    assertThat(outcome.err())
        .contains("roastery watch " + job().id + " --gateway " + gateway.url());
  }

  @Test
  void whoAskedForApprovalIsToldHowToApprove() {
    assertThat(submit("--approval").err())
        .contains("waits for approval: roastery approve " + job().id)
        .doesNotContain("roastery watch");
  }

  @Test
  void eventsOfPartsComeOnlyWhenAskedFor() {
    gateway.jobs.tellParts = true;

    assertThat(submit("--watch").err()).contains("it runs").doesNotContain("a part is there");
    assertThat(submit("--watch", "--verbose").err()).contains("it runs", "a part is there");
  }

  @Test
  void quietIsQuietAndResultsGoToFiles() throws IOException {
    Path out = folder.resolve("out");
    assertThat(submit("--watch", "--quiet", "--out=" + out)).isEqualTo(new Outcome(0, "", ""));
    assertThat(out.resolve("all-stores.csv")).hasContent(RESULT);
    try (var files = Files.list(out)) {
      assertThat(files).hasSize(1);
    }
  }

  @Test
  void sqlIsSentAsItsAuthorWroteIt() throws IOException {
    Path file = Files.writeString(folder.resolve("Shops.sql"), "select store_id from stores;");
    String set = folder.resolve("set").toString();
    String sql = "--sql=n: select count(*) as n from stores";

    Outcome outcome = run("submit", set, "--gateway=" + gateway.url(), sql, "--query=" + file);

    assertThat(outcome.code()).as(outcome.err()).isZero();
    assertThat(job().request)
        .contains(
            "\"queries\":[{\"name\":\"n\",\"sql\":\"select count(*) as n from stores\"},"
                + "{\"name\":\"shops\",\"sql\":\"select store_id from stores;\"}]");
  }

  @Test
  void jsonIsTheGatewaysOwn() {
    assertThat(submit("--watch", "--json").out()).isEqualTo(job().text() + "\n");
  }

  // ---- interruptions

  @Test
  void aBrokenUploadGoesOnAtItsOffset() throws Exception {
    gateway.breakAt.set(30_000);

    assertThat(submit("--watch").code()).isZero();
    assertThat(gateway.count("PUT")).isOne();
    assertThat(gateway.count("HEAD")).isOne();
    assertThat(gateway.count("PATCH")).isOne();
    assertThat(partText("stores/a.csv")).isEqualTo(CSV);
  }

  @Test
  void anOffsetThatIsNotSoAnyMoreIsAskedForAgain() throws Exception {
    gateway.breakAt.set(30_000);
    gateway.wrongOffsets.set(1);

    assertThat(submit().code()).isZero();
    assertThat(gateway.count("HEAD")).isEqualTo(2);
    assertThat(gateway.count("PATCH")).isEqualTo(2);
    assertThat(partText("stores/a.csv")).isEqualTo(CSV);
  }

  @Test
  void aPackedPartBeginsAnew() throws Exception {
    Files.delete(folder.resolve("set/stores/a.csv"));
    Path packed = folder.resolve("set/stores/a.csv.gz");
    try (OutputStream to = new GZIPOutputStream(Files.newOutputStream(packed))) {
      to.write(CSV.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
    gateway.breakAt.set(100);

    assertThat(submit("--watch").code()).isZero();
    assertThat(gateway.count("PUT")).isEqualTo(2);
    assertThat(gateway.count("PATCH")).isZero();
    assertThat(partText("stores/a.csv.gz")).isEqualTo(CSV);
  }

  @Test
  void aRestartInTheMiddleOfAnUploadIsSurvived() throws Exception {
    gateway.breakAt.set(50_000);
    CompletableFuture<Void> back = new CompletableFuture<>();
    gateway.atBreak = () -> back.completeAsync(this::restart);

    Outcome outcome = submit("--watch");
    back.join();
    assertThat(outcome.code()).isZero();
    assertThat(partText("stores/a.csv")).isEqualTo(CSV);
  }

  @Test
  void aGatewayThatIsNotThereYetIsWaitedFor() {
    gateway.stop();
    CompletableFuture<Outcome> submitted = CompletableFuture.supplyAsync(this::submit);
    await().until(() -> said.toString().contains("does not answer"));
    start();

    assertThat(submitted.join().code()).isZero();
    assertThat(said.toString()).contains("the gateway answers again");
  }

  @Test
  void whatIsUnavailableForAWhileIsAskedAgain() {
    gateway.unavailable.set(4);
    assertThat(submit("--watch").code()).isZero();
  }

  @Test
  void anAnswerThatIsLostMakesNoSecondJob() {
    gateway.lostCreations.set(1);

    assertThat(submit().code()).isZero();
    assertThat(gateway.count("POST /v1/jobs")).isGreaterThan(2);
    assertThat(gateway.jobs.all()).hasSize(1);
  }

  @Test
  void eventsThatBreakOffComeOnceEach() {
    gateway.eventsAtOnce = 1;

    String err = submit("--watch").err();
    assertThat(err).containsOnlyOnce("T1  made").containsOnlyOnce("T2  it runs");
    assertThat(err).containsOnlyOnce("T3  the end");
  }

  @Test
  void anUnreachableGatewayIsToldWhenThePatienceIsOver() {
    gateway.stop();

    assertThat(submit("--patience=1s"))
        .matches(outcome -> refused(outcome, 8, "does not answer"))
        .matches(outcome -> outcome.err().contains("no progress for 1 seconds (--patience)"));
  }

  // ---- going on

  @Test
  void resumeFindsItsJobAndSendsOnlyWhatIsMissing() throws Exception {
    Files.writeString(folder.resolve("set/stores/b.csv"), CSV + "2,Other\n");
    gateway.breakAt.set(CSV.length() + 2);
    gateway.atBreak = gateway::stop;
    assertThat(submit("--resume", "--parallel=1", "--patience=0s").code()).isEqualTo(8);
    start();
    gateway.calls.clear();

    assertThat(submit("--resume", "--watch").code()).isZero();
    assertThat(gateway.jobs.all()).hasSize(1);
    assertThat(gateway.count("PUT")).isZero();
    assertThat(gateway.count("PATCH")).isOne();
    assertThat(partText("stores/b.csv")).isEqualTo(CSV + "2,Other\n");
  }

  /** Which did not send the expected bytes. */
  @Test
  void resumeFindsAJobThatAnEarlierBuildBegan() throws Exception {
    assertThat(submit("--resume").code()).isZero();
    String request = job().request.replaceFirst(",\"expectedBytes\":[0-9]+", "");
    assertThat(request).isNotEqualTo(job().request);
    Path file = folder.resolve("set/stores/a.csv");
    String files =
        "\nstores\0stores/a.csv\0"
            + CSV.length()
            + "\0"
            + Files.getLastModifiedTime(file).to(TimeUnit.NANOSECONDS);
    gateway.jobs.delete(job());
    Job earlier =
        gateway.jobs.create(Sha256.hex((request + files).getBytes(UTF_8)) + "-1", request);

    assertThat(submit("--resume", "--watch").code()).isZero();
    assertThat(gateway.jobs.all()).containsExactly(earlier);
  }

  @Test
  void resumeOfAFinishedJobOnlyBringsItsResults() {
    submit("--resume");
    gateway.calls.clear();

    assertThat(submit("--resume", "--watch", "--format=csv").out()).isEqualTo(RESULT);
    assertThat(gateway.count("PUT")).isZero();
  }

  @Test
  void anotherFileOrAFailedJobIsANewJob() throws IOException {
    submit("--resume");
    Files.setLastModifiedTime(folder.resolve("set/stores/a.csv"), FileTime.fromMillis(1000));
    gateway.jobs.end = JobState.FAILED;
    assertThat(submit("--resume", "--watch").code()).isEqualTo(4);
    gateway.jobs.end = JobState.COMPLETED;

    Outcome last = submit("--resume", "--watch");
    assertThat(last.code()).isZero();
    assertThat(last.err()).contains("cannot resume", "failed", "because");
    assertThat(gateway.jobs.all()).hasSize(3);
  }

  @Test
  void partsAreSentAtTheSameTime() throws IOException {
    for (String name : List.of("b", "c", "d", "e", "f")) {
      Files.writeString(folder.resolve("set/stores/" + name + ".csv"), CSV);
    }
    gateway.together = new CountDownLatch(3);

    assertThat(submit("--parallel=3").code()).isZero();
    assertThat(gateway.receivingMost).hasValue(3);
    assertThat(job().parts).hasSize(6);
  }

  @Test
  void namesThatTheGatewayWouldRefuseAreChangedAndStayApart() throws IOException {
    Files.move(folder.resolve("set/stores/a.csv"), folder.resolve("set/stores/a b.csv"));
    Files.writeString(folder.resolve("set/stores/a_b.csv"), CSV);

    assertThat(submit().code()).isZero();
    assertThat(job().parts).containsOnlyKeys("stores/a_b.csv", "stores/2-a_b.csv");
  }

  // ---- what is wrong

  @Test
  void aBadRowIsShownWithFileLineAndColumn() {
    gateway.badPart = "stores/a.csv";

    Outcome outcome = submit("--watch");
    assertThat(outcome.code()).isEqualTo(4);
    assertThat(outcome.err())
        .contains("stores/a.csv, line 7, column item_id: \"x␣[31m\" is not a whole number");
    assertThat(job().text()).contains("FAILED");
    assertThat(gateway.count("POST /v1/jobs/" + job().id + "/cancel")).isZero();
  }

  @Test
  void aFailedAndACancelledJobHaveTheirCodes() {
    gateway.jobs.end = JobState.FAILED;
    assertThat(submit("--watch")).matches(outcome -> refused(outcome, 4, "failed: because"));
    gateway.jobs.end = JobState.CANCELLED;
    assertThat(submit("--watch")).matches(outcome -> refused(outcome, 7, "was cancelled: because"));
  }

  @Test
  void aTokenIsSentAndAWrongOneIsRefusedAtOnce() throws IOException {
    gateway.token = java.util.Optional.of("secret");
    assertThat(submit()).matches(outcome -> refused(outcome, 9, "refuses the token"));
    assertThat(gateway.calls).hasSize(1);

    environment.put("ROASTERY_TOKEN", "wrong");
    assertThat(submit().code()).isEqualTo(9);
    Path file = Files.writeString(folder.resolve("token"), "secret\n");
    assertThat(submit("--token-file=" + file).code()).isZero();
    environment.put("ROASTERY_TOKEN", "secret");
    assertThat(submit().code()).isZero();
  }

  @Test
  void aResultWithAnotherDigestIsFetchedAgainAndNeverKept() throws IOException {
    gateway.damaged.set(1);
    assertThat(submit("--watch", "--format=csv").out()).isEqualTo(RESULT);
    gateway.damaged.set(3);
    Path out = folder.resolve("out");
    assertThat(submit("--watch", "--out=" + out))
        .matches(outcome -> refused(outcome, 1, "the result is discarded"));
    assertThat(out).isEmptyDirectory();
  }

  @Test
  void aResultWhoseAnswerBreaksOffIsFetchedAgainFromItsBeginning() throws IOException {
    gateway.brokenDownloads.set(2);
    assertThat(submit("--watch", "--format=csv").out()).isEqualTo(RESULT);
    gateway.brokenDownloads.set(2);
    Path out = folder.resolve("out");
    assertThat(submit("--watch", "--out=" + out).code()).isZero();
    assertThat(out.resolve("all-stores.csv")).hasContent(RESULT);
    assertThat(gateway.brokenDownloads).hasValue(0);
  }

  @Test
  void aMissingTableAMissingGatewayAndAPasswordInTheUrlAreToldFirst() throws IOException {
    Files.delete(folder.resolve("set/stores/a.csv"));
    assertThat(submit()).matches(outcome -> refused(outcome, 4, "no part of table stores"));
    assertThat(run("jobs", "--gateway=127.0.0.1:8080"))
        .matches(outcome -> refused(outcome, 2, "'127.0.0.1:8080' is not like http://host:port"));
    assertThat(run("jobs", "--gateway=http://a:b@c"))
        .matches(outcome -> refused(outcome, 2, "contains a password"));
    assertThat(gateway.calls).isEmpty();
  }

  private final Map<String, String> environment = new TreeMap<>();
  private final StringWriter said = new StringWriter();

  private Outcome submit(String... options) {
    List<String> words = new ArrayList<>(List.of("submit", folder.resolve("set").toString()));
    words.addAll(List.of("--gateway=" + gateway.url(), "--query=" + query));
    words.addAll(List.of(options));
    return run(words.toArray(String[]::new));
  }

  private Outcome run(String... arguments) {
    var out = new StringWriter();
    said.getBuffer().setLength(0);
    CommandLine commandLine = Main.commandLine(environment);
    commandLine.setOut(new PrintWriter(out)).setErr(new PrintWriter(said));
    int code = commandLine.execute(arguments);
    return new Outcome(code, out.toString(), said.toString());
  }

  private static boolean refused(Outcome outcome, int code, String sentence) {
    assertThat(outcome.err()).contains("roastery: ").contains(sentence);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.code()).isEqualTo(code);
    return true;
  }

  private Job job() {
    return gateway.jobs.all().getLast();
  }

  private String partText(String name) throws IOException {
    return job().parts.get(name).text();
  }

  private Void restart() {
    gateway.stop();
    start();
    return null;
  }

  private void start() {
    try {
      gateway.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
