/**
 * The documents are part of the build: the tables that trace requirements and faults to tests, and
 * the commands that a reader is told to type.
 */
package dev.roastery.cli.trace;
