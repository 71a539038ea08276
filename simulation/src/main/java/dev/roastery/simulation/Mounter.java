package dev.roastery.simulation;

import dev.roastery.common.storage.Disk;
import dev.roastery.simulation.disk.SimulatedDisk;
import dev.roastery.simulation.effect.Incarnation;

/** How a node gets at its volume: directly, or through something that spoils it. */
@FunctionalInterface
interface Mounter {

  Disk mount(SimulatedDisk volume, Incarnation life);
}
