package dev.roastery.gateway.jobs.upload;

/** Whether an upload brings the end of its part. */
public enum Piece {
  LAST,
  MORE_TO_COME
}
