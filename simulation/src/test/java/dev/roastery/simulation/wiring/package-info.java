/**
 * The mains of the product, each in a process of its own: that they connect the safeguards which
 * other tests prove one by one. Each safeguard is also taken out once, to see that its test fails.
 */
package dev.roastery.simulation.wiring;
