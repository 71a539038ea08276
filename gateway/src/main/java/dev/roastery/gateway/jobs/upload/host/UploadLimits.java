package dev.roastery.gateway.jobs.upload.host;

/**
 * What an upload may bring.
 *
 * @param partsMax parts of a job
 * @param partBytesMax bytes of a part, unpacked
 * @param rejectedMax rows of a part that are skipped because they cannot be read
 */
public record UploadLimits(int partsMax, long partBytesMax, long rejectedMax) {}
