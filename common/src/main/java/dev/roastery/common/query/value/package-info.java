/**
 * What values of a result look like and how rows are ordered: the one canonical form that makes two
 * runs comparable byte for byte. Pure arithmetic on longs and UTF-8 bytes: no time zone, no locale,
 * no floating point. Imports only the columns of {@code message}; nothing here allocates per cell.
 */
@NullMarked
package dev.roastery.common.query.value;

import org.jspecify.annotations.NullMarked;
