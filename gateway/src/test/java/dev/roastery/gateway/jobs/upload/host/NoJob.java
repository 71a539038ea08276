package dev.roastery.gateway.jobs.upload.host;

import dev.roastery.common.pipeline.topology.JobTopology;
import dev.roastery.common.share.Share;
import dev.roastery.gateway.jobs.service.PartName;
import dev.roastery.gateway.jobs.upload.PartStatus;
import dev.roastery.input.BadRows;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;

/** A job that is only there: it takes everything, and knows of no part. */
class NoJob implements UploadedJob {

  @Override
  public UUID id() {
    return new UUID(0, 1);
  }

  @Override
  public Share share() {
    return Share.OF_A_JOB;
  }

  @Override
  public JobTopology routes() {
    throw new UnsupportedOperationException();
  }

  @Override
  public int batchBytes() {
    return 1 << 20;
  }

  @Override
  public BadRows badRows() {
    return BadRows.REFUSE;
  }

  @Override
  public SortedSet<String> tables() {
    return new TreeSet<>();
  }

  @Override
  public Part part(PartName name, boolean packed, int partsMax) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Part existing(PartName name) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void requireParts() {}

  @Override
  public void active() {}

  @Override
  public void partCompleted(Part part) {}

  @Override
  public void partCompleted(Part part, PartStatus all) {}

  @Override
  public void deletePart(Part part) {}

  @Override
  public void fail(String reason) {}
}
