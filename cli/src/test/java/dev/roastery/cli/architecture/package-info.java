/**
 * The rules of docs/architecture.md as tests: which subproject may use which, and what the pure
 * packages must not touch. {@code planted} breaks each of them once, to show that they bite.
 */
package dev.roastery.cli.architecture;
