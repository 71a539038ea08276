package dev.roastery.gateway.jobs.service;

/** How the bytes of a part are compressed in transit. */
public enum Encoding {
  IDENTITY,
  GZIP,
  ZSTD
}
