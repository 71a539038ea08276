package dev.roastery.common.workflow.log;

import dev.roastery.common.workflow.ExecutionId;

/**
 * A summary of an execution.
 *
 * @param state its current node, or the end that it has reached
 */
public record Context(ExecutionId id, String state, long createdMillis, long updatedMillis) {}
