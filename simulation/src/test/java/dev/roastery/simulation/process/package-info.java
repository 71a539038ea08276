/**
 * The toy topology in processes of its own, over a real RabbitMQ and a real disk, for tests that
 * kill, stop and starve them. Everything under test is the production code of {@code common}; this
 * package adds only a main that accepts commands which no real worker takes.
 */
@NullMarked
package dev.roastery.simulation.process;

import org.jspecify.annotations.NullMarked;
