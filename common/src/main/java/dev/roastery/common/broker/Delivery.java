package dev.roastery.common.broker;

/** One delivery of a message from a queue; the tag is good for its session only. */
public record Delivery(String queue, long tag, byte[] body) {}
