/**
 * Durable queues: one small port, {@link dev.roastery.common.transport.Transport}, and what stands
 * behind it: RabbitMQ, or queues in this process. (The simulator has a third.) All are held to the
 * same contract by testkit's TransportContract. Nothing outside of this package may import {@code
 * com.rabbitmq}; nothing in it knows what messages mean: it only labels them for people.
 * docs/adr/0003-transport.md tells why it is as it is.
 */
@org.jspecify.annotations.NullMarked
package dev.roastery.common.transport;
