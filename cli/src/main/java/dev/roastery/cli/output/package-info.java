/**
 * How commands show things and where they put files: results as tables, CSV and JSON, progress on a
 * terminal, temporary folders that do not outlive a command. Knows no command.
 */
@NullMarked
package dev.roastery.cli.output;

import org.jspecify.annotations.NullMarked;
