/**
 * An object store whose calls take effect late, twice, or unknown to their callers. {@link
 * dev.roastery.simulation.store.SimulatedObjectStore} states the fault model as a contract; {@link
 * dev.roastery.simulation.store.StoreFault} lists what can go wrong, {@link
 * dev.roastery.simulation.store.StoreFaults} says how probable each is. In memory, on one thread,
 * with the given generator as its only source of chance. {@link
 * dev.roastery.simulation.store.WorkerStore} is a worker's way to it: the product's own. Imports
 * the port to object stores and nothing else of the product.
 */
@NullMarked
package dev.roastery.simulation.store;

import org.jspecify.annotations.NullMarked;
