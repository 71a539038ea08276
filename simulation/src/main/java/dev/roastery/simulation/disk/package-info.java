/**
 * A volume that forgets what it was not asked to keep. {@link
 * dev.roastery.simulation.disk.SimulatedDisk} states the fault model as a contract; {@link
 * dev.roastery.simulation.disk.PowerLoss} lists what a power loss can leave behind, {@link
 * dev.roastery.simulation.disk.DiskFaults} what can go wrong before. In memory, on one thread, with
 * the given generator as its only source of chance. Imports the disk port and nothing else of the
 * product.
 */
@NullMarked
package dev.roastery.simulation.disk;

import org.jspecify.annotations.NullMarked;
