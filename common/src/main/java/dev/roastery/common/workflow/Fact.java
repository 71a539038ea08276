package dev.roastery.common.workflow;

/**
 * Something that happened to an execution, in the terms of its domain. Facts are records of one
 * sealed interface, whose Jackson annotations give each a {@code kind}. Kinds and fields are in the
 * log and never change. Kinds and names of signals share one namespace.
 */
public interface Fact {}
