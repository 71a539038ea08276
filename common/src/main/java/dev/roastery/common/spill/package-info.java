/**
 * State that is more than memory allows: {@link dev.roastery.common.spill.MemoryBudget} says when a
 * job is over its share of the process's memory, {@link dev.roastery.common.spill.SpillStore} is
 * the port to a partition's spilled files, and {@link dev.roastery.common.spill.JobSpace} is what
 * one job in one partition sees of both. docs/adr/0008-spill.md says who writes, references and
 * deletes these files. Does no I/O itself, and knows no stage.
 */
@NullMarked
package dev.roastery.common.spill;

import org.jspecify.annotations.NullMarked;
