/**
 * Durable queues: one small port, {@link dev.roastery.common.transport.Transport}, and its
 * implementations: RabbitMQ, and queues in this process. (The simulator has a third.) testkit's
 * TransportContract tests all of them. Nothing outside of this package may import {@code
 * com.rabbitmq}; nothing in it knows what messages mean: it only labels them for people.
 * docs/adr/0003-transport.md gives the reasons.
 */
@org.jspecify.annotations.NullMarked
package dev.roastery.common.transport;
