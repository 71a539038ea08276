package dev.roastery.common.workflow;

/**
 * Something that has happened to an execution in the words of its own domain. The cases are records
 * of one sealed interface, whose Jackson annotations give each a {@code kind}: that name and the
 * fields are in the log, for ever. Kinds and names of signals share one space.
 */
public interface Fact {}
