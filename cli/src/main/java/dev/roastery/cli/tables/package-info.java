/**
 * The tables of a folder for commands that are given none: the built-in ones where they are meant,
 * and otherwise those that {@code embedded.infer} finds in the files.
 */
@NullMarked
package dev.roastery.cli.tables;

import org.jspecify.annotations.NullMarked;
