package dev.roastery.gateway.jobs.upload.host;

import dev.roastery.common.pipeline.topology.JobTopology;
import dev.roastery.common.share.Share;
import dev.roastery.gateway.jobs.service.PartName;
import dev.roastery.gateway.jobs.service.Refusal;
import dev.roastery.gateway.jobs.upload.PartStatus;
import dev.roastery.input.BadRows;
import java.io.IOException;
import java.util.SortedSet;
import java.util.UUID;

/**
 * The job of an upload, as the upload sees it. Calls come from the upload's thread and may block
 * until the job has answered.
 */
public interface UploadedJob {

  UUID id();

  /** Whose turns at the broker its batches use. */
  Share share();

  JobTopology routes();

  /** How many bytes of a part's CSV make a batch. */
  int batchBytes();

  BadRows badRows();

  /** All tables that the job's queries need. */
  SortedSet<String> tables();

  /** The part of that name; a new one is recorded first, unless the job accepts no more. */
  Part part(PartName name, boolean packed, int partsMax) throws IOException;

  /** The part of that name; throws a {@link Refusal} if there is none. */
  Part existing(PartName name);

  /** Throws a {@link Refusal} if the job accepts no more rows. */
  void requireParts();

  /** The client is sending: the job is not abandoned. */
  void active();

  /** Records that all of the part is safe. */
  void partCompleted(Part part);

  /** The same of a part that workers read. */
  void partCompleted(Part part, PartStatus all);

  /** Records that the client takes back a part of which nothing was sent. */
  void deletePart(Part part);

  /** Ends the job, because one of its parts is refused. */
  void fail(String reason);
}
