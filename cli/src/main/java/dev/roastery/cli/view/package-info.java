/**
 * How jobs, workers and profiles are shown to people, and named by them: columns with headers, ages
 * by the gateway's clock, short ids, chosen fields of JSON. Asks the gateway only to find the job
 * that a short id means; the commands are in {@code operate}.
 */
@NullMarked
package dev.roastery.cli.view;

import org.jspecify.annotations.NullMarked;
