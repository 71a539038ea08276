package dev.roastery.common.partition;

import dev.roastery.common.message.Message;

/** A message on its way out, and the queue that it goes to. */
public record Outbound(String queue, Message message) {}
