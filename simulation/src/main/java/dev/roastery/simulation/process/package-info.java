/**
 * The toy topology in processes of its own, over a real RabbitMQ and a real disk, for tests that
 * kill, stop and starve them. Everything under test is the production code of {@code common}; here
 * is only a main, with ears for orders that no real worker takes.
 */
@NullMarked
package dev.roastery.simulation.process;

import org.jspecify.annotations.NullMarked;
