/**
 * Folders of CSV files as people publish them, made by a generator, with questions about them. Each
 * question has an answer by DuckDB that is beyond doubt: it reads every column as text, and the
 * query says what is cast to which type. {@code docs/any-folder.md} is made of them.
 */
@NullMarked
package dev.roastery.cli.folders;

import org.jspecify.annotations.NullMarked;
