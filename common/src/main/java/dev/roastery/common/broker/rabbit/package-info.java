/**
 * {@link dev.roastery.common.broker.Transport} over RabbitMQ: two connections that reconnect with
 * backoff, publisher confirms with a bounded window, consumers that are closed as a whole. Nothing
 * outside of this package imports {@code com.rabbitmq}; nothing in it knows what messages mean.
 * docs/adr/0003-transport.md has the broker's sharp edges.
 */
@NullMarked
package dev.roastery.common.broker.rabbit;

import org.jspecify.annotations.NullMarked;
