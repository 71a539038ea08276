package dev.roastery.gateway.jobs.buckets;

import dev.roastery.common.pipeline.topology.JobTopology;
import dev.roastery.common.query.plan.JobPlan;
import dev.roastery.gateway.jobs.JobFact;
import dev.roastery.gateway.jobs.JobMachine.SourcePart;
import dev.roastery.gateway.jobs.JobRecord;
import dev.roastery.gateway.jobs.service.StoreRules.Readers;
import dev.roastery.gateway.jobs.upload.PartRoute;
import dev.roastery.input.BadRows;
import dev.roastery.input.Dataset;
import dev.roastery.input.csv.CsvException;
import dev.roastery.input.csv.Packing;
import dev.roastery.input.csv.Transcoding;
import dev.roastery.input.csv.column.CsvScan;
import dev.roastery.input.feed.Scans;
import dev.roastery.input.format.PartFormats;
import dev.roastery.input.source.DatasetFolder;
import dev.roastery.input.source.PinnedSource;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which objects or files are the parts of a job's tables, by the rules of a folder's files, and
 * which of them the workers read themselves.
 */
record SourceParts(JobRecord job, JobTopology routes, Readers readers) {

  private static final int NAME_LENGTH_MAX = 200;

  private static final int HEAD_BYTES = 64 << 10;

  /** So many windows a worker is sent at a time: with 4 MiB each, what it reads in a second. */
  private static final int RUN = 8;

  /** Always the same names, in the same order, for the same objects. */
  List<SourcePart> in(DatasetFolder folder) throws IOException {
    Dataset dataset =
        Dataset.find(folder, job.tables(), routes.plan().tables().names(), job.buckets().ignore());
    List<SourcePart> all = new ArrayList<>();
    for (String table : job.tables()) {
      Set<String> taken = new HashSet<>();
      for (Dataset.Part part : dataset.of(table)) {
        if (part.source() instanceof PinnedSource source) {
          all.add(found(table, source, taken));
        }
      }
    }
    return all;
  }

  private SourcePart found(String table, PinnedSource source, Set<String> taken)
      throws IOException {
    PinnedSource.Pin pin = source.pin();
    byte[] start = source.start();
    boolean packed =
        Packing.isNamed(pin.path())
            || Packing.of(start) != Packing.PLAIN
            || Transcoding.isNeeded(PartRoute.dialect(routes, table).encoding(), start);
    int header = packed ? 0 : headerOfRanges(table, source);
    JobFact.SourceFound fact =
        new JobFact.SourceFound(
            table,
            freeName(pin.path(), taken),
            pin.path(),
            pin.version(),
            pin.size(),
            header > 0 ? RUN : 0,
            header);
    return new SourcePart(fact, packed);
  }

  /**
   * The bytes before the first row of a part that workers are to read, or 0: it is small, or its
   * table is looked up, or has no header, or one that is wrong, of which the gateway knows what to
   * say; or bad rows are to be skipped, which are counted where all of them pass.
   */
  private int headerOfRanges(String table, PinnedSource source) throws IOException {
    JobPlan plan = routes.plan();
    boolean counted = plan.facts().contains(table) && !plan.references().contains(table);
    if (readers != Readers.WORKERS
        || !counted
        || job.badRows() != BadRows.REFUSE
        || source.pin().size() <= job.batchBytes()) {
      return 0;
    }
    String part = source.pin().path();
    CsvScan scan = new Scans(plan).fact(table);
    try (InputStream head = source.head(HEAD_BYTES)) {
      return PartFormats.of(part).headerBytes(part, head.readNBytes(HEAD_BYTES), scan);
    } catch (CsvException _) {
      return 0;
    }
  }

  /** What a client would call a file of that name. */
  private static String freeName(String path, Set<String> taken) {
    String plain = path.substring(path.lastIndexOf('/') + 1).replaceAll("[^A-Za-z0-9._-]", "_");
    String wish = plain.substring(Math.max(0, plain.length() - NAME_LENGTH_MAX));
    wish = wish.startsWith(".") ? "_" + wish : wish;
    String name = wish;
    for (int count = 2; !taken.add(name); count++) {
      name = count + "-" + wish;
    }
    return name;
  }
}
