package dev.roastery.gateway.jobs.buckets;

import dev.roastery.common.pipeline.topology.JobTopology;
import dev.roastery.gateway.jobs.JobFact;
import dev.roastery.gateway.jobs.JobMachine.SourcePart;
import dev.roastery.gateway.jobs.JobRecord;
import dev.roastery.gateway.jobs.upload.PartRoute;
import dev.roastery.input.Dataset;
import dev.roastery.input.csv.Packing;
import dev.roastery.input.csv.Transcoding;
import dev.roastery.input.source.ObjectFolder;
import dev.roastery.input.source.ObjectSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Which objects are the parts of a job's tables, by the rules of a folder's files. */
final class SourceParts {

  private static final int NAME_LENGTH_MAX = 200;

  private SourceParts() {}

  /** Always the same names, in the same order, for the same objects. */
  static List<SourcePart> of(ObjectFolder folder, JobRecord job, JobTopology routes)
      throws IOException {
    Dataset dataset =
        Dataset.find(folder, job.tables(), routes.plan().tables().names(), job.buckets().ignore());
    List<SourcePart> all = new ArrayList<>();
    for (String table : job.tables()) {
      Set<String> taken = new HashSet<>();
      for (Dataset.Part part : dataset.of(table)) {
        if (part.source() instanceof ObjectSource object) {
          all.add(found(table, object, taken, routes));
        }
      }
    }
    return all;
  }

  private static SourcePart found(
      String table, ObjectSource object, Set<String> taken, JobTopology routes) throws IOException {
    ObjectSource.Version version = object.pinned();
    String path = version.name().text();
    byte[] start = object.start();
    boolean packed =
        Packing.isNamed(path)
            || Packing.of(start) != Packing.PLAIN
            || Transcoding.isNeeded(PartRoute.dialect(routes, table).encoding(), start);
    JobFact.SourceFound fact =
        new JobFact.SourceFound(
            table, freeName(path, taken), path, version.etag().value(), version.size());
    return new SourcePart(fact, packed);
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
