/**
 * The query language as its author writes it: from JSON to a {@link Query} and to {@link Tables},
 * where names are only names and every element knows its place in the document. The package {@code
 * plan} resolves the names. docs/queries.md describes the language. Imports {@code document} and
 * {@code value}; does no I/O.
 */
@NullMarked
package dev.roastery.common.query.language;

import org.jspecify.annotations.NullMarked;
