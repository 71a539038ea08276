/**
 * The commands of the machine that a service runs on: start one in a single process, make tokens,
 * verify volumes and stores, check object stores, and look after messages in quarantine. The nodes'
 * own commands are in the modules of the gateway and the stages.
 */
@NullMarked
package dev.roastery.cli.service;

import org.jspecify.annotations.NullMarked;
