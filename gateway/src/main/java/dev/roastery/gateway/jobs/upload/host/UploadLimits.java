package dev.roastery.gateway.jobs.upload.host;

/**
 * The limits of uploads.
 *
 * @param partsMax parts of a job
 * @param partBytesMax bytes of a part, decompressed
 * @param rejectedMax skipped rows of a part
 */
public record UploadLimits(int partsMax, long partBytesMax, long rejectedMax) {}
