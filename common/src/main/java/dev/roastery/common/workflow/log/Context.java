package dev.roastery.common.workflow.log;

import dev.roastery.common.workflow.ExecutionId;

/**
 * What everyone may know of an execution.
 *
 * @param state the node it is at, or the end that it has reached
 */
public record Context(ExecutionId id, String state, long createdMillis, long updatedMillis) {}
