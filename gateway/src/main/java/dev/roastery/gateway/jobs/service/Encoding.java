package dev.roastery.gateway.jobs.service;

/** How the bytes of a part are packed on their way. */
public enum Encoding {
  IDENTITY,
  GZIP,
  ZSTD
}
