package dev.roastery.gateway.jobs;

/**
 * An object that is to be a part.
 *
 * @param packed whether it is compressed or not in UTF-8, and so must be read as a whole
 */
public record SourcePart(JobFact.SourceFound fact, boolean packed) {}
