/**
 * The command line: what a person or a script types, and what it answers. Standard output carries
 * results only; all else goes to standard error. Bad input gets one sentence that says what, where
 * and what to do, and an exit code of {@link dev.roastery.cli.ExitCode}. It may use every other
 * subproject, and none uses it.
 */
@NullMarked
package dev.roastery.cli;

import org.jspecify.annotations.NullMarked;
