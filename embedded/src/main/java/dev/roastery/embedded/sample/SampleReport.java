package dev.roastery.embedded.sample;

/** What was written; header lines are not rows. */
public record SampleReport(int files, long rows, long bytes) {

  static final SampleReport NOTHING = new SampleReport(0, 0, 0);

  SampleReport plus(SampleReport other) {
    return new SampleReport(files + other.files, rows + other.rows, bytes + other.bytes);
  }
}
