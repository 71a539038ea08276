/**
 * How commands show things and where they put files: the options about results, progress on a
 * terminal, temporary folders that do not outlive a command. Knows no command; {@code
 * gateway.format} has the formats of results.
 */
@NullMarked
package dev.roastery.cli.output;

import org.jspecify.annotations.NullMarked;
