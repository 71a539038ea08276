/**
 * Micro-benchmarks, run by {@code ./gradlew :bench:jmh}. They say what a change costs or gains on
 * one machine; no test asserts a time. May import everything, and nothing imports this.
 */
package dev.roastery.bench;
