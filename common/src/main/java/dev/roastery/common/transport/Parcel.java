package dev.roastery.common.transport;

/**
 * What is published. The body is the whole message; the labels repeat a part of it so that a person
 * with any AMQP tool sees what it is, and no code relies on them.
 */
public record Parcel(byte[] body, String id, String type, String job, String sender) {}
