package dev.roastery.cli.operate;

import dev.roastery.cli.BadRowOptions;
import dev.roastery.cli.CommandFailure;
import dev.roastery.cli.ExitCode;
import dev.roastery.cli.PlanDocuments;
import dev.roastery.cli.QueryOptions;
import dev.roastery.cli.SubmitRequest;
import dev.roastery.cli.client.GatewayAnswer;
import dev.roastery.cli.client.GatewayClient;
import dev.roastery.cli.client.GatewayFailure;
import dev.roastery.cli.client.RemoteJob;
import dev.roastery.cli.output.InterruptionNotice;
import dev.roastery.cli.output.ProgressBar;
import dev.roastery.cli.output.ProgressBar.Unit;
import dev.roastery.cli.output.ResultOptions;
import dev.roastery.cli.place.Places;
import dev.roastery.cli.tables.FolderTables;
import dev.roastery.cli.tables.TableLines;
import dev.roastery.common.fault.JobFailure;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.document.Json;
import dev.roastery.common.query.document.JsonWriter;
import dev.roastery.common.query.language.Tables;
import dev.roastery.common.query.language.TablesWriter;
import dev.roastery.common.query.plan.JobPlan;
import dev.roastery.common.storage.IoReason;
import dev.roastery.embedded.infer.Inference;
import dev.roastery.input.Dataset;
import dev.roastery.input.MaxBadRows;
import dev.roastery.input.csv.CsvException;
import dev.roastery.input.source.DatasetFolder;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code roastery submit}: sends a dataset to a gateway, and may wait for what it comes to. */
@Command(
    name = "submit",
    sortOptions = false,
    description = {
      "Submits a dataset to a gateway as a job.",
      "Sends the tables that the queries need, and resumes by itself when the connection breaks or"
          + " the gateway restarts. Prints the job's id; with --watch, waits for the job to end and"
          + " prints the results.",
      "Of s3://BUCKET/PREFIX, the gateway reads the objects itself, with its own credentials, if"
          + " its operator allows that (--sources): nothing is sent from here, and this command may"
          + " end."
    })
public final class SubmitCommand extends ClientCommand {

  static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final int ATTEMPTS_MAX = 100;

  @Parameters(
      paramLabel = "DIR",
      description =
          "Folder with the tables, which are uploaded; or the address of one that the gateway and"
              + " its workers read where it is, if their operator allows that (--sources):"
              + " s3://BUCKET/PREFIX, or file:///FOLDER for a folder that all nodes see.")
  private String given = "";

  @Mixin private QueryOptions asked = new QueryOptions();

  @Option(
      names = "--tables",
      paramLabel = "FILE",
      description =
          "Document that defines the tables; without it, they are found by reading all rows, or"
              + " built in.")
  private @Nullable Path tables;

  @Option(
      names = "--watch",
      fallbackValue = "true",
      description = "Wait for the job to end, and print its results.")
  private boolean watch;

  @Mixin private ResultOptions options = new ResultOptions();

  @Option(
      names = "--resume",
      fallbackValue = "true",
      description =
          "Resume the job that an earlier, identical command started over the same files. Give it"
              + " to both commands: then a killed submission loses nothing.")
  private boolean resume;

  @Option(
      names = "--parallel",
      paramLabel = "N",
      defaultValue = "4",
      description = "Number of parts to send at once (${DEFAULT-VALUE}).")
  private int parallel;

  @Mixin private BadRowOptions reading = new BadRowOptions();

  @Option(
      names = "--deliver",
      paramLabel = "s3://BUCKET/PREFIX",
      description =
          "Have the gateway put the results into that bucket, below the job's id, before the job is"
              + " completed, if its operator allows that (--deliver-to).")
  private @Nullable String deliver;

  @Option(names = "--name", paramLabel = "TEXT", description = "Name of the job.")
  private @Nullable String name;

  @Option(
      names = "--webhook",
      paramLabel = "URL",
      description = "URL to notify when the job has ended.")
  private @Nullable URI webhook;

  @Option(
      names = "--approval",
      fallbackValue = "true",
      description = "Hold the job until 'roastery approve'.")
  private boolean approval;

  @Override
  Duration patienceByDefault() {
    return PATIENCE;
  }

  @Override
  public List<String> known() {
    return JobCommand.FIELDS;
  }

  @Override
  void call(GatewayClient gateway) throws IOException, InterruptedException {
    check();
    if (Places.isAddress(given)) {
      callOfAddress(gateway);
      return;
    }
    Submission submission = submission(options.places().folder(given));
    Dataset dataset = submission.dataset();
    SubmitRequest request = request(submission.tables(), submission.dataset().bytes());
    GatewayAnswer created = create(gateway, request, dataset);
    RemoteJob job = RemoteJob.of(created);
    try (InterruptionNotice reattach = new InterruptionNotice(err(), cutShort(job))) {
      if (job.state().takesParts()) {
        send(
            gateway,
            job,
            dataset.only(job.tables()),
            created.status() == 201 ? JobUpload.Known.NOTHING : JobUpload.Known.PERHAPS_PARTS);
      }
      reattach.now("the job continues; follow it with: " + command("watch " + job.id()));
      end(gateway, job);
    }
  }

  /** The gateway finds the files, reads them, and seals the job. */
  private void callOfAddress(GatewayClient gateway) throws IOException, InterruptedException {
    Tables known = PlanDocuments.tables(tables);
    if (tables == null && !isAnswered(known)) {
      throw usage(
          "the queries are not about the built-in tables, and nothing of "
              + Places.name(given)
              + " is read here: give --tables FILE, such as 'roastery tables infer' writes it");
    }
    var _ = plan(known);
    String document = tables == null ? null : Files.readString(tables);
    RemoteJob job = RemoteJob.of(create(gateway, request(document, 0), null));
    try (InterruptionNotice _ =
        new InterruptionNotice(
            err(), "the job continues; follow it with: " + command("watch " + job.id()))) {
      end(gateway, job);
    }
  }

  private boolean isAnswered(Tables known) {
    try {
      var _ = plan(known);
      return true;
    } catch (CommandFailure refused) {
      return false;
    }
  }

  /** What is to be sent: the tables as a document, unless they are built in, and the files. */
  private record Submission(@Nullable String tables, Dataset dataset) {}

  private Submission submission(Path folder) throws IOException, InterruptedException {
    FolderTables folderTables = new FolderTables(DatasetFolder.of(folder), reading.ignored());
    if (tables != null || folderTables.areBuiltIn(asked.chosen(), this::plan)) {
      Tables known = PlanDocuments.tables(tables);
      Dataset dataset = dataset(folder, plan(known).tables().names(), known);
      return new Submission(tables == null ? null : Files.readString(tables), dataset);
    }
    try {
      return inferred(folderTables);
    } catch (CsvException | JobFailure failure) {
      throw new CommandFailure(ExitCode.JOB_FAILED, String.valueOf(failure.getMessage()));
    }
  }

  /** All rows are looked at here, where they can be read again, and not at the gateway. */
  private Submission inferred(FolderTables folderTables) throws IOException, InterruptedException {
    int threads = Runtime.getRuntime().availableProcessors();
    Inference inference = folderTables.infer(threads, reading.badRows());
    if (asked.chosen().isEmpty()) {
      throw folderTables.nothingAsked(inference);
    }
    long bytes = inference.dataset().bytes();
    JobPlan plan;
    try (var progress = new ProgressBar(terminal(), "looking", Unit.BYTES, bytes)) {
      plan = inference.certainPlan(this::plan, progress::advance);
    }
    Dataset dataset = inference.dataset().only(plan.tables().names());
    TableLines.of(plan, dataset, inference).lines().forEach(this::say);
    Json document = Json.Obj.of(Json.Field.of("tables", TablesWriter.tables(plan.tables())));
    return new Submission(JsonWriter.write(document), dataset);
  }

  private SubmitRequest request(@Nullable String document, long bytes) {
    MaxBadRows limit = reading.limit();
    return new SubmitRequest(
        name,
        asked.chosen(),
        document,
        reading.badRows(),
        limit,
        approval,
        webhook,
        bytes,
        Places.isAddress(given) ? given : null,
        Places.isAddress(given) ? reading.ignored() : List.of(),
        deliver);
  }

  private void end(GatewayClient gateway, RemoteJob job) throws IOException, InterruptedException {
    String path = JobCommand.path(job.id());
    if (watch) {
      RemoteJob done = WatchCommand.follow(this, gateway, path, false);
      if (isJson()) {
        out().println(fields().of(done.text(), done.json()));
      }
      WatchCommand.finish(this, options, gateway, done);
      return;
    }
    if (isJson()) {
      GatewayAnswer now = gateway.get(path);
      out().println(fields().of(now.body(), now.json()));
    } else {
      out().println(job.id());
    }
    say(
        approval
            ? "the job waits for approval: " + command("approve " + job.id())
            : (Places.isAddress(given) ? "the gateway reads the parts" : "all parts are uploaded")
                + "; follow the job with: "
                + command("watch " + job.id()));
  }

  private String cutShort(RemoteJob job) {
    return resume
        ? "run the same command again to resume job " + job.id()
        : "job "
            + job.id()
            + " is incomplete and will expire; or cancel it: "
            + command("cancel " + job.id())
            + " (with --resume, the same command could resume it)";
  }

  /** A job that has ended without results is reported, not resumed. */
  private GatewayAnswer create(
      GatewayClient gateway, SubmitRequest request, @Nullable Dataset dataset)
      throws IOException, InterruptedException {
    String body = request.json();
    if (!resume) {
      GatewayAnswer made = gateway.post("/v1/jobs", body, UUID.randomUUID().toString());
      tell(RemoteJob.of(made), "");
      return made;
    }
    String key = request.key(dataset);
    for (int attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
      GatewayAnswer answer = gateway.post("/v1/jobs", body, key + "-" + attempt);
      RemoteJob job = RemoteJob.of(answer);
      switch (job.state()) {
        case FAILING, FAILED, CANCELLING, CANCELLED, EXPIRING, EXPIRED ->
            say("cannot resume: job " + job.id() + " is " + ended(job));
        case CREATED, UPLOADING, WAITING_FOR_APPROVAL, RUNNING, NOTIFYING, COMPLETED -> {
          tell(job, answer.status() == 201 ? "" : " resumes");
          return answer;
        }
      }
    }
    throw new CommandFailure(
        ExitCode.JOB_FAILED,
        "this was submitted " + ATTEMPTS_MAX + " times without success: submit without --resume");
  }

  /** Where people see it. */
  private void tell(RemoteJob job, String resumes) {
    say("job " + job.id() + resumes + ": " + page(job));
  }

  private String page(RemoteJob job) {
    return gateway().toString().replaceAll("/+$", "") + "/#job/" + job.id();
  }

  private static String ended(RemoteJob job) {
    String state = job.state().name().toLowerCase(Locale.ROOT);
    return job.reason().isEmpty() ? state : state + ": " + job.reason();
  }

  private void send(GatewayClient gateway, RemoteJob job, Dataset dataset, JobUpload.Known known)
      throws InterruptedException {
    try {
      new JobUpload(this, gateway, job.id(), parallel).send(dataset, known);
    } catch (GatewayFailure failure) {
      if (failure.is("too-many-bad-rows")) {
        keepRejected(gateway, JobCommand.path(job.id()));
        throw BadRowOptions.exceeded(String.valueOf(failure.getMessage()), !options.isPrinted());
      }
      throw failure;
    }
  }

  private void keepRejected(GatewayClient gateway, String path) throws InterruptedException {
    try {
      RemoteJob job = RemoteJob.of(gateway.get(path));
      new ResultFetcher(this, options, path).fetch(gateway, List.of(), job.rejected());
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.UNEXPECTED, "cannot write the rejected rows: " + IoReason.of(e));
    }
  }

  private JobPlan plan(Tables known) {
    List<BoundQuery> bound =
        asked.chosenOrBuiltIn().stream().map(query -> PlanDocuments.query(query, known)).toList();
    try {
      return new JobPlan(known, bound, Partitions.oneEach());
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(ExitCode.INVALID, String.valueOf(e.getMessage()));
    }
  }

  private Dataset dataset(Path folder, Collection<String> wanted, Tables known) throws IOException {
    return JobUpload.dataset(folder, wanted, known.names(), reading.ignored());
  }

  private void check() throws IOException {
    JobUpload.check(
        this, Places.isAddress(given) ? null : options.places().folder(given), parallel);
    options.check();
    if (watch && !isJson()) {
      options.checkStream(asked.chosenOrBuiltIn().size());
    }
  }
}
