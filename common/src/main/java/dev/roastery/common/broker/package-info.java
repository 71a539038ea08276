/**
 * Durable queues: one small port, {@link Transport}, with an implementation over RabbitMQ ({@code
 * rabbit}) and one in the memory of a process ({@code memory}). The simulator has a third.
 * testkit's TransportContract holds for all of them. docs/adr/0003-transport.md says why it is as
 * it is. {@link ExclusiveNames} is for what nodes only prefer.
 */
@NullMarked
package dev.roastery.common.broker;

import org.jspecify.annotations.NullMarked;
