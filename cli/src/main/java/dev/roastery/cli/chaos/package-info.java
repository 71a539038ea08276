/**
 * Faults on purpose: a plan that depends on a seed only, carried out on a cluster of plain
 * processes or on a project of docker compose while jobs run through it, and a verdict by digest
 * against the embedded run. It drives the service from outside, as an operator and a client do:
 * signals, the network, the docker command line, HTTP. It touches nothing that is not the target's
 * own.
 */
@NullMarked
package dev.roastery.cli.chaos;

import org.jspecify.annotations.NullMarked;
