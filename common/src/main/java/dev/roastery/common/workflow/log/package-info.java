/**
 * The log of one execution: events with checksums, each forced before anything relies on it, and
 * the state that they fold into. docs/formats-workflow.md has the bytes. May use {@code storage}
 * and {@code fault}.
 */
@NullMarked
package dev.roastery.common.workflow.log;

import org.jspecify.annotations.NullMarked;
