package dev.roastery.gateway.jobs.upload;

/** Whether a part ends with the bytes of an upload. */
public enum Piece {
  LAST,
  MORE_TO_COME
}
