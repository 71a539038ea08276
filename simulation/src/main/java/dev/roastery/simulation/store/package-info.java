/**
 * An object store whose calls take effect late, twice, or unknown to their callers. {@link
 * dev.roastery.simulation.store.SimulatedObjectStore} states the fault model as a contract; {@link
 * dev.roastery.simulation.store.StoreFault} lists what can go wrong, {@link
 * dev.roastery.simulation.store.StoreFaults} says how probable each is. In memory, on one thread,
 * with the given generator as its only source of chance. Imports the port to object stores and
 * nothing else of the product. No schedule uses it yet: the journal over an object store will.
 */
@NullMarked
package dev.roastery.simulation.store;

import org.jspecify.annotations.NullMarked;
