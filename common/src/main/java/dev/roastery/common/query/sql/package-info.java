/**
 * SQL: from text to a {@link dev.roastery.common.query.language.Select} and back. A parser by
 * recursive descent whose tokens know their places, with bounded depth; it refuses everything that
 * it does not know with one sentence. Names are only names here. docs/sql.md describes the
 * language. Pure: no I/O.
 */
@NullMarked
package dev.roastery.common.query.sql;

import org.jspecify.annotations.NullMarked;
