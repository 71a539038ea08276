package dev.roastery.common.storage.object;

/** An object as a list tells of it, which is a hint. */
public record ListedObject(ObjectName name, long size) {}
