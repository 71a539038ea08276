package dev.roastery.gateway.jobs.upload.host;

import dev.roastery.common.pipeline.topology.JobTopology;
import dev.roastery.gateway.jobs.service.PartName;
import dev.roastery.gateway.jobs.service.Refusal;
import dev.roastery.input.BadRows;
import java.io.IOException;
import java.util.SortedSet;
import java.util.UUID;

/**
 * What an upload needs of the job that it is for. Calls come on the thread of the upload, and may
 * block until the job has answered.
 */
public interface UploadedJob {

  UUID id();

  JobTopology routes();

  /** How many bytes of a part's CSV make a batch. */
  int batchBytes();

  BadRows badRows();

  /** All tables that the job's queries need. */
  SortedSet<String> tables();

  /** The part of that name; a new one is recorded first, unless the job takes no more. */
  Part part(PartName name, boolean packed, int partsMax) throws IOException;

  /** The part of that name; a {@link Refusal} when there is none. */
  Part existing(PartName name);

  /** Throws a {@link Refusal} when the job takes no more rows. */
  void requireParts();

  /** Bytes are coming in: the job is not abandoned. */
  void active();

  /** Records that all of the part is safe. */
  void partCompleted(Part part);

  /** Records that the client takes back a part of which nothing was sent. */
  void deletePart(Part part);

  /** Ends the job, because one of its parts is refused. */
  void fail(String reason);
}
