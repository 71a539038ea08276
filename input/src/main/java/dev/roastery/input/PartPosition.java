package dev.roastery.input;

/**
 * The start of a row in a part: its byte in the uncompressed part, its line (the header's is 1),
 * and the number of the batch that begins there. With the header's bytes it is all that a reader
 * needs to continue.
 */
public record PartPosition(long offset, long line, long batch) {}
