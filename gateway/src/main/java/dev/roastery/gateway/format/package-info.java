/**
 * Results as people and programs ask for them: one writer for each format, from the canonical CSV
 * that is stored. What {@code run}, the client commands and the HTTP interface give is the same,
 * byte for byte. Writers are pure: they read from a reader, write to a writer and hold one row, or
 * the rows that a table shows, whatever the size of the result. Decimals are copied digit by digit
 * and never become a double.
 */
@NullMarked
package dev.roastery.gateway.format;

import org.jspecify.annotations.NullMarked;
