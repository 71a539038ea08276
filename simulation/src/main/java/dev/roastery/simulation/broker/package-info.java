/**
 * A broker on one thread in which nothing happens by itself. {@link
 * dev.roastery.simulation.broker.SimulatedBroker} states its contract; whatever is under way
 * between a node and the broker is a pending action, and the simulator's scheduler, or the seed,
 * picks the next one. {@link dev.roastery.simulation.broker.BrokerFault} lists what may go wrong,
 * each with a probability of its own. Imports the transport port and nothing else of the product.
 */
@NullMarked
package dev.roastery.simulation.broker;

import org.jspecify.annotations.NullMarked;
