package dev.roastery.gateway.collect;

/** A result in short: the SHA-256 of its CSV in hexadecimal, its rows, and the bytes of its CSV. */
public record ResultDigest(String sha256, long rows, long bytes) {}
