/**
 * The commands that need no service: answer queries over a folder, generate a dataset, check and
 * explain queries, show a crash and its recovery, simulate the whole system under faults.
 */
@NullMarked
package dev.roastery.cli.run;

import org.jspecify.annotations.NullMarked;
