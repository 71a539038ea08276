/** The upload side of the gateway on simulated disks, killed at every effect. */
package dev.roastery.simulation.upload;
